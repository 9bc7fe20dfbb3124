"""Playing at the table, by keyboard alone."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from citadels_tui.app import CitadelsApp
from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.screens.home import HomeScreen
from citadels_tui.screens.inspect import InspectScreen
from citadels_tui.screens.log import LogScreen
from citadels_tui.screens.result import ResultScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.texts import table
from citadels_tui.widgets.player_panel import PlayerPanel
from citadels_tui.widgets.story_log import StoryLog
from engine import Event
from engine.undo import REASONS
from engine.view import Asked, TokenView, TurnView
from net.client.updates import Chat, Closed, Decision, Ended, Happened, LobbyView, Refused, Started, Stopped
from net.protocol.host_messages import PresenceNote
from net.protocol.setup import Setup
from tests.tui import tables
from tests.tui.conftest import text_frame
from tests.tui.driving import LARGE, SMALL, client, look_up, settle, until
from tests.tui.fake import NAMES, FakeFeed, seats

pytestmark = pytest.mark.asyncio


def shown(pilot: Pilot[int]) -> str:
    return text_frame(pilot.app)


def table_of(pilot: Pilot[int]) -> TableScreen:
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    return screen


async def test_a_key_plays_its_move_once() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("g", "g", "enter")
        await settle(pilot)
        assert feed.sent == ["gold"]


async def test_the_cursor_and_enter_do_the_same() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("down", "j", "k", "enter")
        await settle(pilot)
        assert feed.sent == ["draw"]


async def test_what_is_refused_says_why_and_sends_nothing() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        assert "2 gold short" in shown(pilot)
        assert "you have one" in shown(pilot)
        await pilot.press("2")
        await settle(pilot)
        assert feed.sent == []
        assert "Palace: 2 gold short" in shown(pilot)
        await pilot.press("3")
        await settle(pilot)
        assert feed.sent == ["build tavern"]


async def test_u_takes_the_last_move_back_once() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        view = table_of(pilot).view
        tables.ask(feed, view, tables.moves("build tavern", "end"), undo="")
        await settle(pilot)
        await pilot.press("u", "u")
        await settle(pilot)
        assert feed.sent == ["undo"]
        feed.tell(
            Happened(2, 0, "player", (Event("ask", 0, note="menu"),), view),
            Happened(3, 0, "player", (Event("gold", 0, amount=2, note="income"), Event("ask", 0, note="menu")), view),
            Happened(4, 0, "player", (Event("undo", 0), Event("ask", 0, note="menu")), view),
        )
        await settle(pilot)
        assert "Taken back: You take 2 gold" in shown(pilot)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("why", REASONS)
async def test_what_cannot_be_taken_back_is_said_and_not_sent(why: str, size: tuple[int, int]) -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed, size=size) as pilot:
        tables.ask(feed, table_of(pilot).view, tables.moves("build tavern", "end"), undo=why)
        await settle(pilot)
        await pilot.press("u")
        await settle(pilot)
        assert feed.sent == []
        assert table.NO_UNDO[why] in shown(pilot)


async def test_in_the_turn_of_another_nothing_is_taken_back() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed) as pilot:
        await pilot.press("u")
        await settle(pilot)
        assert feed.sent == []
        assert table.NO_UNDO["turn"] in shown(pilot)


async def test_the_key_to_take_back_stands_in_the_footer_while_it_is_played() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        assert "u Undo" in shown(pilot)
    tables.end(feed)
    async with client(feed) as pilot:
        await pilot.press("escape")
        await settle(pilot)
        assert "u Undo" not in shown(pilot)


async def test_targets_stand_in_one_list_and_escape_leaves_it() -> None:
    feed = FakeFeed()
    tables.warlord(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        await pilot.press("a", *["down"] * 8)
        await settle(pilot)
        assert len(screen.opened) == 1
        assert "Dan: ✦2 Haunted Quarter" in shown(pilot)
        assert any(panel.summary.aimed_card == "haunted_quarter" for panel in screen.query(PlayerPanel))
        await pilot.press("escape", "escape")
        assert screen.opened == []
        assert pilot.app.screen is screen
        await pilot.press("a", "1")
        await settle(pilot)
        assert feed.sent == ["destroy p2.market"]


async def test_a_list_of_many_has_the_shape_of_a_list_of_few() -> None:
    """Every target with its price, those that cannot be paid for too, and one's own last: then the way back."""
    said = {}
    for players in (3, 8):
        feed = FakeFeed()
        tables.warlord(feed, players)
        async with client(feed) as pilot:
            await pilot.press("a")
            await settle(pilot)
            rows = table_of(pilot).desk.desk.rows
            said[players] = [(row.label.plain, row.note.plain) for row in rows]
            *others, back = rows
            assert back.back
            assert [row.blunder for row in others] == sorted(row.blunder for row in others)
            assert rows[table_of(pilot).desk.cursor] == others[0]
    assert set(said[3]) <= set(said[8])
    assert ("Bo: ⌂2 Market", "pay 1, 3 left") in said[3]
    assert ("Dan: ✦6 Dragon Gate", "1 gold short") in said[8]


async def test_what_is_fatal_is_asked_once_and_may_be_switched_off() -> None:
    feed = FakeFeed()
    tables.warlord(feed, 3)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        assert isinstance(pilot.app, CitadelsApp)
        await pilot.press("a")
        await settle(pilot)
        own = next(row for row in screen.desk.desk.rows if row.moves and row.moves[0].seat == 0)
        await pilot.press(own.key)
        await settle(pilot)
        assert isinstance(pilot.app.screen, ConfirmScreen)
        assert "Manor is your own. Destroy it?" in shown(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert feed.sent == []
        await pilot.press(own.key, "y")
        await settle(pilot)
        assert feed.sent == ["destroy p1.manor"]
    feed = FakeFeed()
    tables.warlord(feed, 3)
    async with client(feed) as pilot:
        assert isinstance(pilot.app, CitadelsApp)
        pilot.app.remember(confirm=False)
        await pilot.press("a", own.key)
        await settle(pilot)
        assert feed.sent == ["destroy p1.manor"]


async def test_ending_a_turn_asks_only_when_something_is_left() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        await pilot.press("e")
        await settle(pilot)
        assert "You could still build" in shown(pilot)
        await pilot.press("n")
        await settle(pilot)
        assert feed.sent == []
        view = table_of(pilot).view
        tables.ask(feed, view, tables.moves("collect", "end"), (), (), [tables.outcome("collect", 1)])
        await settle(pilot)
        await pilot.press("e")
        await settle(pilot)
        assert "You have not used your ability" in shown(pilot)
        await pilot.press("n")
        paid = [tables.outcome("destroy p2.market", -1)]
        tables.ask(feed, view, tables.moves("stake p2", "destroy p2.market", "end"), (), (), paid)
        await settle(pilot)
        await pilot.press("e")
        await settle(pilot)
        assert feed.sent == ["end"]


async def test_with_nothing_useful_left_the_cursor_rests_on_the_end() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        view = table_of(pilot).view
        view.things = {"cash_wagon": (1, 1)}
        tables.ask(feed, view, tables.moves("stake p2", "end"), [tables.refusal("build palace", "limit")])
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert feed.sent == ["end"]


async def test_a_hand_card_keeps_its_key_through_a_turn() -> None:
    feed = FakeFeed()
    view = tables.middle()
    assert view.turn is not None
    view.turn.gathered = True
    tables.begin(feed, view)
    tables.ask(feed, view, tables.moves("build palace", "build tavern", "build temple", "end"))
    async with client(feed) as pilot:
        keys = {row.card: row.key for row in table_of(pilot).desk.desk.rows if row.card in view.hand}
        assert keys == {"library": "1", "palace": "2", "tavern": "3", "temple": "4"}
        await pilot.press("2")
        await settle(pilot)
        after = view.copy()
        after.hand = ("castle", "library", "tavern", "temple")
        tables.ask(feed, after, tables.moves("build castle", "build tavern", "build temple", "end"))
        await settle(pilot)
        assert [(row.card, row.key) for row in table_of(pilot).desk.desk.rows if row.card in after.hand] == [
            ("library", "1"),
            ("tavern", "3"),
            ("temple", "4"),
            ("castle", "5"),
        ]
        await pilot.press("3")
        await settle(pilot)
        assert feed.sent == ["build palace", "build tavern"]


async def test_the_exchange_with_the_deck_is_a_check_list_that_is_sent_once() -> None:
    feed = FakeFeed()
    view = tables.middle()
    view.hand = ("market", "market", "palace", "tavern")
    tables.begin(feed, view)
    tables.ask(feed, view, tables.moves("gold", "draw", "discard market", "discard palace", "discard tavern"))
    async with client(feed) as pilot:
        await pilot.press("x", "1", "2", "2", "3", "escape")
        await settle(pilot)
        assert feed.sent == []
        await pilot.press("x", "d")
        await settle(pilot)
        assert feed.sent == []
        await pilot.press("1", "3")
        await settle(pilot)
        assert "[x] ⌂2 Market" in shown(pilot)
        assert "Exchange 2 cards" in shown(pilot)
        await pilot.press("d")
        await settle(pilot)
        assert feed.sent == ["discard market"]
        view.asked = Asked(0, "exchange", amount=1)
        tables.ask(feed, view, tables.moves("discard market", "discard palace", "discard tavern", "done"))
        await settle(pilot)
        tables.ask(feed, view, tables.moves("discard market", "discard palace", "done"))
        await settle(pilot)
        assert feed.sent == ["discard market", "discard tavern", "done"]


async def test_a_bewitched_player_is_told_so_where_it_is_played() -> None:
    feed = FakeFeed()
    view = tables.middle()
    view.marks = {"bewitched": 4}
    tables.begin(feed, view)
    tables.ask(feed, view, tables.moves("gold", "draw"))
    async with client(feed) as pilot:
        assert "You are bewitched, King: take your income; then your turn is over." in shown(pilot)
        assert "What will you do? (bewitched)" in shown(pilot)


@pytest.mark.parametrize(
    ("mark", "word", "sentence"),
    [
        ("killed", "murdered", "no turn for you"),
        ("robbed", "robbed", "all your gold goes"),
        ("bewitched", "bewitched", "then your turn is over"),
        ("warrants", "under a warrant", "may be taken"),
        ("threats", "threatened", "pay half"),
    ],
)
async def test_what_hangs_over_you_is_said_in_words_while_you_wait(mark: str, word: str, sentence: str) -> None:
    feed = FakeFeed()
    view = tables.middle()
    view.turn, view.roles, view.players[0].shown = TurnView(seat=1, rank=5, gathered=True), (8,), ()
    view.called, view.asked, view.marks = 5, Asked(1, "menu"), {}
    if mark in ("warrants", "threats"):
        view.tokens = {mark: TokenView(2, (8,), None, 2)}
    else:
        view.marks = {mark: 8}
    tables.begin(feed, view)
    async with client(feed, size=(120, 40)) as pilot:
        assert f"Your hand ({word})" in shown(pilot)
        assert sentence in shown(pilot)


async def test_characters_are_named_by_their_rank() -> None:
    feed = FakeFeed()
    tables.drafting(feed)
    async with client(feed) as pilot:
        await pilot.press("6")
        await settle(pilot)
        assert feed.sent == ["pick merchant"]


async def test_two_characters_are_listed_as_many_are() -> None:
    feed = FakeFeed()
    view = tables.middle()
    view.asked, view.turn = Asked(0, "draft"), None
    tables.begin(feed, view)
    tables.ask(feed, view, tables.moves("pick magician", "pick king"))
    async with client(feed) as pilot:
        assert [row.label.plain for row in table_of(pilot).desk.desk.rows] == ["Magician", "King"]
        assert [row.key for row in table_of(pilot).desk.desk.rows] == ["3", "4"]


@pytest.mark.parametrize(("verb", "title"), [("sign", "signed warrant on"), ("rose", "the rose on")])
async def test_it_is_said_before_which_character_gets_the_token_that_counts(verb: str, title: str) -> None:
    feed = FakeFeed()
    view = tables.middle()
    assert view.turn is not None
    view.turn.gathered = True
    tables.begin(feed, view)
    tables.ask(feed, view, tables.moves(*(f"{verb} {id}" for id in ("magician", "bishop", "merchant")), "end"))
    async with client(feed) as pilot:
        assert title in shown(pilot)
        assert "The character chosen first gets" in " ".join(shown(pilot).split())
        await pilot.press("a")
        await settle(pilot)
        assert title in str(table_of(pilot).desk.border_title)


async def test_action_cards_that_are_held_say_when_they_are_played() -> None:
    feed = FakeFeed()
    view = tables.middle()
    view.hand = ("acrobat", "director", "rasputin")
    view.asked, view.turn = Asked(1, "menu"), TurnView(seat=1, rank=5)
    tables.begin(feed, view)
    async with client(feed, size=(120, 40)) as pilot:
        assert "in your turn" in shown(pilot)
        await pilot.press("1")
        await settle(pilot)
        assert "Acrobat: when nobody answers as rank 4" in shown(pilot)


async def test_chat_does_not_disturb_a_choice() -> None:
    feed = FakeFeed()
    tables.warlord(feed)
    async with client(feed) as pilot:
        await pilot.press("a")
        feed.tell(Chat(1, "Bo", "not me please"))
        await settle(pilot)
        await pilot.press("1")
        await settle(pilot)
        feed.tell(Chat(1, "Bo", "why me"))
        await settle(pilot)
        await pilot.press("c")
        await settle(pilot)
        assert feed.sent == ["destroy p2.market"]


async def test_a_refusal_brings_the_question_back() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("g")
        feed.tell(Refused("rate_limited", "Too much at once; please wait a moment.", "later", "gold"))
        await settle(pilot)
        await pilot.press("d")
        await settle(pilot)
        assert feed.sent == ["gold", "draw"]


async def test_a_move_without_words_can_still_be_chosen() -> None:
    feed = FakeFeed()
    view = tables.middle()
    view.asked = Asked(0, "conjure")
    tables.begin(feed, view)
    tables.ask(feed, view, tables.moves("conjure tavern", "conjure p2", "vanish"))
    async with client(feed) as pilot:
        assert "You must choose." in shown(pilot)
        assert "conjure tavern" in shown(pilot)
        await pilot.press("down", "enter")
        await settle(pilot)
        assert feed.sent == ["conjure p2"]


async def test_new_verbs_are_listed_in_a_turn_too() -> None:
    feed = FakeFeed()
    view = tables.middle()
    tables.begin(feed, view)
    tables.ask(feed, view, tables.moves("gold", "juggle", "tax p2", "tax p3"))
    async with client(feed) as pilot:
        assert "juggle" in shown(pilot)
        await pilot.press("down", "down", "enter", "enter")
        await settle(pilot)
        assert feed.sent == ["tax p2"]


async def test_cards_are_given_from_the_hand() -> None:
    feed = FakeFeed()
    view = tables.middle()
    view.asked = Asked(0, "give", other=1)
    tables.begin(feed, view)
    tables.ask(feed, view, tables.moves(*(f"give {card} p2" for card in view.hand)))
    async with client(feed) as pilot:
        assert "Give Bo a card from your hand." in shown(pilot)
        assert "give to Bo" in shown(pilot)
        await pilot.press("2")
        await settle(pilot)
        assert feed.sent == ["give palace p2"]


async def test_drawn_cards_are_chosen_from() -> None:
    feed = FakeFeed()
    view = tables.middle()
    view.asked = Asked(0, "keep", cards=("castle", "palace"))
    tables.begin(feed, view)
    tables.ask(feed, view, tables.moves("keep castle", "keep palace"))
    async with client(feed) as pilot:
        assert "Keep one of these cards." in shown(pilot)
        assert "Hand:" in shown(pilot)
        await pilot.press("2")
        await settle(pilot)
        assert feed.sent == ["keep palace"]


async def test_it_always_says_whose_move_it_is() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed) as pilot:
        assert "Bo (Bishop) is playing." in shown(pilot)
        view = tables.middle()
        view.asked = Asked(2, "bribe", other=4, amount=2)
        feed.tell(Happened(2, 1, "bot", (), view))
        await settle(pilot)
        assert "Cleo is threatened, and may pay 2 gold to Eve." in shown(pilot)


async def test_any_card_can_be_inspected() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("down", "down", "down", "i")
        await settle(pilot)
        assert isinstance(pilot.app.screen, InspectScreen)
        assert "you keep all" in shown(pilot)
        await pilot.press(*["pagedown"] * 8)
        await settle(pilot)
        assert "Wishing Well" in shown(pilot)
        await pilot.press("escape")
        table_of(pilot)


async def test_the_log_tells_goes_on_and_fills_the_screen() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("l")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LogScreen)
        feed.tell(Chat(1, "Bo", "good luck"), PresenceNote(seat=2, connected=False))
        await settle(pilot)
        assert "Bo: good luck" in shown(pilot)
        assert "Cleo is away" in shown(pilot)
        await pilot.press("escape")
        assert "Bo: good luck" in shown(pilot)


async def test_the_log_stays_where_the_reader_scrolled_to() -> None:
    feed = FakeFeed()
    tables.income(feed, 8)
    async with client(feed) as pilot:
        log = pilot.app.screen.query_one("#log", StoryLog)
        end = log.scroll_y
        assert end > 0
        await pilot.press("tab", *["up"] * 8)
        await settle(pilot)
        feed.tell(Happened(2, 1, "bot", (Event("gold", 1, amount=2, note="income"),), tables.middle(8)))
        await settle(pilot)
        assert log.scroll_y == end - 8
        await pilot.press("end")
        await settle(pilot)
        assert log.scroll_y == log.max_scroll_y


async def test_leaving_asks_first() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("q")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ConfirmScreen)
        await pilot.press("escape")
        table_of(pilot)
        await pilot.press("q", "y")
        await settle(pilot)
        assert feed.sent == ["leave"]
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_quitting_asks_first() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("ctrl+q")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ConfirmScreen)
        await pilot.press("enter")
        await settle(pilot)
        table_of(pilot)
        await pilot.press("ctrl+q", "y")
        await settle(pilot)
        assert feed.sent == ["leave"]
        assert pilot.app.return_value == 0


async def test_the_speed_of_bots_and_skipping() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed) as pilot:
        await pilot.press("plus", "plus", "minus")
        await settle(pilot)
        assert feed.sent == ["set_pause 300", "set_pause 0", "set_pause 300"]
        feed.sent.clear()
        await pilot.press("n")
        await settle(pilot)
        assert feed.sent == ["set_pause 0"]
        view = tables.middle()
        feed.tell(Decision(2, "menu", tables.moves("gold", "draw"), (), view))
        await settle(pilot)
        assert feed.sent == ["set_pause 0", "set_pause 300"]
        # Whoever skips to the end of a game does not want the next one to be as fast.
        feed.sent.clear()
        feed.tell(Happened(3, 1, "bot", (), tables.middle()))
        await settle(pilot)
        await pilot.press("n")
        feed.tell(Stopped("voted"))
        await settle(pilot)
        assert feed.sent == ["set_pause 0", "set_pause 300"]


async def test_what_can_be_read_already_is_not_said_again() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("n", "n", "n")
        await settle(pilot)
        assert [n.message for n in pilot.app._notifications] == ["It is your decision: nothing to skip."]


async def test_the_palette_inspects_any_card() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("ctrl+p")
        await look_up(pilot, "look at wish")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, InspectScreen))
        await settle(pilot)
        assert "itself included" in shown(pilot)


async def test_a_small_window_keeps_the_game() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.resize_terminal(60, 20)
        await settle(pilot)
        assert "It has 60x20 cells, the board needs 80x24." in shown(pilot)
        await pilot.resize_terminal(120, 40)
        await settle(pilot)
        await pilot.press("g")
        await settle(pilot)
        assert feed.sent == ["gold"]


async def test_a_lost_connection_is_said_and_leads_home() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed) as pilot:
        feed.tell(Closed("lost", "The connection to the host was lost.", "later"))
        await settle(pilot)
        assert "The connection to the host was lost." in shown(pilot)
        await pilot.press("q")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_the_result_leads_back_to_the_board_and_home() -> None:
    feed = FakeFeed()
    tables.end(feed)
    async with client(feed) as pilot:
        assert isinstance(pilot.app.screen, ResultScreen)
        # A key too many after the last move does not put the result away.
        await pilot.press("enter")
        await settle(pilot)
        assert "Bo has won with 23 points." in shown(pilot)
        await pilot.press("escape")
        table_of(pilot)
        assert "Press r for the result" in shown(pilot)
        assert "r Result" in shown(pilot)
        await pilot.press("r")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ResultScreen)
        await pilot.press("escape", "q")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_there_is_no_result_before_the_end() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        assert "Result" not in shown(pilot)
        await pilot.press("r")
        await settle(pilot)
        table_of(pilot)


async def test_ctrl_c_says_what_quits() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("ctrl+c")
        await settle(pilot)
        assert [n.message for n in pilot.app._notifications] == ["ctrl+q quits Citadels."]


HOSTILE = ("[@click=app.quit]x[/]", "[bold]Bo[/b", "$accent [/] {who}", "Ann\u200b", "[red]")


async def test_hostile_names_stay_plain_text() -> None:
    """Remote text is never markup: neither in panels, nor the log, lists, questions, toasts or the result."""
    feed = FakeFeed()
    view = tables.middle()
    story = (*tables.STORY, Event("give", 1, 2, amount=3, note="thief"), Event("swap", 1, 0))
    tables.begin(feed, view, story, HOSTILE)
    tables.ask(feed, view, tables.moves("gold", "swap p2", "swap p3"))
    feed.tell(Chat(1, HOSTILE[1], "[@click=app.bell]hello[/] {amount}"))
    async with client(feed, size=(120, 40)) as pilot:
        await pilot.press("a")
        await settle(pilot)
        page = shown(pilot)
        for name in (HOSTILE[1], HOSTILE[2]):
            assert name in page
        assert "[@click=app.bell]hello[/] {amount}" in page
        await pilot.press("i")
        await settle(pilot)
        assert HOSTILE[1] in shown(pilot)
        await pilot.press("escape")
        scores = tuple((("districts", seat),) for seat in range(5))
        feed.tell(Refused("chat_bad", f"{HOSTILE[0]} {HOSTILE[1]}", "now", "chat"))
        await settle(pilot)
        feed.tell(Ended((1,), scores, view))
        await settle(pilot)
        assert f"{HOSTILE[1]} has won" in shown(pilot)
        assert isinstance(pilot.app, CitadelsApp)
        assert pilot.app.is_running


async def test_a_spectator_sees_the_board_and_no_keys_of_others() -> None:
    feed = FakeFeed()
    view = tables.middle()
    view.seat, view.hand, view.roles = None, (), ()
    rules, table = view.rules, seats(5)
    feed.tell(
        LobbyView("01ARZ3NDEKTSV4RRFFQ69G5FAV", table, Setup(players=5), rules, None, 0, 0.8, 1),
        Started(rules, table, NAMES[:5], None, view),
        Happened(1, -1, "start", tables.STORY[:2], view),
    )
    async with client(feed) as pilot:
        page = shown(pilot)
        assert "You are watching" in page
        assert "Ann (King) is taking income." in page
        assert "n Skip" not in page
        await pilot.press("enter", "n", "i")
        await settle(pilot)
        assert isinstance(pilot.app.screen, InspectScreen)
        assert feed.sent == []


async def test_it_is_said_that_a_bot_will_answer_for_somebody_away() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed) as pilot:
        asked = table_of(pilot).view.asked
        assert asked is not None
        feed.tell(PresenceNote(seat=asked.seat, connected=False))
        await settle(pilot)
        assert "(away: a bot will answer soon)" in shown(pilot)
        assert "Bo        away " in shown(pilot)
        feed.tell(PresenceNote(seat=asked.seat, connected=True))
        await settle(pilot)
        assert "a bot will answer soon" not in shown(pilot)


async def test_it_is_told_once_that_a_bot_answers_for_somebody_away() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    said = "Bo is away; a bot answers"

    def acts() -> Happened:
        return Happened(2, 1, "absent", (Event("gold", 1, amount=2, note="income"),), tables.middle())

    async with client(feed, size=(120, 40)) as pilot:
        feed.tell(acts(), acts(), acts())
        await settle(pilot)
        assert shown(pilot).count(said) == 1
        feed.tell(PresenceNote(seat=1, connected=True), PresenceNote(seat=1, connected=False), acts())
        await settle(pilot)
        assert shown(pilot).count(said) == 2

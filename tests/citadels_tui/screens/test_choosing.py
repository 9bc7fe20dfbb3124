"""Choosing at the table: lists, what is asked once more, hand cards and their keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from textual.content import Content
from textual.events import Key
from textual.geometry import Region
from textual.pilot import Pilot

from citadels_tui.actions import double_press
from citadels_tui.app.app import CitadelsApp
from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.texts import table
from citadels_tui.widgets.player_panel import PlayerPanel
from engine.view import Asked, TokenView, TurnView
from net.client.updates import Chat, Refused
from tests.support.client import tables
from tests.support.client.driving import client, settle, shown, table_of
from tests.support.client.fake import FakeFeed

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]


async def test_targets_stand_in_one_list_and_escape_leaves_it() -> None:
    feed = FakeFeed()
    tables.warlord(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        await pilot.press("a", *["up"] * 20, *["down"] * 8)
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


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("asked", "window", "keys"),
    [
        (tables.warlord, (120, 40), ["a", "down", "down", "up"]),
        (tables.drafting, (120, 40), ["right", "right", "left"]),
        (tables.warlord, (80, 24), ["a", *["down"] * 12, *["up"] * 2]),
    ],
    ids=["list", "cards", "list that goes on"],
)
async def test_a_moved_cursor_leaves_what_painting_everything_would(
    asked: Callable[[FakeFeed], None], window: tuple[int, int], keys: Sequence[str]
) -> None:
    feed = FakeFeed()
    asked(feed)
    async with client(feed, size=window) as pilot:
        for key in keys:
            await pilot.press(key)
            await settle(pilot)
            action_list = table_of(pilot).action_list
            whole = action_list.outer_size.region
            left = action_list.render_lines(whole)
            action_list.refresh()
            assert action_list.render_lines(whole) == left


async def test_a_moved_cursor_paints_two_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    feed = FakeFeed()
    tables.warlord(feed)
    async with client(feed, size=(120, 40)) as pilot:
        action_list, painted = table_of(pilot).action_list, list[tuple[Region, ...]]()
        at = action_list.cursor
        with monkeypatch.context() as patched:
            patched.setattr(action_list, "refresh", lambda *regions: painted.append(regions))
            action_list.action_cursor(1)
        assert action_list.cursor == at + 1
        assert [[region.y for region in regions] for regions in painted] == [[at, at + 1]]


async def test_a_list_of_many_has_the_shape_of_a_list_of_few() -> None:
    """Every target with its price, those that cannot be paid for too, and one's own last: then the way back."""
    said = {}
    for players in (3, 8):
        feed = FakeFeed()
        tables.warlord(feed, players)
        async with client(feed) as pilot:
            await pilot.press("a")
            await settle(pilot)
            rows = table_of(pilot).action_list.actions.rows
            said[players] = [(row.label.plain, row.note.plain) for row in rows]
            *others, back = rows
            assert back.back
            assert [row.blunder for row in others] == sorted(row.blunder for row in others)
            resting = rows[table_of(pilot).action_list.cursor]
            assert resting.moves
            assert not resting.blunder
    assert set(said[3]) <= set(said[8])
    assert ("Bo: ⌂2 Market", "pay 1, 3 left") in said[3]
    # One gold is missing, which the military districts bring.
    assert ("Dan: ✦6 Dragon Gate", "after income") in said[8]


@pytest.mark.parametrize("keys", ["yy", ["enter", "enter"], ["escape", "escape"], "ynyn"])
async def test_a_doubled_answer_closes_only_the_question(keys: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a key is held down: the second one comes before the first has been dealt with."""
    monkeypatch.setattr(double_press, "REPEAT", 60.0)
    feed = FakeFeed()
    tables.warlord(feed, 3)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        stack = list(pilot.app.screen_stack)
        await pilot.press("a")
        await settle(pilot)
        own = next(row for row in screen.action_list.actions.rows if row.moves and row.moves[0].seat == 0)
        await pilot.press(own.key)
        await settle(pilot)
        assert isinstance(pilot.app.screen, ConfirmScreen)
        type_at_once(pilot, keys)
        await settle(pilot)
        assert pilot.app.screen_stack == stack


@pytest.mark.parametrize(
    ("opening", "key"), [("question_mark", "escape"), ("i", "escape"), ("w", "escape"), ("l", "escape")]
)
async def test_a_page_that_is_closed_twice_leaves_the_table(opening: str, key: str) -> None:
    feed = FakeFeed()
    tables.warlord(feed, 3)
    async with client(feed) as pilot:
        stack = list(pilot.app.screen_stack)
        await pilot.press(opening)
        await settle(pilot)
        assert len(pilot.app.screen_stack) == len(stack) + 1
        type_at_once(pilot, [key, key, key])
        await settle(pilot)
        assert pilot.app.screen_stack == stack


def type_at_once(pilot: Pilot[int], keys: Sequence[str]) -> None:
    """Type faster than the client reads."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))


async def test_what_is_fatal_is_asked_once_and_may_be_switched_off() -> None:
    feed = FakeFeed()
    tables.warlord(feed, 3)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        assert isinstance(pilot.app, CitadelsApp)
        await pilot.press("a")
        await settle(pilot)
        own = next(row for row in screen.action_list.actions.rows if row.moves and row.moves[0].seat == 0)
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
        keys = {row.card: row.key for row in table_of(pilot).action_list.actions.rows if row.card in view.hand}
        assert keys == {"library": "1", "palace": "2", "tavern": "3", "temple": "4"}
        await pilot.press("2")
        await settle(pilot)
        after = view.copy()
        after.hand = ("castle", "library", "tavern", "temple")
        tables.ask(feed, after, tables.moves("build castle", "build tavern", "build temple", "end"))
        await settle(pilot)
        assert [(row.card, row.key) for row in table_of(pilot).action_list.actions.rows if row.card in after.hand] == [
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
    dear = tables.refusal("build library", "need_gold", 3)
    tables.ask(feed, view, tables.moves("gold", "draw"), [dear, tables.refusal("build tavern", "income_first")])
    async with client(feed) as pilot:
        # The income leads to no building.
        assert shown(pilot).count("you are bewitched") == 2
        assert "after income" not in shown(pilot)
        assert "You are bewitched, King: take your income; then your turn is over." in shown(pilot)
        assert "What will you do? (bewitched)" in shown(pilot)


@pytest.mark.parametrize(
    ("mark", "word", "sentence"),
    [
        ("killed", "killed", "no turn for you"),
        ("robbed", "robbed", "all your gold goes"),
        ("bewitched", "bewitched", "then your turn is over"),
        ("warrants", "warrant", "may be taken"),
        ("threats", "threatened", "pay half"),
    ],
)
async def test_threats_are_told_while_you_wait(mark: str, word: str, sentence: str) -> None:
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
        assert [row.label.plain for row in table_of(pilot).action_list.actions.rows] == ["Magician", "King"]
        assert [row.key for row in table_of(pilot).action_list.actions.rows] == ["3", "4"]


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
        assert title in str(table_of(pilot).action_list.border_title)


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
        assert "Acrobat: when no King answers" in shown(pilot)


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


async def test_keys_typed_while_a_choice_is_on_its_way_answer_nothing() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        moves = screen.view.moves
        await pilot.press("g")
        for key in ("g", "d", "e", "1", "enter"):
            await pilot.press(key)
            await settle(pilot)
            assert feed.sent == ["gold"]
            assert screen.detail.said.plain == table.ON_ITS_WAY, key
            screen.detail.say(Content(""))
        # The prompt and the action list agree.
        assert screen.prompt.said.plain == table.SENT
        assert not screen.prompt.has_class("-yours")
        await pilot.press("g")
        tables.ask(feed, tables.middle(), tables.moves("draw", "end"))
        await settle(pilot)
        # What was said of the answer on its way has gone with it, and nothing was kept for the question that came.
        assert screen.detail.said.plain != table.ON_ITS_WAY
        assert screen.prompt.has_class("-yours")
        assert feed.sent == ["gold"]
        assert screen.view.moves != moves
        await pilot.press("d")
        await settle(pilot)
        assert feed.sent == ["gold", "draw"]

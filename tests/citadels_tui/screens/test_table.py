"""Playing at the table, by keyboard alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citadels_tui.app.app import CitadelsApp
from citadels_tui.screens.inspect import InspectScreen
from citadels_tui.screens.log import LogScreen
from citadels_tui.widgets.player_panel import PlayerPanel
from citadels_tui.widgets.story_log import StoryLog
from engine import Event
from engine.turn import END
from engine.view import Asked
from net.client.updates import (
    Chat,
    Decision,
    Ended,
    Happened,
    LobbyView,
    Refused,
    SeatChanged,
    SeatInfo,
    Started,
    Stopped,
)
from net.protocol.host_messages import PresenceNote
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.support.client import tables
from tests.support.client.driving import LARGE, client, look_up, settle, shown, table_of, until
from tests.support.client.fake import NAMES, FakeFeed, seats
from tests.support.terminal import improvement

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]


async def test_a_key_plays_its_move_once() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("g", "g", "enter")
        await settle(pilot)
        assert feed.sent == ["gold"]


@pytest.mark.parametrize(
    ("undo", "said"),
    [
        ("", "Nothing is left to do: your turn ends by itself. u takes your last move back."),
        ("hidden", "Nothing is left to do: your turn ends by itself."),
    ],
)
async def test_a_turn_that_ends_by_itself_says_so(undo: str, said: str) -> None:
    feed = FakeFeed()
    view = tables.middle()
    tables.begin(feed, view)
    feed.tell(Decision(1, "menu", (END,), (), replace(view, moves=(END,)), auto=True, undo=undo))
    async with client(feed) as pilot:
        assert table_of(pilot).prompt.said.plain == said


async def test_after_the_end_the_first_line_says_that_it_is_over() -> None:
    feed = FakeFeed()
    tables.end(feed)
    async with client(feed) as pilot:
        await pilot.press("escape")
        await settle(pilot)
        first = shown(pilot).splitlines()[0]
        assert "the game is over" in first
        assert "is called" not in first


async def test_the_cursor_and_enter_do_the_same() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("up", "k", "j", "enter")
        await settle(pilot)
        assert feed.sent == ["draw"]


async def test_a_refused_row_says_why_and_sends_nothing() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        assert "1 short after income" in shown(pilot)
        assert "you have one" in shown(pilot)
        await pilot.press("2")
        await settle(pilot)
        assert feed.sent == []
        assert "Palace: 1 short after income" in shown(pilot)
        await pilot.press("3")
        await settle(pilot)
        assert feed.sent == ["build tavern"]


async def test_the_screen_always_says_whose_move_it_is() -> None:
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
        await pilot.press("down", "i")
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


async def test_the_speed_of_bots_and_skipping() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed) as pilot:
        await pilot.press("plus", "plus", "minus")
        await settle(pilot)
        assert feed.sent == ["bot_pause 0.3", "bot_pause 0.0", "bot_pause 0.3"]
        feed.sent.clear()
        await pilot.press("n")
        await settle(pilot)
        assert feed.sent == ["bot_pause 0.0"]
        view = tables.middle()
        feed.tell(Decision(2, "menu", tables.moves("gold", "draw"), (), view))
        await settle(pilot)
        assert feed.sent == ["bot_pause 0.0", "bot_pause 0.3"]
        # Whoever skips to the end of a game does not want the next one to be as fast.
        feed.sent.clear()
        feed.tell(Happened(3, 1, "bot", (), tables.middle()))
        await settle(pilot)
        await pilot.press("n")
        feed.tell(Stopped("voted"))
        await settle(pilot)
        assert feed.sent == ["bot_pause 0.0", "bot_pause 0.3"]


@improvement
async def test_a_repeated_notice_is_shown_once() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("n", "n", "n")
        await settle(pilot)
        assert [n.message for n in pilot.app._notifications] == ["It is your decision: nothing to skip."]


@pytest.mark.thorough
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
        await pilot.resize_terminal(60, 19)
        await settle(pilot)
        assert "It has 60x19 cells, the board needs 40x20." in shown(pilot)
        await pilot.resize_terminal(120, 40)
        await settle(pilot)
        await pilot.press("g")
        await settle(pilot)
        assert feed.sent == ["gold"]


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
        LobbyView(
            table="01ARZ3NDEKTSV4RRFFQ69G5FAV",
            seats=table,
            setup=Setup(players=5),
            rules=rules,
            you=None,
            owner=0,
            spectators=1,
        ),
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


async def test_a_correspondence_game_waits_for_somebody_away() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed) as pilot:
        asked, lobby = table_of(pilot).view.asked, table_of(pilot).session.people.lobby
        assert asked is not None
        assert lobby is not None
        slow = lobby._replace(options=TableOptions(turn_time=3600.0), playing=True)
        feed.tell(slow, PresenceNote(seat=asked.seat, connected=False))
        await settle(pilot)
        assert "(away: the game waits)" in shown(pilot)


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


async def test_a_late_player_has_their_own_city_in_its_place() -> None:
    feed, view = FakeFeed(), tables.middle(4)
    tables.begin(feed, replace(view, seat=None, hand=()))
    async with client(feed, size=LARGE) as pilot:
        assert table_of(pilot).board.query_one("#city0", PlayerPanel).summary.seat == 0
        feed.tell(SeatChanged(SeatInfo(2, "Ann", "human"), "taken"))
        feed.tell(Started(view.rules, seats(4, NAMES), tuple(NAMES[:4]), 2, replace(view, seat=2, moves=())))
        await settle(pilot)
        assert table_of(pilot).board.query_one("#city0", PlayerPanel).summary.seat == 2
        feed.tell(Happened(3, 1, "bot", (), replace(view, seat=2, moves=())))
        before = pilot.app.screen
        await settle(pilot)
        assert pilot.app.screen is before

"""What is said at a table: by whom, from which seat, and whether only a spectator speaks."""

from __future__ import annotations

import pytest
from textual.events import Key
from textual.widgets import Input, Static

from citadels_tui.screens.lobby import LobbyScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.session.start import HostTable, VisitHost
from citadels_tui.session.table_notices import SAID as SECONDS
from citadels_tui.story.talk import MOST, Talk
from citadels_tui.texts import TOUCH, speak
from citadels_tui.widgets.action_list_view import clicked_once
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.menu_item import MenuItem
from citadels_tui.widgets.story_log import StoryLog
from net.client.updates import Chat, LobbyView, Refused, SeatChanged, SeatInfo
from net.local.order import Order
from net.protocol.host_messages import NudgeNote
from net.protocol.setup import Setup
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import LARGE, SMALL, client, settle, table_of
from tests.support.client.fake import FakeConnector, FakeFeed

pytestmark = pytest.mark.slow

WORDS = [f"word{number}" for number in range(1, 40)]
SAID = (
    Chat(0, "Ann", "mine"),
    Chat(2, "Cleo", "hello"),
    Chat(None, "Cleo", "not me"),
    Chat(3, "p1 Ann", "I am Ann"),
    Chat(2, "Cleo", " ".join(WORDS)),
)
LINES = ("p1 Ann: mine", "p3 Cleo: hello", "spectator Cleo: not me", "p4 p1 Ann: I am Ann")
"""What is read of it, each at the beginning of a row."""


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_line_says_who_speaks_from_which_seat(size: tuple[int, int]) -> None:
    feed = FakeFeed()
    setup = Setup(players=4)
    seats = tuple(SeatInfo(seat, name, "human") for seat, name in enumerate(("Ann", "Bo", "Cleo", "p1 Ann")))
    feed.tell(
        LobbyView(table="0" * 26, seats=seats, setup=setup, rules=setup.rules(), you=0, owner=0, spectators=1), *SAID
    )
    async with client(feed, start=HostTable("Ann", Order(setup=setup)), size=size) as pilot:
        assert isinstance(pilot.app.screen, LobbyScreen)
        rows = text_frame(pilot.app)
        assert "p3  Cleo" in rows
        assert all(word in rows for word in WORDS[-9:])
        tables.begin(feed, tables.middle(4), (), [seat.name for seat in seats])
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)
        feed.tell(*SAID)
        await settle(pilot)
        assert all(word in text_frame(pilot.app) for word in WORDS[-9:])
        await pilot.press("l")
        await settle(pilot)
        rows = text_frame(pilot.app)
        read = [row.strip(" │┃▁▂▃▄▅▆▇█") for row in rows.splitlines()]
        for line in LINES:
            assert read.count(line) == 2, line
        assert all(rows.count(f"{word} ") + rows.count(f"{word}\n") >= 2 for word in WORDS), rows


@pytest.mark.asyncio
async def test_a_hurried_double_choice_counts_once() -> None:
    feed = FakeFeed()
    setup = Setup(players=3)
    seats = tuple(SeatInfo(seat, name, "human") for seat, name in enumerate(("Ann", "Bo", "Cleo")))
    feed.tell(
        LobbyView(table="0" * 26, seats=seats, setup=setup, rules=setup.rules(), you=0, owner=0, spectators=1),
        Chat(2, "Cleo", "one"),
    )
    async with client(feed, start=HostTable("Ann", Order(setup=setup)), size=LARGE) as pilot:
        lobby = pilot.app.screen
        await pilot.press("m", "down")
        await settle(pilot)
        for _ in range(2):
            pilot.app.post_message(Key("enter", None))
        await settle(pilot)
        assert pilot.app.screen is lobby
        feed.tell(Chat(2, "Cleo", "two"))
        await settle(pilot)
        assert "two" not in text_frame(pilot.app)


@pytest.mark.asyncio
async def test_a_muted_player_is_not_heard() -> None:
    feed = FakeFeed()
    setup = Setup(players=4)
    names = ("Ann", "Bo", "Cleo", "Dan")
    seats = tuple(SeatInfo(seat, name, "human") for seat, name in enumerate(names))
    feed.tell(
        LobbyView(table="0" * 26, seats=seats, setup=setup, rules=setup.rules(), you=0, owner=0, spectators=1),
        Chat(2, "Cleo", "one"),
    )
    async with client(feed, start=HostTable("Ann", Order(setup=setup)), size=LARGE) as pilot:
        await pilot.press("m")
        await settle(pilot)
        # Also who has not said anything yet.
        assert [item.label for item in pilot.app.screen.query(MenuItem)] == ["Mute Bo", "Mute Cleo", "Mute Dan"]
        await pilot.press("down", "enter")
        feed.tell(Chat(2, "Cleo", "two"), Chat(1, "Bo", "three"))
        tables.begin(feed, tables.middle(4), (), names)
        feed.tell(Chat(2, "Cleo", "four"), Chat(1, "Bo", "five"))
        await settle(pilot)
        page = text_frame(pilot.app)
        assert "Bo: five" in page
        assert not any(word in page for word in ("two", "four"))
        await pilot.press("T")
        await settle(pilot)
        page = text_frame(pilot.app)
        item = next(item for item in pilot.app.screen.query(MenuItem) if item.label == "Cleo")
        assert item.about == "muted"
        item.focus()
        await pilot.press("enter")
        await settle(pilot)
        assert "Hear Cleo again" in text_frame(pilot.app)
        await pilot.press("enter")
        feed.tell(Chat(2, "Cleo", "six"))
        await settle(pilot)
        assert "Cleo: six" in text_frame(pilot.app)


@pytest.mark.asyncio
async def test_what_could_not_be_read_yet_is_counted() -> None:
    feed = FakeFeed()
    tables.begin(feed, tables.middle(4), tables.STORY * 5)
    async with client(feed, size=SMALL) as pilot:
        screen = table_of(pilot)
        feed.tell(*(Chat(2, "Cleo", f"word {number}") for number in range(9)))
        await settle(pilot)
        screen.show_time()
        assert "unread" not in text_frame(pilot.app)
        await pilot.press("question_mark")
        feed.tell(Chat(2, "Cleo", "one more"), Chat(0, "Ann", "mine"), Chat(1, "Bo", "and another"))
        await settle(pilot)
        screen.show_time()
        assert screen.status.unread == 2
        assert "2 unread" in screen.status.render().plain
        await pilot.press("escape")
        await settle(pilot)
        screen.show_time()
        await settle(pilot)
        assert "unread" not in text_frame(pilot.app)
        # Whoever reads further up in the log is told what comes below.
        log = screen.query_one("#log", StoryLog)
        log.scroll_to(y=0, animate=False)
        await settle(pilot)
        feed.tell(Chat(2, "Cleo", "below"))
        await settle(pilot)
        assert "1 new line of chat" in text_frame(pilot.app)
        log.scroll_end(animate=False)
        await settle(pilot)
        assert "new line of chat" not in text_frame(pilot.app)


@pytest.mark.asyncio
async def test_the_last_chat_lines_stand_over_the_input() -> None:
    feed = FakeFeed()
    tables.begin(feed, tables.middle(4), ())
    async with client(feed, size=SMALL) as pilot:
        feed.tell(*(Chat(2, "Cleo", f"word {number}.") for number in range(9)))
        await settle(pilot)
        await pilot.press("s")
        await settle(pilot)
        said = pilot.app.screen.query_one("#said", Static)
        assert [f"word {number}." in str(said.content) for number in (3, 4, 8)] == [False, True, True]
        await pilot.press(*"x" * 3)
        box = pilot.app.screen.query_one(Input)
        box.value = "x" * 280
        await pilot.press("y")
        assert len(box.value) == 280


def test_nobody_who_is_muted_is_forgotten_however_many_speak() -> None:
    talk = Talk()
    talk.hear("Eve")
    talk.mute("Eve", True)
    for number in range(3 * MOST):
        talk.hear(f"Guest {number}")
        talk.mute(f"Guest {number}", True)
    assert not talk.hear("Eve")
    assert len(talk.speakers) <= MOST
    assert len(talk.muted) < MOST
    talk.mute("Eve", False)
    assert talk.hear("Eve")


@pytest.mark.asyncio
async def test_a_number_alone_says_a_phrase_that_is_read_in_the_reader_s_language() -> None:
    speak("nl")
    feed = FakeFeed()
    tables.begin(feed, tables.middle(4), ())
    async with client(feed, size=LARGE) as pilot:
        screen = table_of(pilot)
        await pilot.press("s")
        await settle(pilot)
        assert "3  Goed gespeeld!" in text_frame(pilot.app)
        await pilot.press("3")
        await settle(pilot)
        # It may be the beginning of a sentence, whose other letters must not go to the table.
        assert pilot.app.screen is not screen
        await pilot.press("enter")
        await settle(pilot)
        assert pilot.app.screen is screen
        assert feed.sent == ["phrase well"]
        feed.tell(Chat(2, "Cleo", "", phrase="thanks"))
        await settle(pilot)
        assert "p3 Cleo: Bedankt!" in text_frame(pilot.app)


@pytest.mark.asyncio
async def test_a_chat_line_outside_the_visible_log_is_shown_on_top() -> None:
    feed = FakeFeed()
    tables.begin(feed, tables.middle(4), ())
    async with client(feed, size=SMALL) as pilot:
        feed.tell(Chat(2, "Cleo", "seen"))
        await settle(pilot)
        assert not list(pilot.app._notifications)
        await pilot.press("i")
        await settle(pilot)
        feed.tell(Chat(0, "Ann", "mine"), Chat(2, "Cleo", "hello"))
        await settle(pilot)
        assert [note.message for note in pilot.app._notifications] == ["p3 Cleo: hello"]
        assert all(note.timeout == SECONDS for note in pilot.app._notifications)


@pytest.mark.asyncio
async def test_a_waiting_player_can_remind_the_asked_one() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    feed.tell(SeatChanged(SeatInfo(1, "Bo", "human"), "taken"))
    async with client(feed, size=SMALL) as pilot:
        await pilot.press("T")
        await settle(pilot)
        assert "Remind Bo" in text_frame(pilot.app)
        await pilot.press("n")
        await settle(pilot)
        assert feed.sent == ["nudge"]
        feed.tell(NudgeNote(seat=0, asked=1))
        await settle(pilot)
        assert "reminds Bo" in text_frame(pilot.app)
        feed.tell(NudgeNote(seat=2, asked=0))
        await settle(pilot)
        assert [note.message for note in pilot.app._notifications] == ["Cleo is waiting for your decision"]


@pytest.mark.asyncio
@pytest.mark.parametrize("at_list", [False, True])
async def test_a_line_that_the_host_refuses_need_not_be_typed_anew(at_list: bool) -> None:
    feed, start = FakeFeed(), VisitHost("Ann", "192.168.1.5") if at_list else None
    connector = FakeConnector(feed)
    connector.met = True
    if not at_list:
        tables.income(feed)
    async with client(feed, start=start, connector=connector) as pilot:
        for line in ("", "wait, please", ""):
            await pilot.press("s")
            await settle(pilot)
            assert pilot.app.screen.query_one(Input).value == line
            await pilot.press("escape")
            await settle(pilot)
            if not line:
                table = connector.visitors[0] if at_list else feed
                table.tell(Refused("rate_limited", "Too much at once.", "later", "chat wait, please"))
                await settle(pilot)


@pytest.mark.asyncio
async def test_what_cannot_be_said_stays_in_the_line() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("s")
        await settle(pilot)
        typed = pilot.app.screen.query_one(Input)
        for char in "a\ue000b":
            typed.insert_text_at_cursor(char)
        typed.value = "well\u2800done"
        await pilot.press("enter")
        await settle(pilot)
        assert pilot.app.screen.query_one(Input).value == "well\u2800done"
        assert "a blank that is not a space" in " ".join(notice.message for notice in pilot.app._notifications)
        assert feed.sent == []


@pytest.mark.asyncio
async def test_spaces_of_phones_are_spaces() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("s")
        await settle(pilot)
        for char in "no\xa0\u2764\ufe0f\u202f!":
            pilot.app.screen.query_one(Input).post_message(Key(char, char))
        await settle(pilot)
        assert pilot.app.screen.query_one(Input).value == "no \u2764 !"


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [SMALL, (40, 20)])
async def test_a_phrase_is_said_by_one_click_or_by_enter(size: tuple[int, int]) -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed, size=size) as pilot:
        await pilot.press("s")
        await settle(pilot)
        assert "3  Well played!" in text_frame(pilot.app)
        await pilot.click("#phrase-2")
        await settle(pilot)
        assert feed.sent == ["phrase luck"]
        await pilot.press("s", "down", "down", "down", "enter")
        await settle(pilot)
        assert feed.sent == ["phrase luck", "phrase well"]
        # What is typed goes into the line, as before.
        await pilot.press("s")
        await settle(pilot)
        await pilot.press("h", "i", "enter")
        await settle(pilot)
        assert "Ann: hi" in table_of(pilot).session.story.lines[-1].text.plain


@pytest.mark.asyncio
async def test_a_finger_is_offered_the_phrases_and_brings_the_keyboard_by_the_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(TOUCH, "1")
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        await pilot.press("s")
        await settle(pilot)
        # No line has the cursor, which a page on a phone takes for its sign to show the keyboard.
        assert not isinstance(pilot.app.focused, Input)
        assert "Tap here to write ..." in text_frame(pilot.app)
        # Its keyboard may be there already: what is typed is what is said.
        await pilot.press("a", "b")
        await settle(pilot)
        assert isinstance(pilot.app.focused, Input)
        assert pilot.app.focused.value == "ab"
        await pilot.press("enter")
        await settle(pilot)
        assert "Ann: ab" in table_of(pilot).session.story.lines[-1].text.plain
        await pilot.press("s")
        await settle(pilot)
        assert not isinstance(pilot.app.focused, Input)
        await pilot.click(LineInput)
        await settle(pilot)
        assert isinstance(pilot.app.focused, Input)
        await pilot.press("escape")
        await settle(pilot)
        row = table_of(pilot).action_list.actions.rows[0]
        assert [fact.plain for fact in clicked_once(row).facts] == ["tap again to play"]
        await pilot.press("question_mark")
        await settle(pilot)
        assert "click" not in text_frame(pilot.app)

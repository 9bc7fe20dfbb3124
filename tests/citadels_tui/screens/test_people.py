"""What goes on around the game: the connection, the clock, rest, votes, seats, and games that are resumed."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from citadels_tui.app.app import CitadelsApp
from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.screens.people import PeopleScreen, PersonScreen
from citadels_tui.screens.result import ResultScreen
from citadels_tui.screens.resume import ResumeScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.session.start import JoinTable, ResumeTable, ShowHome
from citadels_tui.widgets.menu_item import MenuItem
from net.base.paths import journal_path, local_path
from net.client.updates import (
    Attested,
    Chat,
    Ended,
    Happened,
    Held,
    Link,
    LobbyView,
    Notice,
    Restarted,
    SeatChanged,
    SeatInfo,
    Stopped,
    Verified,
    Voted,
)
from net.local.kept_games import KeptGame
from net.protocol.host_messages import ClockNote, KnockNote, PresenceNote
from net.protocol.setup import Setup
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, settle, table_of
from tests.support.client.fake import FakeConnector, FakeFeed
from tests.support.net.left_games import keep_a_game

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]

PEOPLE = tuple(SeatInfo(seat, name, "human") for seat, name in enumerate(("Ann", "Bo", "Cleo", "Dan", "Eve")))


def with_people(feed: FakeFeed, *, owner: int = 0) -> None:
    """A running table of five persons."""
    setup = Setup(players=5)
    feed.tell(LobbyView(table="0" * 26, seats=PEOPLE, setup=setup, rules=setup.rules(), you=0, owner=owner))
    tables.income(feed)
    feed.tell(
        LobbyView(table="0" * 26, seats=PEOPLE, setup=setup, rules=setup.rules(), you=0, owner=owner, playing=True)
    )


async def test_the_connection_s_trouble_is_shown_until_it_is_over() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=(120, 40)) as pilot:
        feed.tell(Link("stale", "The host has been silent for some seconds."))
        await settle(pilot)
        assert "host is silent" in text_frame(pilot.app)
        for _ in range(3):
            feed.tell(Link("reconnecting", "The connection to the host was lost."))
        await settle(pilot)
        frame = text_frame(pilot.app)
        assert "reconnecting..." in frame
        feed.tell(Link("live"), Restarted(1))
        await settle(pilot)
        frame = text_frame(pilot.app)
        assert "reconnecting..." not in frame
        assert frame.count("The connection to the host was lost.") == 1
        assert "The connection is back." in frame
        assert "The game goes on where it was left." in frame


async def test_while_the_host_is_away_it_is_said_that_it_is_waited_for() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=(120, 40)) as pilot:
        feed.tell(Link("reconnecting", "The connection to the host was lost."))
        await settle(pilot)
        frame = text_frame(pilot.app)
        assert "Your turn, King" not in frame
        assert "Waiting for it to come back." in frame
        await pilot.press("g")
        await settle(pilot)
        assert feed.sent == ["gold"]
        assert [toast.message for toast in pilot.app._notifications] == [
            "Your choice is sent as soon as the host is back."
        ]
        feed.tell(Link("live"))
        await settle(pilot)
        # What was chosen meanwhile goes to the host now.
        frame = text_frame(pilot.app)
        assert "Waiting for it to come back." not in frame
        assert "Your choice is on its way." in frame


@pytest.mark.parametrize(("owner", "said"), [(0, "T, then p, lets it go on."), (1, "paused until Bo lets it go on.")])
async def test_while_the_game_rests_it_is_said_who_lets_it_go_on(owner: int, said: str) -> None:
    feed = FakeFeed()
    with_people(feed, owner=owner)
    async with client(feed, size=(120, 40)) as pilot:
        feed.tell(Held(True))
        await settle(pilot)
        frame = text_frame(pilot.app)
        assert "Your turn, King" not in frame
        assert said in frame
        feed.tell(Held(False))
        await settle(pilot)
        assert "Your turn, King" in text_frame(pilot.app)


async def test_a_player_who_loses_a_seat_is_told_so() -> None:
    feed = FakeFeed()
    with_people(feed, owner=1)
    async with client(feed, size=(120, 40)) as pilot:
        feed.tell(SeatChanged(SeatInfo(0, "Otto", "bot", "steward"), "bot"))
        await settle(pilot)
        said = "Your seat was given away: Otto plays for you from now on, and you watch"
        assert said[:30] in text_frame(pilot.app)
        assert [toast.message for toast in pilot.app._notifications] == [said]


async def test_taking_a_seat_is_no_absence() -> None:
    feed = FakeFeed()
    with_people(feed)
    async with client(feed, size=(120, 40)) as pilot:
        feed.tell(
            SeatChanged(SeatInfo(1, "Zoe", "human", connected=False), "taken"), PresenceNote(seat=1, connected=True)
        )
        await settle(pilot)
        assert "Zoe takes the seat of Bo" in text_frame(pilot.app)
        assert "Zoe is back" not in text_frame(pilot.app)
        feed.tell(PresenceNote(seat=1, connected=False), PresenceNote(seat=1, connected=True))
        await settle(pilot)
        assert "Zoe is back" in text_frame(pilot.app)


async def test_errors_are_told_before_the_table_is_shown() -> None:
    feed = FakeFeed()
    said = "A stored table cannot be brought back, and stays as it is: [b]it[/b] is damaged."
    feed.tell(Notice("stored", said))
    tables.income(feed)
    async with client(feed, size=(120, 40)) as pilot:
        feed.tell(Notice("stored", said))
        await settle(pilot)
        assert "A stored table cannot be brought back" in text_frame(pilot.app)
        assert isinstance(pilot.app, CitadelsApp)
        assert pilot.app.table.session
        assert [line.text.plain for line in pilot.app.table.session.story.lines].count(said) == 2
        assert [toast.message for toast in pilot.app._notifications if toast.severity == "warning"] == [said]


async def test_the_clock_is_shown_and_stands_while_the_game_is_paused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1000.0
    for module in ("session.table_clock", "screens.table"):
        monkeypatch.setattr(f"citadels_tui.{module}.monotonic", lambda: now)
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        seat = screen.view.asked.seat if screen.view.asked else 0
        feed.tell(ClockNote(seat=seat, ms=90_000, reserve=30_000))
        await settle(pilot)
        assert "your time: 2:00" in text_frame(pilot.app)
        now += 30
        screen.show_time()
        await settle(pilot)
        assert "your time: 1:30" in text_frame(pilot.app)
        feed.tell(Held(True))
        await settle(pilot)
        frame = text_frame(pilot.app)
        assert "the game is paused" in frame
        assert "your time" not in frame.splitlines()[0]
        feed.tell(ClockNote(seat=seat + 1, ms=90_000, reserve=30_000), Held(False))
        await settle(pilot)
        assert ":00" not in text_frame(pilot.app).splitlines()[0]


async def test_the_screen_says_whose_time_runs() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        assert screen.view.asked is not None
        seat = screen.view.asked.seat
        feed.tell(ClockNote(seat=seat, ms=90_000, reserve=30_000))
        await settle(pilot)
        assert re.search(rf"{screen.voice.name(seat)}: \d:\d\d left", text_frame(pilot.app).splitlines()[0])


async def test_the_owner_decides_about_the_table() -> None:
    feed = FakeFeed()
    with_people(feed)
    async with client(feed) as pilot:
        await pilot.press("T")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PeopleScreen)
        # A row for each person: what to do about them is asked then.
        assert [item.label for item in pilot.app.screen.query(MenuItem)][2:] == ["Bo", "Cleo", "Dan", "Eve"]
        await pilot.press("p")
        await settle(pilot)
        assert feed.sent == ["hold True"]
        await pilot.press("T", "down", "down", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PersonScreen)
        assert "Open the seat" in text_frame(pilot.app)
        await pilot.press("down", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ConfirmScreen)
        await pilot.press("n")
        await settle(pilot)
        assert feed.sent == ["hold True"]
        assert isinstance(pilot.app.screen, PeopleScreen)
        await pilot.press("enter", "down", "down", "enter", "y")
        await settle(pilot)
        assert feed.sent[-1] == "hand_over 1 True False"
        await pilot.press("T", "down", "down", "enter", "down", "down", "down", "enter", "y")
        await settle(pilot)
        assert feed.sent[-1] == "hand_over 1 False True"
        assert isinstance(pilot.app.screen, TableScreen)


async def test_somebody_is_muted_before_they_have_said_anything() -> None:
    feed = FakeFeed()
    with_people(feed, owner=1)
    async with client(feed) as pilot:
        await pilot.press("T", "down", "enter")
        await settle(pilot)
        assert "Mute Bo" in text_frame(pilot.app)
        await pilot.press("enter")
        await settle(pilot)
        feed.tell(Chat(1, "Bo", "you will not read this"))
        await settle(pilot)
        assert "you will not read this" not in text_frame(pilot.app)
        await pilot.press("T")
        await settle(pilot)
        assert re.search("Bo +muted", text_frame(pilot.app))


async def test_who_is_alone_is_asked_for_no_vote_and_no_pause() -> None:
    feed = FakeFeed()
    with_people(feed)
    alone = (PEOPLE[0], *(each._replace(kind="bot") for each in PEOPLE[1:]))
    setup = Setup(players=5)
    feed.tell(LobbyView("0" * 26, alone, setup, setup.rules(), you=0, owner=0, playing=True))
    async with client(feed) as pilot:
        assert "T Table" not in text_frame(pilot.app)
        await pilot.press("T")
        await settle(pilot)
        assert not pilot.app.screen.query(MenuItem)
        assert "nobody else is at this table" in text_frame(pilot.app)
        await pilot.press("p", "v", "escape")
        await settle(pilot)
        assert feed.sent == []


async def test_the_owner_lets_somebody_sit_down_by_one_key() -> None:
    feed, pub = FakeFeed(), bytes(range(32))
    with_people(feed)
    async with client(feed, size=(120, 40)) as pilot:
        await pilot.press("A")
        await settle(pilot)
        assert feed.sent == []
        for _ in range(2):
            feed.tell(KnockNote(name="Friend", pub=pub))
            await settle(pilot)
            assert "Friend would like a bot's seat" in text_frame(pilot.app)
            await pilot.press("A")
            await settle(pilot)
            assert feed.sent.pop() == f"admit {pub!r}"
        feed.tell(KnockNote(name="Friend", pub=pub))
        await settle(pilot)
        await pilot.press("T")
        await settle(pilot)
        assert "Friend: let them sit down" in text_frame(pilot.app)


async def test_who_stands_in_for_the_owner_sends_nobody_away() -> None:
    feed = FakeFeed()
    with_people(feed)
    lobby = LobbyView(
        "0" * 26, PEOPLE, Setup(players=5), Setup(players=5).rules(), you=0, owner=0, playing=True, stands_in=True
    )
    away = next(info for info in PEOPLE if info.kind == "human" and info.seat)
    feed.tell(lobby, PresenceNote(seat=away.seat, connected=False))
    async with client(feed, size=(120, 40)) as pilot:
        await settle(pilot)
        await pilot.press("T")
        await settle(pilot)
        frame = text_frame(pilot.app)
        assert "Pause the game" in frame
        assert re.search(f"{away.name} +away", frame)
        await pilot.press("down", "down", "enter")
        await settle(pilot)
        frame = text_frame(pilot.app)
        assert re.search("Let a bot play +until they are back", frame)
        assert "Open the seat" not in frame
        assert "Remove" not in frame


async def test_a_guest_may_vote_and_take_the_vote_back() -> None:
    feed = FakeFeed()
    with_people(feed, owner=1)
    async with client(feed, size=(120, 40)) as pilot:
        await pilot.press("T")
        await settle(pilot)
        assert "Pause the game" not in text_frame(pilot.app)
        await pilot.press("v", "y")
        await settle(pilot)
        assert feed.sent == ["vote True"]
        assert "Ann would like to end the game (1 of 2 votes)" in text_frame(pilot.app)
        await pilot.press("T", "v")
        await settle(pilot)
        assert feed.sent == ["vote True", "vote False"]
        # Without its owner, any player lets a game that rests go on.
        feed.tell(Held(True), PresenceNote(seat=1, connected=False))
        await settle(pilot)
        await pilot.press("T", "p")
        await settle(pilot)
        assert feed.sent[-1] == "hold False"


async def test_changes_of_seats_and_game_are_told() -> None:
    feed = FakeFeed()
    with_people(feed)
    async with client(feed, size=(120, 40)) as pilot:
        feed.tell(
            SeatChanged(SeatInfo(1, "Bertram", "bot", "steward"), "open"),
            SeatChanged(SeatInfo(1, "Zoe", "human"), "taken"),
            Voted(1, True, 3, 3),
            Stopped("voted"),
            Verified(True, "Verified: all is well.", None),
        )
        await settle(pilot)
        frame = text_frame(pilot.app)
        for line in (
            "Bertram plays for Bo until somebody takes the",
            "Zoe takes the seat of Bertram",
            "The players have ended the game.",
        ):
            assert line in frame
        assert "─ Zoe " in frame
        assert "Take gold" not in frame


async def test_the_result_tells_what_the_check_has_found() -> None:
    feed = FakeFeed()
    tables.end(feed)
    async with client(feed) as pilot:
        assert "Checking the deal" in text_frame(pilot.app)
        feed.tell(Verified(True, "Verified: all is well.", Path("/home/an ant/x.proof")))
        await settle(pilot)
        await pilot.press("v")
        await settle(pilot)
        frame = text_frame(pilot.app)
        assert "Verified: all is well." in frame
        # It can be typed as it stands.
        assert "citadels verify '/home/an ant/x.proof'" in frame
        await pilot.press("v")
        await settle(pilot)
        assert "citadels verify" not in text_frame(pilot.app)
        assert "Deal and moves verified (v: more)" in text_frame(pilot.app)
        feed.tell(Verified(False, "Something is wrong.", None))
        await settle(pilot)
        assert "The check has found something wrong (v: more)" in text_frame(pilot.app)


async def test_the_result_tells_who_has_signed_the_end() -> None:
    feed = FakeFeed()
    tables.end(feed)
    async with client(feed) as pilot:
        feed.tell(Verified(True, "Verified: all is well.", None), Attested(0))
        await settle(pilot)
        assert "signed" not in text_frame(pilot.app)
        feed.tell(Attested(2))
        await settle(pilot)
        await pilot.press("v")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, ResultScreen)
        names = screen.session.voice.names
        assert f"{names[0]}, {names[2]} have signed the same end of the game." in text_frame(pilot.app)


async def test_leaving_says_what_becomes_of_the_game() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("q")
        await settle(pilot)
        assert "Nobody has made a move yet" in text_frame(pilot.app)
        await pilot.press("escape")
        feed.tell(Happened(2, 0, "player", (), tables.middle()))
        await settle(pilot)
        await pilot.press("q")
        await settle(pilot)
        assert "resumes it" in text_frame(pilot.app)
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, start=JoinTable("Ann", "127.0.0.1")) as pilot:
        await settle(pilot)
        if isinstance(pilot.app.screen, ConfirmScreen):
            await pilot.press("y")
            await settle(pilot)
        await pilot.press("q")
        await settle(pilot)
        assert "Bots answer for you" in text_frame(pilot.app)
        await pilot.press("escape")
        view = tables.middle()
        view.seat = None
        feed.tell(Happened(2, 1, "bot", (), view))
        await settle(pilot)
        await pilot.press("q")
        await settle(pilot)
        assert "Stop watching this game?" in text_frame(pilot.app)


@pytest.mark.thorough
@pytest.mark.parametrize("hosted", [False, True])
async def test_home_takes_a_game_up_again(hosted: bool) -> None:
    async with client() as pilot:
        assert "Resume a game" not in text_frame(pilot.app)
    path = journal_path() if hosted else local_path() / "game.db"
    await keep_a_game(path)
    connector = FakeConnector(FakeFeed())
    tables.income(connector.feed)
    async with client(start=ShowHome("Ann"), connector=connector) as pilot:
        assert "Resume a game" in text_frame(pilot.app)
        await pilot.press("r")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ResumeScreen)
        assert [type(game) for game in pilot.app.screen.games] == [KeptGame]
        assert ("Deluxe, 2 players, hosted" if hosted else "Deluxe, 2 players  ") in text_frame(pilot.app)
        await pilot.press("enter")
        await settle(pilot)
        assert connector.started == [ResumeTable("Ann", path, hosted=hosted)]
        assert isinstance(pilot.app.screen, TableScreen)


async def test_a_long_story_that_comes_at_once_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes back to a long game gets all of it in a moment."""
    drawn = 0
    show = TableScreen.show

    def counting(self: TableScreen) -> None:
        nonlocal drawn
        drawn += 1
        show(self)

    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        monkeypatch.setattr(TableScreen, "show", counting)
        feed.tell(*[PresenceNote(seat=1, connected=bool(n % 2)) for n in range(300)])
        await settle(pilot)
        assert 1 <= drawn < 10
        assert not any(isinstance(update, Ended) for update in list(feed.queue._queue))  # type: ignore[attr-defined]


@pytest.mark.thorough
async def test_of_many_games_that_were_left_the_newest_are_looked_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citadels_tui.screens.resume._PAGE", 2)
    for number in range(3):
        await keep_a_game(local_path() / f"{number}.db")
        os.utime(local_path() / f"{number}.db", (number, number))
    async with client(start=ShowHome("Ann")) as pilot:
        await pilot.press("r")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, ResumeScreen)
        assert [game.journal.stem for game in screen.games] == ["2", "1"]
        await pilot.press("up", "enter")
        await settle(pilot)
        assert [game.journal.stem for game in screen.games] == ["2", "1", "0"]
        assert isinstance(pilot.app.focused, MenuItem)
        assert pilot.app.focused.id == "game-2"

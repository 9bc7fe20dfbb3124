"""Guests who come for the first time are asked whether they know the game, and led to the guided one."""

from __future__ import annotations

from pathlib import Path

import pytest

from citadels_tui.guests import met_guests
from citadels_tui.guests.guest_client import GuestApp, GuestConnector
from citadels_tui.guests.met_guests import meet
from citadels_tui.guests.ticket import make_ticket
from citadels_tui.screens.lobby import LobbyScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.screens.tables import TablesScreen
from citadels_tui.screens.welcome import WelcomeScreen
from citadels_tui.session.start import JoinTable, PlayGame, VisitHost
from citadels_tui.widgets.thing_list import ThingList
from net.identity.crypto import Identity
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import settle, until
from tests.support.client.fake import FakeConnector, FakeFeed

TABLE = JoinTable("Ada", "0" * 26, called="friday")
LIST = VisitHost("Ada", "")


def test_nobody_is_new_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(met_guests, "_MOST", 3)
    file = tmp_path / "guests_met"
    assert [meet(file, who) for who in (b"a", b"b", b"a", b"b")] == [True, True, False, False]
    # Nobody can be told by what is kept of them, and it does not grow.
    assert b"a" not in file.read_bytes().replace(b"\0", b"") or len(file.read_bytes()) == 16
    assert [meet(file, who) for who in (b"c", b"d", b"b", b"a")] == [True, True, False, True]
    assert len(file.read_bytes()) == 24
    # Where nothing can be remembered nobody is asked at every visit.
    assert not meet(tmp_path, b"e")


def test_a_ticket_says_who_is_new(tmp_path: Path) -> None:
    host, given = Identity.new(), (Path("host.sock"), "ssh", "who", "127.0.0.1", "Ada", "", dict[str, str]())
    made = [make_ticket(host, *given, met=tmp_path / "met").newcomer for _ in range(2)]  # type: ignore[arg-type]
    assert made == [True, False]
    assert not make_ticket(host, *given).newcomer  # type: ignore[arg-type]


def guest(start: JoinTable | VisitHost, connector: FakeConnector, tmp_path: Path) -> GuestApp:
    """A guest who has never been here."""
    host = Identity.new()
    ticket = make_ticket(host, Path("host.sock"), "web", "who", "", "Ada", "", {}, met=tmp_path / "met")
    assert isinstance(GuestConnector(ticket), GuestConnector)
    return GuestApp(start, connector, ticket, "", ascii=False)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.asyncio
@pytest.mark.parametrize("start", [TABLE, LIST])
async def test_a_new_guest_is_asked_and_learns(start: JoinTable | VisitHost, tmp_path: Path) -> None:
    feed = FakeFeed()
    tables.income(feed)
    connector = FakeConnector(feed)
    connector.met = True
    app = guest(start, connector, tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, WelcomeScreen)
        assert connector.started == []
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        (lesson,) = connector.started
        assert isinstance(lesson, PlayGame)
        assert (lesson.lesson, lesson.kept, lesson.chosen_at) == (True, False, start)
        await settle(pilot)
        await pilot.press("q")
        await until(pilot, lambda: "It is not kept here." in text_frame(app))
        await settle(pilot)
        await pilot.press("y")
        # To where they wanted to go.
        await until(pilot, lambda: connector.started[-1] == start)
        await settle(pilot)


@pytest.mark.slow
@pytest.mark.asyncio
@pytest.mark.parametrize("start", [TABLE, LIST])
async def test_a_new_guest_who_knows_the_game_goes_on(start: JoinTable | VisitHost, tmp_path: Path) -> None:
    feed = FakeFeed()
    tables.lobby(feed)
    connector = FakeConnector(feed)
    connector.met = True
    app = guest(start, connector, tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("y")
        await settle(pilot)
        assert connector.started == [start]
        if start == TABLE:
            # What this connector asks about every host.
            await pilot.press("y")
            await settle(pilot)
        assert isinstance(app.screen, LobbyScreen if start == TABLE else TablesScreen)
        if start == LIST:
            # The same rows as for everybody else.
            rows = [thing.id for thing in app.screen.query_one(ThingList).things]
            assert rows[:3] == ["at_once", "learn", "open"]

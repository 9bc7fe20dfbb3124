"""Forms for tables that others can join: all of them offer every option of a table."""

from __future__ import annotations

from typing import Any

import pytest
from textual.widgets import Input

from citadels_tui.screens.host import HostScreen
from citadels_tui.screens.new_game import NewGameScreen
from citadels_tui.screens.open_table import OpenTableScreen
from citadels_tui.screens.table_form import TableForm
from citadels_tui.session.start import HostTable, JoinTable, OwnHost, PlayGame, ShowHome, VisitHost
from citadels_tui.settings.settings import load
from citadels_tui.widgets.choice import Choice
from net.client.visitor import TableOpened
from net.host.opening import Reach
from net.identity.known_hosts import KnownHosts
from net.protocol.table_options import USUAL, TableOptions
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, settle
from tests.support.client.fake import FakeConnector, FakeFeed
from tests.support.tiers import tiered

WANTED: dict[str, Any] = {
    "title": "Friday",
    "private": False,
    "listed": False,
    "start_when": 3,
    "bots_after": 60.0,
    "bots_yield": False,
    "series": 3,
    "turn_time": 45.0,
    "reserve": 300.0,
    "spectator_delay": 60.0,
    # As the settings say.
    "bot_pause": 0.8,
}


def choose(screen: TableForm, **wanted: Any) -> None:
    """Choose these options."""
    for name, value in wanted.items():
        if name == "bot_pause":
            continue
        row: Any = screen.query_one(f"#{name}")
        assert row in screen.focus_chain, name
        if isinstance(row, Choice):
            row.choose(value)
            assert row.value == value
        else:
            assert isinstance(row, Input)
            row.value = value


def test_every_option_is_wanted_here() -> None:
    assert set(WANTED) == set(TableOptions.model_fields)
    assert not any(getattr(USUAL, name) == value for name, value in WANTED.items() if name != "bot_pause")


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_table_of_ones_own_has_every_option() -> None:
    connector = FakeConnector(FakeFeed())
    async with client(start=ShowHome("Ann"), connector=connector) as pilot:
        await pilot.press("o")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, HostScreen)
        screen.action_more()
        await settle(pilot)
        choose(screen, **WANTED | {"title": "x" * 39 + "\u4e00"})
        screen.query_one("#players").focus()
        await pilot.press("s")
        await settle(pilot)
        assert connector.started == []
        assert any("This title cannot be used" in said.message for said in pilot.app._notifications)
        choose(screen, title="Friday")
        await pilot.press("s")
        await settle(pilot)
        (start,) = connector.started
        assert isinstance(start, HostTable)
        assert start.order.options == TableOptions(**WANTED)


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_table_at_another_host_has_every_option() -> None:
    connector = FakeConnector(FakeFeed())
    connector.met = True
    async with client(start=VisitHost("Ann", "192.168.1.5"), connector=connector) as pilot:
        (visitor,) = connector.visitors
        await pilot.press("o")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, OpenTableScreen)
        assert screen.checked_options() == USUAL.model_copy(update={"private": False})
        screen.action_more()
        await settle(pilot)
        choose(screen, **WANTED)
        screen.query_one("#players").focus()
        await pilot.press("s")
        await settle(pilot)
        (said,) = visitor.sent
        assert said.endswith(f"'options': {TableOptions(**WANTED).model_dump(exclude_defaults=True)}}}")


ROWS = {
    "n": ["players", "cards", "level", "here", "more", "start"],
    "o": ["who", "players", "cards", "botseats", "turn_time", "more", "start"],
}


@pytest.mark.slow
@pytest.mark.asyncio
@pytest.mark.parametrize("size", tiered([(40, 20), (80, 24), (120, 40), (200, 60)], [(40, 20)]), ids=str)
@pytest.mark.parametrize("key", ROWS)
async def test_a_form_has_few_rows_and_its_start_is_always_on_the_screen(key: str, size: tuple[int, int]) -> None:
    async with client(start=ShowHome("Ann"), connector=FakeConnector(FakeFeed()), size=size) as pilot:
        await pilot.press(key)
        await settle(pilot)
        screen = pilot.app.screen
        assert [row.id for row in screen.focus_chain] == ROWS[key]
        # All of them can be seen at once, and what is told of the cards may be cut.
        assert all(pilot.app.screen.region.contains_region(row.region) for row in screen.focus_chain)
        await pilot.press("m", "up", "up", "up", "m")
        await settle(pilot)
        await pilot.press("m")
        await settle(pilot)
        for _ in range(len(screen.focus_chain)):
            start = screen.query_one("#start")
            assert screen.region.contains_region(start.region)
            assert start.region.height == 1
            await pilot.press("down")


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_table_at_another_host_has_few_rows_too() -> None:
    connector = FakeConnector(FakeFeed())
    connector.met = True
    async with client(start=VisitHost("Ann", "192.168.1.5"), connector=connector, size=(40, 20)) as pilot:
        await pilot.press("o")
        await settle(pilot)
        rows = [row.id for row in pilot.app.screen.focus_chain]
        assert rows == ["players", "cards", "botseats", "turn_time", "private", "more", "start"]


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_friend_on_the_internet_is_invited_by_four_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it is known how the machine is reached."""
    monkeypatch.setattr("citadels_tui.table_list.ways_in.own_addresses", lambda: ["192.168.1.20"])
    connector = FakeConnector(FakeFeed())
    async with client(start=ShowHome("Ann"), connector=connector) as pilot:
        await pilot.press("o", "right", "s")
        await settle(pilot)
        assert connector.started == []
        assert any("outer address of your router" in said.message for said in pilot.app._notifications)
        # The line has the focus; enter leads to the next row.
        await pilot.press(*"play.example.org", "enter", "s")
        await settle(pilot)
        (start,) = connector.started
        assert isinstance(start, HostTable)
        assert (start.order.bind, start.order.reach) == ("", Reach(address="play.example.org:7447", announce=True))
    connector = FakeConnector(FakeFeed())
    async with client(start=ShowHome("Ann"), connector=connector) as pilot:
        pilot.app.remember(address=load()[0].address)  # type: ignore[attr-defined]
        await pilot.press("o", "right", "s")
        await settle(pilot)
        (start,) = connector.started
        assert isinstance(start, HostTable)
        assert start.order.reach == Reach(address="play.example.org:7447", announce=True)


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_machine_with_an_address_of_its_own_needs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citadels_tui.table_list.ways_in.own_addresses", lambda: ["8.8.4.4"])
    connector = FakeConnector(FakeFeed())
    async with client(start=ShowHome("Ann"), connector=connector) as pilot:
        await pilot.press("o", "right")
        await settle(pilot)
        assert "an address of its own, 8.8.4.4" in text_frame(pilot.app)
        await pilot.press("s")
        await settle(pilot)
        (start,) = connector.started
        assert isinstance(start, HostTable)
        assert (start.order.bind, start.order.reach) == ("", Reach(announce=True))


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_table_is_opened_at_a_host_that_is_known() -> None:
    for address in ("192.168.1.9:7447", "play.example.org:7447", "dragon.local:7447"):
        KnownHosts().remember(address, address.encode().ljust(32)[:32])
    feed = FakeFeed()
    tables.lobby(feed)
    connector = FakeConnector(feed)
    connector.met = True
    async with client(start=ShowHome("Ann"), connector=connector) as pilot:
        await pilot.press("o", "right", "down", "left")
        await settle(pilot)
        page = text_frame(pilot.app)
        assert "at play.example.org:7447" in page
        assert "which you know" in page
        await pilot.press("s")
        await settle(pilot)
        (visitor,) = connector.visitors
        assert [said.split()[:3] for said in visitor.sent] == [["open", "4", "deluxe"]]
        invite = visitor.invite("0" * 26)
        visitor.tell(TableOpened(invite))
        await settle(pilot)
        start = connector.started[-1]
        assert isinstance(start, JoinTable)
        assert start.target == str(invite)
        # Leaving leads to the list, at which no other table is opened.
        assert start.chosen_at is not None
        assert start.chosen_at.opens is None


@pytest.mark.slow
@pytest.mark.asyncio
async def test_people_at_one_keyboard_begin_at_once() -> None:
    feed = FakeFeed()
    tables.income(feed)
    connector = FakeConnector(feed)
    async with client(feed, start=ShowHome("Ann"), connector=connector) as pilot:
        await pilot.press("o", "left")
        await settle(pilot)
        assert "< 2 people >" in text_frame(pilot.app)
        pilot.app.screen.query_one("#person2", Input).value = "Bo"
        await pilot.press("s")
        await settle(pilot)
        (start,) = connector.started
        assert isinstance(start, PlayGame)
        assert (start.others, start.order.options.turn_time, start.order.bind) == (("Bo",), 90.0, "127.0.0.1")


@pytest.mark.slow
@pytest.mark.asyncio
async def test_the_great_wall_is_asked_about_only_where_it_can_be_built() -> None:
    async with client(start=ShowHome("Ann"), connector=FakeConnector(FakeFeed())) as pilot:
        await pilot.press("n", "m")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, NewGameScreen)
        walls = screen.query_one("#option_wall_covers_itself")
        assert walls not in screen.focus_chain
        screen._pick(("great_wall",))
        screen.query_one("#uniques", Choice).choose("own")
        screen.adapt()
        await settle(pilot)
        assert walls in screen.focus_chain


@pytest.mark.slow
@pytest.mark.asyncio
async def test_guests_by_ssh_are_let_in_by_a_host_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("citadels_tui.table_list.ways_in", "citadels_tui.screens.host"):
        monkeypatch.setattr(f"{module}.own_addresses", lambda: ["8.8.4.4"])
    for there in (False, True):
        monkeypatch.setattr("citadels_tui.table_list.ways_in.find_spec", lambda _, there=there: there or None)
        connector = FakeConnector(FakeFeed())
        connector.met = True
        async with client(start=ShowHome("Ann"), connector=connector) as pilot:
            await pilot.press("o", "right", "down", "right", "right")
            await settle(pilot)
            assert ("Friends need nothing but ssh" in text_frame(pilot.app)) == there
            await pilot.press("s")
            await settle(pilot)
            if not there:
                assert connector.started == []
                assert any("a package is missing" in said.message for said in pilot.app._notifications)
                continue
            (start,) = connector.started
            assert isinstance(start, VisitHost)
            assert (start.target, start.serves) == ("8.8.4.4:7447", OwnHost(7447, 2222, ""))
            # Whoever comes by SSH can give the name of a table, and no invitation.
            assert "'private': False" in connector.visitors[0].sent[0]

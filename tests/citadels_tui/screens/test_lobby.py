"""The lobby: what the owner prepares, and what a guest sees of it."""

from __future__ import annotations

import pytest

from citadels_tui.screens.lobby import LobbyScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.session.start import HostTable
from net.client.updates import LobbyView, Refused, Started
from net.local.order import Order
from net.protocol.table_options import TableOptions
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, settle
from tests.support.client.fake import NAMES, FakeFeed, seats

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]


async def test_the_lobby_by_keys() -> None:
    feed = FakeFeed()
    tables.lobby(feed)
    async with client(feed, start=HostTable("Ann", Order())) as pilot:
        assert isinstance(pilot.app.screen, LobbyScreen)
        page = text_frame(pilot.app)
        assert "Cleo (bot, steward)" in page
        assert "citadels://192.168.1.5#" in page
        await pilot.press("b", "down", "down", "r", "end", "r", "minus", "plus", "g")
        await settle(pilot)
        assert feed.sent == [
            "add_bot steward None",
            "remove_bot 2",
            "remove_bot 2",
            "configure 4",
            "configure 6",
            "start",
        ]
        view = tables.middle()
        feed.tell(Started(view.rules, seats(5), NAMES[:5], 0, view))
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)


async def test_the_lobby_says_what_the_host_refuses() -> None:
    feed = FakeFeed()
    tables.lobby(feed)
    async with client(feed, start=HostTable("Ann", Order())) as pilot:
        feed.tell(Refused("open_seats", "A seat is open.", "now", "start"))
        await settle(pilot)
        assert "A seat is open." in [n.message for n in pilot.app._notifications]


@pytest.mark.parametrize(
    ("delay", "you", "said"),
    [(300.0, None, "You see it from its beginning, 5 minutes later."), (300.0, 0, "on its way")],
)
async def test_who_comes_during_a_game_reads_that_it_has_begun(delay: float, you: int | None, said: str) -> None:
    feed = FakeFeed()
    tables.lobby(feed)
    lobby = feed.queue.get_nowait()
    assert isinstance(lobby, LobbyView)
    options = TableOptions(title="Friday", spectator_delay=delay)
    feed.tell(lobby._replace(playing=True, you=you, options=options))
    async with client(feed, start=HostTable("Ann", Order())) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, LobbyScreen)
        page = text_frame(pilot.app)
        assert "The game has begun: Friday" in page
        assert said in page
        keys = {each.binding.id for each in screen.active_bindings.values()}
        assert not keys & {"lobby.start", "lobby.bot", "lobby.remove", "lobby.more", "lobby.ready"}
        assert "lobby.chat" in keys


async def test_a_guest_only_waits() -> None:
    feed = FakeFeed()
    tables.lobby(feed)
    lobby = feed.queue.get_nowait()
    assert isinstance(lobby, LobbyView)
    feed.tell(LobbyView(table=lobby.table, seats=lobby.seats, setup=lobby.setup, rules=lobby.rules, you=1, owner=0))
    async with client(feed, start=HostTable("Bo", Order())) as pilot:
        page = text_frame(pilot.app)
        assert "Waiting for Ann to start the game." in page
        assert "g Start" not in page
        assert "y Copy" in page
        await pilot.press("b", "g")
        await settle(pilot)
        assert feed.sent == []


async def test_without_an_invitation_there_is_none_to_copy() -> None:
    feed = FakeFeed()
    feed.invite = None
    tables.lobby(feed)
    async with client(feed, start=HostTable("Ann", Order())) as pilot:
        assert "y Copy" not in text_frame(pilot.app)


async def test_the_time_until_bots_take_the_open_seats_is_counted_down(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("citadels_tui.screens.lobby.monotonic", lambda: now[0])
    feed = FakeFeed()
    tables.lobby(feed)
    lobby = feed.queue.get_nowait()
    assert isinstance(lobby, LobbyView)
    feed.tell(lobby._replace(options=TableOptions(bots_after=10.0), fills=9.0))
    async with client(feed, start=HostTable("Bo", Order())) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, LobbyScreen)
        assert "Bots take the open seats in 9 seconds" in text_frame(pilot.app)
        now[0] += 5
        screen._count_down()
        await settle(pilot)
        assert "Bots take the open seats in 4 seconds" in text_frame(pilot.app)
        feed.tell(lobby._replace(options=TableOptions(bots_after=10.0)))
        await settle(pilot)
        assert "10 seconds after the first player has" in " ".join(text_frame(pilot.app).split())

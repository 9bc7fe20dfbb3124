"""Running the client in a test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import monotonic

from textual.command import Command, CommandList, CommandPalette, DiscoveryHit, Hit
from textual.pilot import Pilot
from textual.widgets._toast import Toast

from citadels_tui.app.app import CitadelsApp
from citadels_tui.screens.table import TableScreen
from citadels_tui.session.start import PlayGame, ShowHome, Start
from net.host.opening import Opening
from net.local.order import Order
from tests.citadels_tui.conftest import text_frame
from tests.support.client.fake import FakeConnector, FakeFeed

WAIT = 240.0
"""Seconds after which something that must happen does not happen any more, on any machine."""
SMALL, LARGE = (80, 24), (120, 40)
PLAY = PlayGame("Ann", Order(opening=Opening(bots=("random",) * 3)))


@asynccontextmanager
async def client(
    feed: FakeFeed | None = None,
    *,
    size: tuple[int, int] = SMALL,
    start: Start | None = None,
    ascii: bool = False,
    connector: FakeConnector | None = None,
) -> AsyncIterator[Pilot[int]]:
    """The client at a table of one's own, or at home without one."""
    begin = start or (PLAY if feed else ShowHome("Ann"))
    app = CitadelsApp(begin, ascii=ascii, connector=connector or FakeConnector(feed or FakeFeed()))
    async with app.run_test(size=size, notifications=True) as pilot:
        await settle(pilot)
        app.clear_notifications()
        # They may be shown under a question that was asked since.
        for screen in app.screen_stack:
            await screen.query(Toast).remove()
        await settle(pilot)
        yield pilot
        # As an app that ends by itself does; the end of `run_test` would take away what they still look for.
        app.workers.cancel_all()


async def settle(pilot: Pilot[int]) -> None:
    """Wait until what was told has been drawn."""
    for _ in range(3):
        await pilot.pause()


async def until(pilot: Pilot[int], true: Callable[[], bool]) -> None:
    """Wait for something to come true."""
    end = monotonic() + WAIT
    while not true():
        assert monotonic() < end, "it did not come true in time"
        await pilot.pause(0.02)


async def look_up(pilot: Pilot[int], text: str) -> None:
    """Type something into the open palette, and wait until all that it finds is there."""
    await settle(pilot)
    await pilot.press(*text)
    await settle(pilot)
    group = CommandPalette._GATHER_COMMANDS_GROUP
    await until(pilot, lambda: not any(worker.group == group for worker in pilot.app.workers if not worker.is_finished))
    # The search may not have begun yet: then what was there before anything was typed is still listed.
    kind = Hit if text else DiscoveryHit
    options = pilot.app.screen.query_one(CommandList)
    await until(
        pilot,
        lambda: (
            bool(options.options)
            and all(isinstance(each.hit, kind) for each in options.options if isinstance(each, Command))
        ),
    )
    await settle(pilot)


def shown(pilot: Pilot[int]) -> str:
    """All that is on the screen, as text."""
    return text_frame(pilot.app)


def table_of(pilot: Pilot[int]) -> TableScreen:
    """The table, which is on the screen."""
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    return screen

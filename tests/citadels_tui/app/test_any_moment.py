"""Whatever is typed, clicked and told, in whatever moment: nothing ends the client but its player."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from typing import Any

import pytest
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Key, MouseDown, MouseMove, MouseUp, Resize
from textual.geometry import Size
from textual.keys import _character_to_key
from textual.pilot import Pilot

from citadels_tui.app.app import CitadelsApp
from citadels_tui.session.start import ShowHome
from tests.support.client import tables
from tests.support.client.driving import PLAY, WAIT, settle
from tests.support.client.fake import FakeConnector, FakeFeed
from tests.support.client.shown import SCREENS, shown
from tests.support.tiers import tiered

pytestmark = [pytest.mark.slow, pytest.mark.asyncio, pytest.mark.usefixtures("elsewhere")]

KEYS = (
    *"abcdefghijklmnoprstuvwxyzGHJKLMRSTVW0123456789 ?,./:+-",
    *("up", "down", "left", "right", "tab", "shift+tab", "pageup", "pagedown", "home", "end", "backspace"),
    *("ctrl+p", "ctrl+l", "ctrl+g", "f1", "f2", "f3", "f4"),
    *("enter", "escape") * 3,
)
"""Not q, which would end most storms early."""
SIZES = (30, 10), (40, 30), (60, 20), (80, 24), (81, 25), (120, 40), (200, 60)
NEWS = (
    *map(partial, (tables.income, tables.building, tables.waiting, tables.end, tables.drafting)),
    partial(tables.warlord, players=5),
    partial(tables.lobby),
)
"""What a table may tell, of the same number of players."""


@pytest.mark.parametrize(
    "seed", [*tiered(range(12), range(2)), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(12, 400))]
)
async def test_no_moment_of_a_table_ends_the_client(seed: int) -> None:
    rng = random.Random(seed)
    feed = FakeFeed()
    start = PLAY if rng.random() < 0.8 else ShowHome("Ann")
    app = CitadelsApp(start, connector=FakeConnector(feed))

    async def play(pilot: Pilot[Any]) -> None:
        try:
            rng.choice(NEWS)(feed)
            await storm(pilot, rng, feed)
        finally:
            app.exit(0)

    async with asyncio.timeout(WAIT):
        await app.run_async(headless=True, size=rng.choice(SIZES), auto_pilot=play)
    if app.fault is not None:
        raise app.fault
    assert app.return_code == 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", SCREENS)
async def test_no_moment_of_a_screen_ends_the_client(name: str, seed: int) -> None:
    async with asyncio.timeout(WAIT), shown(name) as pilot:
        await storm(pilot, random.Random(f"{name}{seed}"))
        if pilot.app.is_running:
            await settle(pilot)


async def storm(pilot: Pilot[Any], rng: random.Random, feed: FakeFeed | None = None) -> None:
    """Let much happen, mostly before the client has done more than begin to do something about what was before."""
    for _ in range(rng.randrange(5, 60)):
        if not pilot.app.is_running:
            return
        happen(pilot.app, rng, feed)
        for _ in range(rng.choice([0, 0, rng.randrange(60)])):
            await asyncio.sleep(0)
        if rng.random() < 0.2:
            await settle(pilot)


def happen(app: App[Any], rng: random.Random, feed: FakeFeed | None) -> None:
    """Press a key, click, change the window or have the table, if there is one, tell something."""
    match rng.choices(("key", "size", "click", "news"), (75, 12, 6, 7 if feed else 0))[0]:
        case "key":
            key = rng.choice(KEYS)
            character = key if len(key) == 1 else None
            app.post_message(Key(_character_to_key(key) if character else key, character))
        case "size":
            size = Size(*rng.choice(SIZES))
            assert isinstance(app._driver, HeadlessDriver)
            app._driver._size = size
            app.post_message(Resize(size, size))
        case "click":
            x, y = rng.randrange(80), rng.randrange(24)
            for kind, button in ((MouseMove, 0), (MouseDown, 1), (MouseUp, 1)):
                app.post_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))
        case "news" if feed:
            rng.choice(NEWS)(feed)

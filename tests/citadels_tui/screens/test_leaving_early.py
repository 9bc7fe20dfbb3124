"""Screens that are left while they still read a file: whenever that is read, nothing looks for parts that are gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from citadels_tui.screens import games as listed
from citadels_tui.screens import own_games
from citadels_tui.screens.daily import DailyScreen
from citadels_tui.screens.home import HomeScreen
from citadels_tui.screens.ladder import LadderScreen
from citadels_tui.session.start import ShowHome, ShowReplay
from citadels_tui.wording.errors import CommandError
from tests.support.client.driving import client, settle, until
from tests.support.client.recorded import game_file
from tests.support.client.shown import games

pytestmark = pytest.mark.asyncio
TURNS = 40
"""Turns of the loop, after as many of which a screen has gone."""


class Reading:
    """Reads every file in no time, as soon as it may; in place of `asyncio` in a screen's module."""

    def __init__(self, found: object) -> None:
        self.may = asyncio.Event()
        self._found = found

    async def to_thread(self, _read: Callable[..., object], *_arguments: object) -> Any:
        """What was to be read."""
        await self.may.wait()
        if isinstance(self._found, Exception):
            raise self._found
        return self._found


async def leave(pilot: Pilot[int], reading: Reading, turns: int) -> None:
    """Leave a screen; the file is read so many turns of the loop later."""
    pilot.app.pop_screen()
    for _ in range(turns):
        await asyncio.sleep(0)
    reading.may.set()
    await settle(pilot)
    assert isinstance(pilot.app.screen, HomeScreen)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("module", "kind"),
    [
        (listed, listed.GamesScreen),
        *(pytest.param(own_games, kind, marks=pytest.mark.thorough) for kind in (DailyScreen, LadderScreen)),
    ],
)
async def test_a_list_that_is_left_is_not_filled(
    module: ModuleType, kind: type[Screen[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with client(start=ShowHome("Ann")) as pilot:
        for turns in range(TURNS):
            reading = Reading([])
            monkeypatch.setattr(module, "asyncio", reading)
            await pilot.app.push_screen(kind())
            await settle(pilot)
            await leave(pilot, reading, turns)


@pytest.mark.parametrize("found", [game_file(), CommandError("it is gone")], ids=["game", "fault"])
@pytest.mark.thorough
async def test_a_game_is_not_told_of_when_the_list_is_left(found: object, monkeypatch: pytest.MonkeyPatch) -> None:
    async with client(start=ShowHome("Ann")) as pilot:
        for turns in range(TURNS):
            await games(pilot)
            await settle(pilot)
            screen, reading = pilot.app.screen, Reading(found)
            assert isinstance(screen, listed.GamesScreen)
            with monkeypatch.context() as context:
                context.setattr(listed, "asyncio", reading)
                screen.action_verify()
                await settle(pilot)
                await leave(pilot, reading, turns)


async def test_a_replay_that_is_taken_away_is_filmed_no_further() -> None:
    async with client(start=ShowReplay(game_file())) as pilot:
        screen: Any = pilot.app.screen
        screen.action_film()
        await until(pilot, lambda: screen.filming)
        pilot.app.pop_screen()
        await settle(pilot)
        assert not screen.filming

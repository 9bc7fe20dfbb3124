"""The ladder on the screen: the next opponent is marked, and Enter begins a game against it."""

from __future__ import annotations

from pathlib import Path

import pytest

from citadels_tui.history import ladder as games
from citadels_tui.history.ladder import LADDER, ladder_game
from citadels_tui.history.played_games import Figures
from citadels_tui.screens import ladder
from citadels_tui.screens.home import HomeScreen
from citadels_tui.screens.ladder import LadderScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.session.start import PlayGame, ShowHome
from citadels_tui.widgets.thing_list import ThingList
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, settle, until
from tests.support.client.fake import FakeConnector, FakeFeed

pytestmark = pytest.mark.asyncio


def beaten(number: int) -> dict[str, Figures]:
    """The record of somebody who has won against so many."""
    return {step.level: Figures(games=3, won=int(place < number)) for place, step in enumerate(LADDER)}


async def test_the_ladder_leads_from_home_to_a_game_against_the_next_opponent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path))
    for module in (games, ladder):
        monkeypatch.setattr(module, "record", lambda _games: beaten(3))
    feed = FakeFeed()
    tables.income(feed)
    connector = FakeConnector(feed)
    async with client(connector=connector, start=ShowHome("Ann")) as pilot:
        await until(pilot, lambda: f"next: {LADDER[3].name}" in text_frame(pilot.app))
        await pilot.press("b")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, LadderScreen)
        await until(pilot, lambda: screen.query_one(ThingList).cursor == 3)
        await until(pilot, lambda: "Rushes: cheap districts" in text_frame(pilot.app))
        await pilot.press("down")
        await until(pilot, lambda: "Stays near throne and altar" in text_frame(pilot.app))
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
        await pilot.press("b")
        await until(pilot, lambda: isinstance(pilot.app.screen, LadderScreen))
        await until(pilot, lambda: "Rushes: cheap districts" in text_frame(pilot.app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
    (start,) = connector.started
    assert isinstance(start, PlayGame)
    assert start.order.opening == ladder_game("Ann", 3).order.opening


async def test_a_late_record_does_not_move_the_cursor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ladder, "record", lambda _games: beaten(3))
    async with client(start=ShowHome("Ann")) as pilot:
        screen = LadderScreen()
        await pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.query_one(ThingList).cursor == 3)
        await pilot.press("up")
        screen.show_games([])
        assert screen.query_one(ThingList).cursor == 2
        await pilot.press("down")
        monkeypatch.setattr(ladder, "record", lambda _games: beaten(4))
        screen.show_games([])
        assert screen.query_one(ThingList).cursor == 4

"""Whole games, played through the real host on this machine by pressing keys."""

from __future__ import annotations

from random import Random
from time import monotonic

import pytest
from textual.pilot import Pilot

from citadels_tui.app import CitadelsApp
from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.screens.home import HomeScreen
from citadels_tui.screens.result import ResultScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.start import PlayGame
from net.host.table_options import TableOptions
from net.protocol.setup import Setup
from tests.tui.conftest import text_frame
from tests.tui.driving import LARGE, SMALL, WAIT, settle, until

pytestmark = pytest.mark.asyncio

GAMES = {
    "two": (Setup(players=2), SMALL),
    "four": (Setup(players=4), LARGE),
    "eight": (
        Setup(
            players=8,
            preset=None,
            characters=[
                "magistrate",
                "blackmailer",
                "seer",
                "king",
                "cardinal",
                "merchant",
                "architect",
                "warlord",
                "artist",
            ],
        ),
        SMALL,
    ),
    "classic": (Setup(players=3, edition="classic", preset=None), SMALL),
    "dark-city": (Setup(players=5, edition="dark_city", preset="dark_lands", nine=True), LARGE),
    "action-cards": (Setup(players=4, preset="vicious_nobles", nine=True, action_cards=True), SMALL),
}


async def press_on(pilot: Pilot[int], random: Random) -> None:
    """Press the key of something that can be done; end the turn only when little else is left."""
    screen = pilot.app.screen
    if isinstance(screen, ConfirmScreen):
        await pilot.press("y")
        return
    if not isinstance(screen, TableScreen) or not screen.is_mounted or screen.answered:
        await pilot.pause(0.005)
        return
    rows = [row for row in screen.desk.desk.rows if row.moves]
    if not rows:
        await pilot.pause(0.005)
        return
    # What the host says a move leads to reaches the row.
    assert all("gold" in row.note.plain for row in rows if str(row.moves[0]) == "gold")
    row = random.choice([row for row in rows if row.key != "e"] or rows)
    if row.key:
        await pilot.press(row.key)
    else:
        screen.desk.cursor = screen.desk.desk.rows.index(row)
        await pilot.press("enter")


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.long if game in ("two", "four") else ()) for game in GAMES]
)
async def test_a_whole_game_by_keys(game: str) -> None:
    setup, size = GAMES[game]
    options = TableOptions(bots=("random",) * (setup.players - 1), seed=bytes(31) + b"\5", bot_pause=0.0)
    start = PlayGame("Ann", setup, options)
    app = CitadelsApp(start)
    random = Random(5)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        end = monotonic() + WAIT
        while not isinstance(app.screen, ResultScreen):
            assert monotonic() < end, "the game does not end"
            await press_on(pilot, random)
        await until(pilot, lambda: "Deal and moves verified" in text_frame(app))
        session = app.table.session
        assert session is not None
        assert session.ended is not None
        assert sum(session.ended.totals) > 0
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await settle(pilot)
        assert app.table.session is None

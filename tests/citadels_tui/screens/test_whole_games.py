"""Whole games, played through the real host on this machine: some by the keyboard alone, some by the mouse alone."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from time import monotonic

import pytest
from textual.pilot import Pilot

from citadels_tui.app.app import CitadelsApp
from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.screens.help import HelpScreen
from citadels_tui.screens.home import HomeScreen
from citadels_tui.screens.inspect import InspectScreen
from citadels_tui.screens.replay import ReplayScreen
from citadels_tui.screens.result import ResultScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.session.start import PlayGame
from net.host.opening import Opening
from net.local.order import Order
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.citadels_tui.conftest import text_frame
from tests.support.client.driving import LARGE, SMALL, WAIT, settle, until
from tests.support.client.hands import Hand, Keyboard, Mouse

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]

GAMES: dict[str, tuple[Setup, tuple[int, int], type[Hand]]] = {
    "two": (Setup(players=2), SMALL, Keyboard),
    "four": (Setup(players=4), LARGE, Mouse),
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
        Keyboard,
    ),
    "classic": (Setup(players=3, edition="classic", preset=None), SMALL, Mouse),
    "dark-city": (Setup(players=5, edition="dark_city", preset="dark_lands", nine=True), LARGE, Keyboard),
    "portrait": (Setup(players=4), (40, 30), Mouse),
    "narrow": (Setup(players=6, preset="ambitious_aristocrats"), (60, 24), Keyboard),
    "lowest": (Setup(players=8), (40, 20), Keyboard),
    "action-cards": (Setup(players=4, preset="vicious_nobles", nine=True, action_cards=True), SMALL, Mouse),
}
THOROUGH = ("classic", "eight", "portrait")
"""One by the keyboard and one by the mouse, in windows of other sizes; the rest in long runs."""
CHECK_LIST = ("two", "four", "classic")
"""Games in which the Magician is met, and exchanges cards of the hand by a list to tick."""


class Player:
    """Plays by chance, and notes what it has come across."""

    def __init__(self, pilot: Pilot[int], hand: Hand, met: Iterable[str] = ()) -> None:
        self.pilot = pilot
        self.hand = hand
        self.random = Random(5)
        self.met = set(met)

    async def go_on(self) -> None:
        """Take something that can be done; end the turn only when little else is left."""
        screen = self.pilot.app.screen
        if isinstance(screen, ConfirmScreen):
            # Refused once, and then meant.
            await self.hand.reply("refused" in self.met)
            self.met.add("confirmed" if "refused" in self.met else "refused")
            await settle(self.pilot)
            return
        if not isinstance(screen, TableScreen) or not screen.is_mounted or screen.answered:
            await self.pilot.pause(0.005)
            return
        rows = [row for row in screen.action_list.actions.rows if row.moves]
        if not rows:
            await self.pilot.pause(0.005)
            return
        if "looked" not in self.met:
            await self.look_around(screen)
            self.met.add("looked")
            return
        # What the host says a move leads to reaches the row.
        assert all("gold" in row.note.plain for row in rows if str(row.moves[0]) == "gold")
        magician = [row for row in rows if row.card == "magician" and row.moves[0].verb == "pick"]
        ticking = [row for row in rows if row.moves[0].verb == "discard" and (row.opens or row.ticked is False)]
        asking = [row for row in rows if row.question.plain and "confirmed" not in self.met]
        usual = [row for row in rows if row.key != "e"] or rows
        row = self.random.choice(magician or ticking or asking or usual)
        if row.ticked is not None:
            self.met.add("ticked")
        await self.hand.take(screen, screen.action_list.actions.rows.index(row))

    async def look_around(self, table: TableScreen) -> None:
        """Open what lies over the board, and close it again."""
        for kind, opening in ((HelpScreen, self.hand.do("question_mark")), (InspectScreen, self.hand.look(1))):
            await opening
            await until(self.pilot, lambda: self.pilot.app.screen is not table)
            await settle(self.pilot)
            assert isinstance(self.pilot.app.screen, kind)
            await self.hand.close()
            await until(self.pilot, lambda: self.pilot.app.screen is table)


@pytest.mark.parametrize(
    "game",
    [*THOROUGH, *(pytest.param(game, marks=pytest.mark.long) for game in GAMES if game not in THOROUGH)],
)
@pytest.mark.thorough
async def test_a_whole_game(game: str) -> None:
    setup, size, hand = GAMES[game]
    opening = Opening(bots=("novice",) * (setup.players - 1), seed=bytes(31) + b"\5")
    order = Order(setup=setup, options=TableOptions(bot_pause=0.0), opening=opening)
    start = PlayGame("Ann", order)
    app = CitadelsApp(start)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        player = Player(pilot, hand(pilot))
        end = monotonic() + 2 * WAIT
        while not isinstance(app.screen, ResultScreen):
            assert monotonic() < end, "the game does not end"
            await player.go_on()
        assert player.met >= {"looked", "refused", "confirmed"}
        assert "ticked" in player.met or game not in CHECK_LIST
        await until(pilot, lambda: "Deal and moves verified" in text_frame(app))
        session = app.table.session
        assert session is not None
        assert session.ending.ended is not None
        assert sum(session.ending.ended.totals) > 0
        await look_back(pilot, player.hand)
        await player.hand.do("q")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await settle(pilot)
        assert app.table.session is None


async def look_back(pilot: Pilot[int], hand: Hand) -> None:
    """Scroll the result, look at some of the game again, and come back."""
    app = pilot.app
    result = app.screen
    assert isinstance(result, ResultScreen)
    await pilot.press("end")
    await settle(pilot)
    assert result.page.scroll_y == result.page.max_scroll_y
    await hand.do("r")
    await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
    await settle(pilot)
    replay = app.screen
    assert isinstance(replay, ReplayScreen)
    assert replay.recording is not None
    assert replay.moment == 0
    await hand.wind()
    assert replay.moment > 0
    eyes = replay.view.seat
    await hand.do("v")
    await settle(pilot)
    assert replay.view.seat != eyes
    await hand.do("escape")
    await until(pilot, lambda: app.screen is result)
    await settle(pilot)

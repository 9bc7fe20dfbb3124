"""Eight players: a table in the middle of a game, all of whose panels a signal changes. Run with ``python -m``."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from dataclasses import replace

from bench.ui.pseudo_terminal import CHANGE
from citadels_tui.app.app import CitadelsApp
from citadels_tui.session.feed import VisitorFeed
from citadels_tui.session.start import PlayGame
from engine.game import new_game
from engine.rules import Rules
from engine.view import View, view
from net.base.errors import NetError
from net.client.updates import Happened, LobbyView, SeatInfo, Started, Update
from net.host.opening import Opening
from net.identity.invitations import Invite
from net.local.order import Order
from net.protocol.client_messages import RequestMaker
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions

PLAYERS = 8
DECISIONS = 260
"""How far the game has come."""


class EightPlayersFeed:
    """A feed that shows one table, changes it at each `CHANGE`, and hears nothing."""

    fingerprint = ""
    invite: Invite | None = None
    beside: tuple[EightPlayersFeed, ...] = ()

    async def updates(self) -> AsyncIterator[Update]:
        """The table, and its changes."""
        called = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(CHANGE, called.set)
        seen = middle()
        seats = tuple(SeatInfo(seat, f"Player {seat + 1}", "bot", "sensible") for seat in range(PLAYERS))
        yield LobbyView(
            table="",
            seats=seats,
            setup=Setup(players=PLAYERS),
            rules=seen.rules,
            you=0,
            owner=0,
            options=TableOptions(bot_pause=0.0),
        )
        yield Started(seen.rules, seats, tuple(each.name for each in seats), 0, seen)
        for number in itertools.count(1):
            await called.wait()
            called.clear()
            seen = changed(seen)
            yield Happened(number, 1, "bot", (), seen)

    async def move(self, move: object) -> None:
        """Nothing."""

    async def request(self, make: RequestMaker) -> None:
        """Nothing."""

    async def again(self, on: bool = True) -> None:
        """Nothing."""

    async def chat(self, text: str) -> None:
        """Nothing."""

    async def leave(self, *, for_good: bool = True) -> None:
        """Nothing."""


class EightPlayersConnector:
    """The one way to that table."""

    async def open(self, start: object, trust: object) -> EightPlayersFeed:
        """Go there."""
        return EightPlayersFeed()

    async def visit(self, start: object, trust: object) -> VisitorFeed:
        """There is only the one table."""
        raise NetError("table_unknown")


def changed(seen: View) -> View:
    """The table with another purse, another hand, and a district more or less for everybody."""
    step = 1 if seen.players[0].gold < 10 else -1
    players = [
        replace(
            player,
            gold=player.gold + 10 * step,
            hand=player.hand + step,
            city=(*player.city, "tavern") if step > 0 else player.city[:-1],
        )
        for player in seen.players
    ]
    return replace(seen, players=players)


def middle() -> View:
    """A view of a game of eight after `DECISIONS` first moves."""
    game = new_game(Rules.make(players=PLAYERS), seed=1)
    for _ in range(DECISIONS):
        game.play(str(game.moves[0]))
    seen = view(game, 0)
    return replace(seen, players=[replace(player, gold=player.gold % 10) for player in seen.players])


def main() -> None:
    """Show the table until the program is killed."""
    order = Order(setup=Setup(players=PLAYERS), opening=Opening(bots=("sensible",) * (PLAYERS - 1)))
    app = CitadelsApp(PlayGame("Ann", order), connector=EightPlayersConnector())
    app.run()
    if app.fault:
        raise app.fault


if __name__ == "__main__":
    main()

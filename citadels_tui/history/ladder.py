"""Ladder: opponents with faces, from the easiest up, a game against each, and the player's record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from citadels_tui.history.played_games import Figures, PlayedGame, statistics
from citadels_tui.session.start import PlayGame
from net.host.opening import Opening
from net.local.order import Order
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions

PLAYERS = 4
Face = tuple[str, str, str]


class Opponent(NamedTuple):
    """One opponent."""

    level: str
    """The kind of bot that plays it."""
    name: str
    face: Face


LADDER = (
    Opponent("novice", "Pim", ("  ___  ", " (o o) ", "  \\_/  ")),
    Opponent("hoarder", "Gertie", (" .---. ", "( $ $ )", " `-^-' ")),
    Opponent("richard", "Richard", (" _====_", " (O-O) ", "  '-'  ")),
    Opponent("hasty", "Hilda", (" //^\\\\ ", "(  > <)", " \\_o_/ ")),
    Opponent("courtier", "Celeste", (" wWWWw ", " (- -) ", "  \\~/  ")),
    Opponent("headsman", "Morgan", (" /^^^\\ ", "<( - )>", " \\vVv/ ")),
    Opponent("steward", "Stefan", (" ,___, ", " [o_o] ", "  |_|  ")),
    Opponent("rogue", "Rufus", (" ~~-~~ ", "[#]o-#]", "  \\_,/ ")),
    Opponent("builder", "Bastian", (" _/H\\_ ", " (o.o) ", " /|=|\\ ")),
    Opponent("schemer", "Serafin", (" ,-^-. ", "( o.O )", " `-?-' ")),
    Opponent("mastermind", "Maxima", (" .***. ", "{ @ @ }", " `---' ")),
)
"""The opponents, the weakest first, as they have won at mixed tables of the first game."""
COMPANIONS = (("novice", "Mia"), ("novice", "Ole"))
"""Bots that sit beside the first opponents, who have not enough others below them."""


def record(games: Sequence[PlayedGame]) -> dict[str, Figures]:
    """The player's figures against each opponent, by level: in all games that count and in which it sat by its name.

    A bot of the same kind with another name is somebody else.
    """
    return {step.level: statistics(_met(step, games)).opponents.get(("", step.level), Figures()) for step in LADDER}


def _met(step: Opponent, games: Sequence[PlayedGame]) -> list[PlayedGame]:
    """The games in which an opponent sat."""
    return [game for game in games if any((each.level, each.name) == step[:2] for each in game.facts.seats)]


def next_step(found: dict[str, Figures]) -> int:
    """The place of the first opponent at whose table no game was won; the last one when there is none.

    Args:
        found: The player's record.
    """
    return next((place for place, step in enumerate(LADDER) if not found[step.level].won), len(LADDER) - 1)


def ladder_game(name: str, place: int, pause: float | None = None) -> PlayGame:
    """A game against an opponent, and the two below it.

    Args:
        name: The player's name; empty: chosen when the client starts.
        place: Of the opponent, from 0.
        pause: Seconds bots wait between moves; None: chosen when the client starts.
    """
    below = [(step.level, step.name) for step in LADDER[max(place - 2, 0) : place]]
    bots = [(LADDER[place].level, LADDER[place].name), *reversed(below), *COMPANIONS][: PLAYERS - 1]
    opening = Opening(bots=tuple(level for level, _ in bots), names=tuple(name for _, name in bots))
    options = TableOptions() if pause is None else TableOptions(bot_pause=pause)
    return PlayGame(name, Order(setup=Setup(players=PLAYERS), options=options, opening=opening))

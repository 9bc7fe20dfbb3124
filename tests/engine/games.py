"""Random games for the tests: any cast, any number of players, always the same for the same number."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine import Move, Rules, State, new_game

SEATS = range(2, 9)
"""Every number of players."""


def random_game(number: int, players: int | None = None) -> State:
    """Game ``number``, with characters and unique districts of its own."""
    chance = Random(f"game {number}")
    rules = Rules.random(players or chance.choice(SEATS), chance)
    return new_game(rules, chance.randbytes(32))


def choices(g: State, number: int) -> Iterator[Move]:
    """A legal move at every decision until the game is over; the caller plays them.

    Some games are played wholly at random. In others much is built and nobody ends a turn in a
    hurry, so that cities fill, cards are used, and the game ends sooner.
    """
    chance = Random(f"moves {number}")
    eager = chance.choice((0.0, 0.6, 0.95))
    while g.seat is not None:
        yield choose(g, chance, eager)


def choose(g: State, chance: Random, eager: float) -> Move:
    """A legal move; the more eager, the rarer is an idle one, and the more often a rare one is chosen."""
    if chance.random() < eager:
        busy = [move for move in g.moves if move.verb not in ("end", "pass")] or g.moves
        verbs = sorted({move.verb for move in busy})
        verb = "build" if "build" in verbs and chance.random() < eager else chance.choice(verbs)
        return chance.choice([move for move in busy if move.verb == verb])
    return chance.choice(g.moves)

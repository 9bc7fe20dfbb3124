"""Random games for the tests: any cast, any number of players, always the same for the same number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from engine import EDITIONS, Move, Rules, State, new_game, seen, view
from engine.bots import Bot


class Box(NamedTuple):
    """What a game is played with."""

    edition: str
    players: int
    actions: bool = False
    """Whether the action cards are shuffled in."""

    def __str__(self) -> str:
        return f"{self.edition}-{self.players}{'-actions' * self.actions}"


BOXES = [
    Box(edition.id, players, actions)
    for edition in EDITIONS.values()
    for players in edition.counts
    for actions in ([False, True] if edition.actions else [False])
]
"""Every edition with every number of players, with and without action cards."""

FIVE = Box("deluxe", 5, True)


def random_rules(chance: Random, box: Box | None = None) -> Rules:
    """Characters, unique districts and switches by chance, and a box too unless one is given."""
    box = box or chance.choice(BOXES)
    rules = Rules.random(box.players, chance, box.edition, box.actions)
    options = EDITIONS[box.edition].options.items()
    switched = {name: not usual for name, usual in options if chance.random() < 0.4}
    return replace(rules, options=tuple(sorted(switched.items())))


def random_game(number: int, box: Box | None = None) -> State:
    """Game ``number``, with a setup of its own."""
    chance = Random(f"game {number}")
    return new_game(random_rules(chance, box), chance.randbytes(32))


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


def decisions(g: State, players: Sequence[Bot]) -> Iterator[Move]:
    """Play a game to its end; stops at every decision with what the bot has chosen."""
    while g.seat is not None:
        for event in g.drain():
            for seat, player in enumerate(players):
                player.watch(seen(event, seat))
        move = players[g.seat].choose(view(g, g.seat))
        yield move
        g.apply(move)

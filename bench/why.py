"""Why: whether the turns that a result tells hold when the game is played on from both sides of each, to its end.

``scripts/bench --why`` plays games at weak and strong tables, explains them to every seat, and lets stewards play on.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from engine import Record, Rules, new_game, seen
from engine.bots.registry import bot
from engine.bots.seated import SeatedBot
from engine.review.causes import explain, played_on

TABLES = {
    "weak": ("novice", "richard", "hasty", "hoarder"),
    "strong": ("schemer", "rogue", "builder", "schemer"),
}
AGAIN = 60
"""Games that are played on from each side of a turn."""


class Told(NamedTuple):
    """A turn that was told, and what came of it."""

    said: float
    """Change of the chance to win by the explanation."""
    came: float
    """Changes as other games show them."""


def game(levels: tuple[str, ...], number: int) -> Record:
    """A game of bots; every other one with random characters."""
    players = len(levels)
    rules = Rules.random(players, Random(number)) if number % 2 else Rules.make(players)
    seed, moves = Random(f"why {number}").randbytes(32), []
    g = new_game(rules, seed)
    turned = levels[number % players :] + levels[: number % players]
    bots = [SeatedBot(bot(level, 8 * number + seat), seat, players, number) for seat, level in enumerate(turned)]
    while g.seat is not None:
        for event in g.drain():
            for seat, each in enumerate(bots):
                each.watch(seen(event, seat))
        move = bots[g.seat].choose(g)
        moves.append((g.seat, move))
        g.apply(move)
    return Record(rules, tuple(f"p{seat}" for seat in range(players)), seed, moves)


def turns_told(levels: tuple[str, ...], number: int) -> list[Told]:
    """Every turn that one game's explanations tell, for all seats."""
    record, found = game(levels, number), []
    for seat in range(len(levels)):
        for swing in explain(record, seat, mistakes=False).swings:
            shares = played_on(record, seat, {swing.first, swing.last}, AGAIN, "again")
            found.append(Told(swing.change, shares[swing.last] - shares[swing.first]))
    return found


def measured(games: int, seed: int, told: Callable[[int, int], None]) -> str:
    """The shares of told turns that hold, as text.

    Args:
        games: How many games of each kind of table.
        seed: Number of the first game.
        told: Told how many of how many games are done.
    """
    lines = []
    for place, (kind, levels) in enumerate(TABLES.items()):
        found: list[Told] = []
        for number in range(games):
            found += turns_told(levels, seed + number)
            told(place * games + number + 1, len(TABLES) * games)
        lines.append(summary(kind, games, found))
    return "\n".join(lines)


def summary(kind: str, games: int, found: list[Told]) -> str:
    """One line about the turns told at one kind of table."""
    right = sum(each.said * each.came > 0 for each in found)
    slope = sum(each.said * each.came for each in found) / max(1e-9, sum(each.said**2 for each in found))
    return f"{kind}: {games} games, {len(found)} turns told, {right} hold, {slope:.2f} as large as said"

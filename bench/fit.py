"""Fitting the value (``scripts/bench --fit``): who won the games in which a position came up?

Bots of several kinds play at mixed tables. Of every game the positions at the beginning of its rounds are kept, with
the features of each player and the winners. The weights are those under which the winners were likeliest: a
conditional logit, found by Newton's method.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import log
from random import Random
from typing import NamedTuple

from citadels_tui.terminal.progress import watched
from engine.arena.casts import cast
from engine.arena.simulate import results
from engine.bots.registry import bot
from engine.bots.seated import SeatedBot
from engine.bots.value import FEATURES, count, softmax, stage
from engine.game import new_game

KINDS = ("steward", "steward", "richard", "schemer", "novice")
"""The bots at a table: each seat has one of these by chance, so that no kind is fitted to itself alone."""
TABLES = (
    (4, "deluxe", "first_game"), (4, "deluxe", "random"), (6, "deluxe", "first_game"), (4, "classic", "classic"),
    (5, "deluxe", "random"), (4, "deluxe", "first_game"), (3, "deluxe", "random"), (6, "deluxe", "random"),
)  # fmt: skip
"""Players, edition and preset of the games, in turn."""
RIDGE = 3.0
"""How strongly weights are held near 0, so that what is rarely seen cannot grow large."""

Weights = list[float]
"""The constants of all features, and then their slopes by stage."""


class Position(NamedTuple):
    """A position at the beginning of a round."""

    rows: list[list[float]]
    """By player the features, and then the features times the stage."""
    shares: list[float]
    """By player the share of the victory."""


def positions(number: int, kinds: Sequence[str] = KINDS) -> list[Position]:
    """Play game ``number`` and keep its positions, but for the first one."""
    players, edition, preset = TABLES[number % len(TABLES)]
    chance = Random(f"fit {number}")
    g = new_game(cast(players, edition, preset, action_cards=False)(number), seed=f"fit {number}")
    bots = [SeatedBot(bot(chance.choice(kinds), 8 * number + seat), seat, players, number) for seat in range(players)]
    found: list[list[list[float]]] = []
    known = 1
    while g.seat is not None:
        g.tell([player.watch for player in bots])
        if g.round > known:
            known, now = g.round, stage(g)
            found.append([[*row, *(now * x for x in row)] for row in count(g)])
        g.apply(bots[g.seat].choose(g))
    shares = [(seat in g.winners) / len(g.winners) for seat in range(players)]
    return [Position(rows, shares) for rows in found]


def loss(weights: Weights, some: Iterable[Position]) -> float:
    """The mean log loss of the chances that weights give."""
    total, n = 0.0, 0
    for rows, shares in some:
        chances = softmax([_dot(weights, row) for row in rows])
        total -= sum([share * log(max(1e-9, p)) for share, p in zip(shares, chances, strict=True)])
        n += 1
    return total / n


def fit(some: Sequence[Position], steps: int = 8, told: Callable[[int, float], None] | None = None) -> Weights:
    """The weights under which the winners were likeliest.

    Args:
        some: Positions.
        steps: Newton steps.
        told: Told after each step its number and the mean log loss.
    """
    n = 2 * len(FEATURES)
    weights = [0.0] * n
    for step in range(steps):
        slope = [-RIDGE * w for w in weights]
        bend = [[RIDGE * (i == j) for j in range(n)] for i in range(n)]
        for rows, shares in some:
            chances = softmax([_dot(weights, row) for row in rows])
            mean = [_dot(chances, column) for column in zip(*rows, strict=True)]
            for row, share, p in zip(rows, shares, chances, strict=True):
                away = [x - m for x, m in zip(row, mean, strict=True)]
                for i, x in enumerate(away):
                    slope[i] += (share - p) * row[i]
                    if x:
                        _add(bend[i], away, p * x)
        weights = [w + d for w, d in zip(weights, solve(bend, slope), strict=True)]
        if told:
            told(step + 1, loss(weights, some))
    return weights


def _dot(one: Sequence[float], two: Sequence[float]) -> float:
    return sum([a * b for a, b in zip(one, two, strict=True)])


def _add(row: list[float], other: Sequence[float], times: float) -> None:
    row[:] = [a + times * b for a, b in zip(row, other, strict=True)]


def solve(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """The solution of linear equations, by elimination with the largest pivot."""
    rows = [[*row, b] for row, b in zip(matrix, right, strict=True)]
    n = len(rows)
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(i + 1, n):
            _add(rows[k], rows[i], -rows[k][i] / rows[i][i])
    found = [0.0] * n
    for i in reversed(range(n)):
        found[i] = (rows[i][n] - _dot(rows[i][i + 1 : n], found[i + 1 :])) / rows[i][i]
    return found


def fitted(games: int, seed: int, jobs: int) -> str:
    """The weights as the text of their module; every sixth game is kept out to judge them by.

    Args:
        games: How many games are played.
        seed: Number of the first one.
        jobs: How many processes play them.
    """
    played = list(watched(results(positions, range(seed, seed + games), jobs), "Playing games", games))
    learned = [position for i, game in enumerate(played) if i % 6 for position in game]
    held = [position for game in played[::6] for position in game]
    weights = fit(learned)
    return written(weights, games, seed, loss(weights, held))


def written(weights: Weights, games: int, seed: int, held: float) -> str:
    """The weights as the text of the module `engine.bots.weights`.

    Args:
        weights: The weights.
        games: How many games were played, one in six of which were kept out of the fit.
        seed: Number of the first game.
        held: The mean log loss on the games that were kept out.
    """
    n = len(FEATURES)
    rows = "".join(
        f"    ({constant:.3f}, {slope:.3f}),\n" for constant, slope in zip(weights[:n], weights[n:], strict=True)
    )
    return (
        '"""The weights of the value: a constant and a slope by stage for each of its features.\n\n'
        f"Written by ``scripts/bench --fit --games {games} --seed {seed}``; the mean log loss on games that were kept\n"
        f'out is {held:.3f}.\n"""\n\nWEIGHTS = (\n{rows})'
    )

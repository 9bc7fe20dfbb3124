"""Value of a position at the beginning of a round: who will win it, from what each player has.

Every player has a strength: the sum of some features, each times a weight that changes as the game goes on. The
chances to win are the softmax of the strengths. The weights are data (`engine.bots.weights`), which
``scripts/bench --fit`` makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp

from engine.bots.weights import WEIGHTS
from engine.cards import TYPES, District
from engine.score import score
from engine.state import State

FEATURES = (
    "points", "districts", "one missing", "two missing", "can finish", "gold", "much gold", "cards", "useful cards",
    "best card", "affordable", "types", "colour", "crown",
)  # fmt: skip
"""The things counted of each player, in this order; `count` says how."""

MUCH = 6
"""Gold from which more of it is worth less: less than a point of the Treasury, which is worth less than the first."""
TREASURY = "imperial_treasury"
PLACE = 0.001
"""Weight of the first place in a lost game: it decides only where nothing can be won."""
Weights = Sequence[tuple[float, float]]
"""A constant and a slope by stage for each feature."""

SPARING: Weights = tuple(
    (constant * exp(-0.4), slope * exp(-0.4)) if "gold" in name else (constant, slope)
    for name, (constant, slope) in zip(FEATURES, WEIGHTS, strict=True)
)
"""The weights with a third less for gold, for choosing moves; nobody is told the chances that they give.

Those who play well have more gold, and win for other reasons, too: a fit cannot tell these apart, matches can.
"""


def count(g: State) -> list[list[float]]:
    """The features of every player, each about as large as 1."""
    target = g.target
    counted: list[list[float]] = []
    for seat, p in enumerate(g.players):
        city = p.city
        missing = target - g.size(seat)
        points, plain, types, colour = _read(city)
        gold = p.gold
        if not plain:
            parts = score(g, seat)
            points = sum([amount for _, amount in parts])
            if any(source == TREASURY for source, _ in parts):  # its gold counts once
                points -= min(gold, MUCH)
                gold = min(gold, MUCH)
        useful = {card for card in p.hand if card not in city and not card.action}
        affordable = any(card.cost <= p.gold + 2 for card in useful)
        counted.append(
            [
                points / 10,
                len(city) / 4,
                float(missing <= 1),
                float(missing == 2),
                float(missing <= 1 and affordable),
                min(gold, MUCH) / 4,
                max(0, gold - MUCH) / 4,
                min(len(p.hand), 8) / 4,
                min(len(useful), 4) / 4,
                max([card.cost for card in useful], default=0) / 5,
                float(affordable),
                types,
                colour,
                float(g.crown == seat),
            ]
        )
    return counted


@lru_cache(maxsize=8192)
def _read(city: tuple[District, ...]) -> tuple[int, bool, float, float]:
    """The printed points of a city, whether it scores no others, and its features "types" and "colour"."""
    kinds = [card.type for card in city]
    most = max([kinds.count(kind) for kind in TYPES[:4]])
    return sum([card.points for card in city]), "unique" not in kinds, len(set(kinds)) / 4, most / 2


def stage(g: State) -> float:
    """How far the game has come: 0 at the start, 1 when a city is complete."""
    return min(1.0, max([len(p.city) for p in g.players]) / g.target)


def chances(g: State, weights: Weights = WEIGHTS) -> list[float]:
    """The probability of each player to win; of a game that is over, the winners' shares."""
    if g.over:
        share = 1 / len(g.winners)
        return [share if seat in g.winners else 0.0 for seat in range(len(g.players))]
    return softmax([sum(row) for row in weighed(g, weights)])


def weighed(g: State, weights: Weights = WEIGHTS) -> list[list[float]]:
    """Each player's strength by feature, weighted: a row for a player."""
    now = stage(g)
    current = [constant + slope * now for constant, slope in weights]
    return [[w * x for w, x in zip(current, row, strict=True)] for row in count(g)]


def hopes(g: State, seat: int, weights: Weights = WEIGHTS) -> float:
    """The probability of a player to win, and a very little for its place in a game that is over."""
    return chances(g, weights)[seat] + (PLACE * place(g, seat) if g.over else 0.0)


def place(g: State, seat: int) -> float:
    """The share of the others that a player leaves behind, 1 for the first; a tie is worth a half."""
    points = [sum([amount for _, amount in score(g, other)]) for other in range(len(g.players))]
    own = points.pop(seat)
    return sum([0.5 if own == other else float(own > other) for other in points]) / len(points)


def softmax(strengths: Sequence[float]) -> list[float]:
    """Chances from strengths."""
    top = max(strengths)
    powers = [exp(strength - top) for strength in strengths]
    total = sum(powers)
    return [power / total for power in powers]

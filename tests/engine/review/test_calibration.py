"""A review's chances come true: of the players to whom it gives so much, as many win, at weak and strong tables."""

from __future__ import annotations

from collections import defaultdict
from math import sqrt

import pytest

from engine import new_game
from engine.arena.casts import cast
from engine.bots.registry import bot
from engine.bots.seated import SeatedBot
from engine.review.review import ReviewEffort, Reviewer

FIELDS = {
    "weak": ("novice", "richard", "hasty", "hoarder"),
    "mixed": ("novice", "richard", "steward", "schemer"),
    "stewards": ("steward",) * 4,
    "strong": ("schemer", "rogue", "builder", "schemer"),
}
GAMES = 400
RIGHT = 0.05
"""How far a tenth may be off, apart from two standard errors."""


def standings(names: tuple[str, ...], number: int) -> list[tuple[int, float, float]]:
    """For each player and round of a game: the seat, the chance, and the share of the victory that came of it."""
    turned = names[number % len(names) :] + names[: number % len(names)]
    g = new_game(cast(len(names), "deluxe", "first_game")(number), f"calibration {number}")
    bots = [SeatedBot(bot(name, 8 * number + seat), seat, len(names), number) for seat, name in enumerate(turned)]
    reviewer, began = Reviewer(len(names), ReviewEffort(), turned), 0
    while g.seat is not None:
        g.tell([*[each.watch for each in bots], *reviewer.observers])
        if g.round != began:
            began = g.round
            reviewer.stand(g, 0)
        g.apply(bots[g.seat].choose(g))
    shares = [(seat in g.winners) / len(g.winners) for seat in range(len(names))]
    rows = reviewer.result().standings
    return [(seat, each.chance, shares[seat]) for seat, row in enumerate(rows) for each in row]


@pytest.mark.long
@pytest.mark.parametrize("field", FIELDS)
def test_chances_come_true(field: str) -> None:
    tenths = defaultdict[int, list[tuple[tuple[int, int], float, float]]](list)
    for number in range(GAMES):
        for seat, chance, share in standings(FIELDS[field], number):
            tenths[min(int(10 * chance), 9)].append(((number, seat), chance, share))
    wrong = {}
    for tenth, rows in sorted(tenths.items()):
        # A player's rounds of one game have one outcome.
        players = len({who for who, _, _ in rows})
        said = sum(chance for _, chance, _ in rows) / len(rows)
        came = sum(share for _, _, share in rows) / len(rows)
        error = sqrt(max(came * (1 - came), 0.01) / players)
        print(f"{field} {tenth}: {len(rows)} said {said:.3f} came {came:.3f} give or take {error:.3f}")
        if abs(said - came) > RIGHT + 2 * error:
            wrong[tenth] = (round(said, 3), round(came, 3))
    assert wrong == {}

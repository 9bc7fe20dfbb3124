"""Tournament: each bot over each other kind, on the same deals, with intervals.

In a pairing one bot sits with others of one kind, in every seat in turn. All pairings play the same numbered games, so
that two bots that are compared are dealt the same. A tournament is a value of plain numbers that can be stored after
each chunk of games, and goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from engine.arena.casts import cast
from engine.arena.simulate import Simulation, simulate

CHUNK = 20
"""Games between two results that are told."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is played."""

    bots: tuple[str, ...]
    players: int
    edition: str
    preset: str
    games: int
    """Games of each pairing."""
    seed: int
    """Number of the first game."""

    def pairings(self) -> list[tuple[str, str]]:
        """Each bot over each other one."""
        return [(one, other) for one in self.bots for other in self.bots if one != other]

    def play(self, results: dict[str, Any], jobs: int) -> Iterator[dict[str, Any]]:
        """Play what is missing.

        Args:
            results: By pairing (``schemer over steward``) the games played, won and failed so far; it is changed.
            jobs: Number of processes.

        Yields:
            The results after each chunk.
        """
        rules = cast(self.players, self.edition, self.preset)
        for one, other in self.pairings():
            simulation = Simulation(rules, (one, *[other] * (self.players - 1)))
            row = results.setdefault(f"{one} over {other}", {"games": 0, "won": 0, "failed": 0})
            while row["games"] < self.games:
                count = min(CHUNK, self.games - row["games"])
                tally = simulate(simulation, self.seed + row["games"], count, jobs)
                row["games"] += count
                row["won"] += tally.bot_wins[one]
                row["failed"] += len(tally.failures)
                row["share"], row["least"], row["most"] = interval(row["won"], row["games"] - row["failed"])
                yield results


def interval(won: int, games: int) -> Sequence[float]:
    """The share that was won, and Wilson's interval which holds the true share 19 times of 20."""
    if not games:
        return 0.0, 0.0, 1.0
    share, z = won / games, 1.96
    middle = (share + z * z / 2 / games) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / 4 / games / games) / (1 + z * z / games)
    return round(share, 4), round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)

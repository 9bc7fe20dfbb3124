"""How many ways a game can go on from a position: the smallest change of a rule changes a number."""

from __future__ import annotations

import pytest

from engine import State, new_game
from tests.engine.golden import FOLDER, read

POSITIONS: dict[tuple[str, int], list[int]] = {
    ("deluxe-2", 0): [7, 42, 210, 840, 2520, 5040, 39456],
    ("deluxe-2", 35): [2, 6, 13, 27, 69, 214, 984, 4949, 21455],
    ("deluxe-2", 90): [3, 10, 23, 45, 106, 262, 703, 2444, 10593],
    ("deluxe-3", 0): [8, 56, 336, 1344, 4032, 8064],
    ("deluxe-3", 35): [3, 6, 10, 22, 44, 70, 160, 414, 963, 2397],
    ("deluxe-3", 90): [3, 5, 14, 43, 123, 294, 836, 3080, 12954],
    ("deluxe-3", 150): [7, 26, 75, 224, 766, 2674, 10972],
    ("deluxe-4", 0): [5, 20, 60, 120, 1056, 6198],
    ("deluxe-4", 35): [5, 18, 48, 77, 198, 617, 2140, 7234],
    ("deluxe-4", 90): [5, 20, 60, 120, 1056, 6138],
    ("deluxe-4", 150): [3, 7, 24, 102, 360, 1078, 2912, 8559],
    ("deluxe-5", 0): [6, 30, 120, 360, 720, 6576],
    ("deluxe-5", 35): [2, 4, 20, 155, 733, 2395, 6253],
    ("deluxe-5", 90): [1, 2, 4, 14, 57, 164, 404, 972, 2164, 4676],
    ("deluxe-5", 150): [2, 13, 69, 215, 452, 855, 1646, 4239, 16122],
    ("deluxe-6", 0): [7, 42, 210, 840, 2520, 5040],
    ("deluxe-6", 35): [3, 9, 33, 133, 660, 3269, 13356],
    ("deluxe-6", 90): [2, 4, 14, 52, 176, 452, 934, 1962, 5800, 17828],
    ("deluxe-6", 150): [5, 20, 60, 120, 936, 2652, 7374],
    ("deluxe-7", 0): [7, 42, 210, 840, 2520, 5040, 10080],
    ("deluxe-7", 35): [3, 6, 12, 106, 594, 3242, 10142],
    ("deluxe-7", 90): [6, 7, 14, 25, 55, 339, 1665, 5589, 14621],
    ("deluxe-7", 150): [4, 12, 24, 48, 432, 2592, 14304],
    ("deluxe-8", 0): [8, 56, 336, 1680, 6720],
    ("deluxe-8", 35): [1, 2, 4, 9, 19, 37, 86, 203, 504, 1631],
    ("deluxe-8", 90): [2, 2, 4, 12, 18, 30, 58, 130, 288, 606],
    ("deluxe-8", 150): [1, 2, 4, 10, 24, 176, 1120, 6048],
}
"""(golden game, moves played) -> sequences of 1, 2, 3 ... moves from there."""


def position(name: str, played: int) -> State:
    """A golden game after so many moves."""
    rules, seed, moves = read((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    g = new_game(rules, seed)
    for _, move in moves[:played]:
        g.apply(move)
    return g


def perft(g: State, depth: int) -> int:
    """How many sequences of moves of a length there are; a game that is over counts as none."""
    if depth == 1:
        return len(g.moves)
    total = 0
    for move in g.moves:
        after = g.clone()
        after.apply(move)
        total += perft(after, depth - 1)
    return total


@pytest.mark.parametrize("where", POSITIONS, ids=lambda where: "{} after {} moves".format(*where))
def test_ways_to_go_on(where: tuple[str, int]) -> None:
    counts = POSITIONS[where]
    g = position(*where)
    assert [perft(g, depth) for depth in range(1, len(counts) + 1)] == counts

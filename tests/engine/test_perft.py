"""How many ways a game can go on from a position: the smallest change of a rule changes a number."""

from __future__ import annotations

import pytest

from engine import State, new_game
from tests.engine.golden import FOLDER, read

POSITIONS: dict[tuple[str, int], list[int]] = {
    ("deluxe-2", 0): [7, 42, 210, 840, 2520],
    ("deluxe-2", 60): [6, 7, 13, 32, 77, 438, 2381],
    ("deluxe-2-actions", 60): [7, 42, 84, 456, 3954],
    ("deluxe-3", 0): [8, 56, 336, 1344, 4032],
    ("deluxe-3", 60): [8, 56, 336, 1344, 4032],
    ("deluxe-3", 130): [1, 2, 13, 50, 115, 286, 666, 1581],
    ("deluxe-3-actions", 60): [3, 4, 8, 14, 31, 95, 270, 515, 1548],
    ("deluxe-3-actions", 130): [2, 9, 23, 168, 1064, 5040],
    ("deluxe-4", 0): [5, 20, 60, 120, 912, 5394],
    ("deluxe-4", 60): [2, 18, 104, 290, 542, 969, 3559],
    ("deluxe-4", 130): [3, 10, 35, 67, 247, 750],
    ("deluxe-4-actions", 60): [2, 2, 2, 2, 2, 2, 6, 14, 42],
    ("deluxe-4-actions", 130): [2, 2, 6, 16, 48, 146, 528, 1598],
    ("deluxe-5", 0): [6, 30, 120, 360, 720, 2160],
    ("deluxe-5", 60): [3, 15, 77, 474, 2666],
    ("deluxe-5", 130): [1, 2, 5, 4, 0, 0, 0, 0, 0],
    ("deluxe-5-actions", 60): [6, 12, 24, 36, 84, 492, 1926, 5316],
    ("deluxe-5-actions", 130): [5, 20, 60, 120, 990, 5646],
    ("deluxe-6", 0): [7, 42, 210, 840, 2520],
    ("deluxe-6", 60): [2, 6, 12, 36, 77, 151, 327],
    ("deluxe-6", 130): [1, 4, 9, 21, 92, 518],
    ("deluxe-6-actions", 60): [2, 4, 5, 17, 68, 198, 450, 800, 1179],
    ("deluxe-6-actions", 130): [2, 8, 26, 46, 70, 166, 618, 2726],
    ("deluxe-7", 0): [7, 42, 210, 840, 2520],
    ("deluxe-7", 60): [5, 6, 6, 18, 48, 120, 173, 375, 826],
    ("deluxe-7", 130): [10, 70, 448, 1377, 5410],
    ("deluxe-7-actions", 60): [10, 36, 108, 206, 429, 701, 1487, 3353],
    ("deluxe-7-actions", 130): [1, 1, 1, 1, 1, 1, 1, 1, 3],
    ("deluxe-8", 0): [8, 56, 336, 1680],
    ("deluxe-8", 60): [5, 19, 51, 102, 170, 343, 783, 2486],
    ("deluxe-8", 130): [4, 11, 26, 59, 138, 298, 820, 3288],
    ("deluxe-8-actions", 60): [2, 4, 42, 277, 1891, 5338],
    ("deluxe-8-actions", 130): [2, 6, 13, 20, 38, 86, 270, 732, 1959],
    ("classic-2", 0): [7, 42, 210, 840, 2520],
    ("classic-2", 60): [2, 6, 10, 16, 25, 40, 96, 238, 478],
    ("classic-3", 0): [7, 42, 210, 840, 2520],
    ("classic-3", 60): [6, 30, 120, 360, 720, 6360],
    ("classic-4", 0): [5, 20, 60, 120, 972, 3030],
    ("classic-4", 60): [3, 6, 14, 30, 54, 94, 212, 446, 1010],
    ("classic-4", 130): [2, 6, 25, 80, 180, 942, 3168],
    ("classic-5", 0): [6, 30, 120, 360, 720, 6576],
    ("classic-5", 60): [7, 8, 17, 37, 61, 156, 335, 674, 1566],
    ("classic-5", 130): [2, 16, 44, 130, 370, 1508],
    ("classic-6", 0): [7, 42, 210, 840, 2520],
    ("classic-6", 60): [9, 25, 74, 204, 922, 3689],
    ("classic-6", 130): [2, 13, 49, 200, 631, 2794],
    ("classic-7", 0): [7, 42, 210, 840, 2520],
    ("classic-7", 60): [5, 15, 74, 406, 1848],
    ("classic-7", 130): [3, 6, 12, 106, 304, 1100, 2714],
    ("dark_city-2", 0): [7, 42, 210, 840, 2520],
    ("dark_city-2", 60): [5, 11, 48, 185, 652, 2313],
    ("dark_city-3", 0): [7, 42, 210, 840, 2520],
    ("dark_city-3", 60): [10, 42, 66, 232, 976, 2154],
    ("dark_city-3", 130): [1, 6, 28, 94, 345, 1461, 7559],
    ("dark_city-4", 0): [5, 20, 60, 120, 408, 1788],
    ("dark_city-4", 60): [2, 2, 10, 40, 120, 240, 1944],
    ("dark_city-4", 130): [5, 18, 58, 184, 556, 1222, 2466],
    ("dark_city-5", 0): [6, 30, 120, 360, 720, 1440, 6696],
    ("dark_city-5", 60): [2, 5, 7, 16, 43, 158, 702, 2712],
    ("dark_city-5", 130): [5, 8, 25, 53, 101, 214, 543, 1676],
    ("dark_city-6", 0): [7, 42, 210, 840, 2520],
    ("dark_city-6", 60): [10, 29, 116, 461, 2645],
    ("dark_city-6", 130): [2, 8, 49, 252, 1050, 3360],
    ("dark_city-7", 0): [8, 56, 336, 1680],
    ("dark_city-7", 60): [1, 8, 56, 336, 1680],
    ("dark_city-7", 130): [5, 27, 32, 68, 182, 642, 2698],
    ("dark_city-8", 0): [8, 56, 336, 1680],
    ("dark_city-8", 60): [2, 3, 7, 11, 18, 34, 63, 160, 479],
    ("dark_city-8", 130): [2, 4, 20, 64, 128, 390, 1766],
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

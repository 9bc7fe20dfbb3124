"""Nothing takes more than proportionally more work as there is more of something: functions are counted, not time."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from bench.growth.client_works import CLIENT_WORKS
from bench.growth.host_works import WORKS, Work, calls


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("work", [*WORKS, *CLIENT_WORKS], ids=lambda work: work.name)
def test_work_grows_no_faster_than_what_there_is(work: Work, tmp_path: Path) -> None:
    counted = [work.measured(size, tmp_path, calls) for size in work.sizes]
    for (before, less), (after, more) in pairwise(zip(work.sizes, counted, strict=True)):
        # A tenth more is left to what happens now and then, as when a page of a file is full.
        assert more / less <= 1.1 * after / before, (work.name, work.sizes, counted)


def test_a_move_stays_as_cheap_as_it_is(tmp_path: Path) -> None:
    (move,) = (work for work in WORKS if work.name == "a move at a table of four")
    # The first one loads what all need.
    counted = [move.measured(1, tmp_path, calls) for _ in range(2)]
    # It was 1,432. Whoever makes it dearer should know, and say what for.
    assert counted[1] <= 1_500, counted


def test_work_that_grows_faster_is_found() -> None:
    def pairs(size: int) -> None:
        for one in range(size):
            for other in range(size):
                max(one, other)

    assert calls(lambda: pairs(100)) / calls(lambda: pairs(10)) > 11

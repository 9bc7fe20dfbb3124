"""Nothing takes more than proportionally more work as there is more of something: functions are counted, not time."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from tests.client_growth import CLIENT_WORKS
from tests.growth import WORKS, Work, calls


@pytest.mark.parametrize("work", [*WORKS, *CLIENT_WORKS], ids=lambda work: work.name)
def test_work_grows_no_faster_than_what_there_is(work: Work, tmp_path: Path) -> None:
    counted = [work.measured(size, tmp_path, calls) for size in work.sizes]
    for (before, less), (after, more) in pairwise(zip(work.sizes, counted, strict=True)):
        # A tenth more is left to what happens now and then, as when a page of a file is full.
        assert more / less <= 1.1 * after / before, (work.name, work.sizes, counted)


def test_work_that_grows_faster_is_found() -> None:
    def pairs(size: int) -> None:
        for one in range(size):
            for other in range(size):
                max(one, other)

    assert calls(lambda: pairs(100)) / calls(lambda: pairs(10)) > 11

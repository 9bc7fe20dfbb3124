"""Whole games through chaos end as they must: nothing lost, nothing doubled, one history. A host that errs is found.

The host and every player are processes that are killed at any moment; between them is a road that tears what it
carries to pieces, delays it, loses it, cuts connections, and lets some fall silent. What must be true of every run is
`tests.net.chaos_checker.RunChecker`. The seeds fix what is played and what befalls it, as far as time lets them.
"""

from __future__ import annotations

import multiprocessing
from collections import Counter
from pathlib import Path

import pytest

from tests.net.chaos import runs
from tests.net.chaos_processes import Plan
from tests.net.hardships import HARDSHIPS

pytestmark = pytest.mark.skipif(
    "forkserver" not in multiprocessing.get_all_start_methods(), reason="no processes that start at once"
)

CONTROLS = 5
"""Runs within which what is wrong with a host is found; nearly every run finds it."""


def exact(seeds: range, folder: Path) -> None:
    """All runs are."""
    found = runs([Plan.of(seed, folder / f"{seed}") for seed in seeds])
    assert {run.plan.seed: run.faults for run in found if run.faults} == {}
    met = sum((run.met for run in found), Counter[str]())
    print(f"{len(found)} games of {sum(run.entries for run in found)} entries; {dict(met)}")
    # It was chaos.
    assert min(
        met[what] for what in ("tear", "delay", "lose", "cut", "swallow", "host killed", "player killed", *HARDSHIPS)
    ) >= len(found)


def test_games_through_chaos_are_exact(tmp_path: Path) -> None:
    exact(range(6), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 1500, 25))
def test_many_games_through_chaos_are_exact(first: int, tmp_path: Path) -> None:
    exact(range(first, first + 25), tmp_path)


@pytest.mark.parametrize(
    ("flaw", "fault"),
    [
        ("forgetful", "which stands in the log"),
        ("hasty", "is turned away: fork"),
        ("careless", "is turned away: fork"),
        ("open to all", "a second host"),
        ("copies half", "is missing"),
    ],
)
def test_a_host_that_errs_is_found(flaw: str, fault: str, tmp_path: Path) -> None:
    for seed in range(CONTROLS):
        (run,) = runs([Plan.of(seed, tmp_path / f"{seed}", flaw)])
        if any(fault in found for found in run.faults):
            print(f"found in run {seed}")
            return
    raise AssertionError("it was not found")

"""Whole games through chaos end as they must: nothing lost, nothing doubled, one history. A host that errs is found.

The host and every player are processes that are killed at any moment; between them is a road that tears what it
carries to pieces, delays it, loses it, cuts connections, and lets some fall silent. `RunChecker` says what must be true
of every run. The seeds fix what is played and what befalls it, as far as time lets them.
"""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support.net.chaos import STUCK, runs
from tests.support.net.chaos_processes import Plan
from tests.support.net.databases import Server

pytestmark = [
    pytest.mark.slow,
    pytest.mark.thorough,
    pytest.mark.skipif(
        "forkserver" not in multiprocessing.get_all_start_methods(), reason="no processes that start at once"
    ),
]

MANY = 20
CONTROLS = 5
"""Runs within which what is wrong with a host is found; nearly every run finds it."""


MET = ("tear", "delay", "lose", "cut", "host killed", "player killed")
"""In all runs together; to fall silent is rarer."""
HARD = ("clock", "notice", "full", "slow", "rival", "backup")
"""In some of them; those from the fourth on only where there is a journal."""
LATE = ("seat taken", "asleep", "woke", "deal refused")
"""In many runs: whether somebody is late is up to the machine."""
SHARED = ("full", "stopped", "slow database", "session ended")
"""Of hosts that share a database: one of these is met instead of a death, by chance."""


def exact(seeds: Iterable[int], folder: Path, server: Server | None = None) -> None:
    """All runs are."""
    found = runs([Plan.of(seed, folder / f"{seed}", database=server.database() if server else "") for seed in seeds])
    assert {run.plan.seed: run.faults for run in found if run.faults} == {}
    met = sum((run.met for run in found), Counter[str]())
    print(f"{len(found)} games of {sum(run.entries for run in found)} entries; {dict(met)}")
    # It was chaos.
    assert min(met[what] for what in MET) > 0
    assert min(met[what] for what in (HARD[:2] if server else HARD)) > 0
    assert not server or sum(met[what] for what in SHARED) > 0
    assert len(found) < MANY or min(met[what] for what in (*LATE, *(SHARED if server else ()))) > 0


def test_games_through_chaos_are_exact(tmp_path: Path) -> None:
    # These meet everything.
    exact((1, 2), tmp_path)


@pytest.mark.long
def test_games_of_hosts_that_share_a_database_are_exact_through_chaos(server: Server, tmp_path: Path) -> None:
    # These meet everything.
    exact((2003, 2016, 2021), tmp_path, server)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 1500, 25))
def test_many_games_through_chaos_are_exact(first: int, tmp_path: Path) -> None:
    exact(range(first, first + 25), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("first", range(3000, 3500, 25))
def test_many_games_of_hosts_that_share_a_database_are_exact(first: int, server: Server, tmp_path: Path) -> None:
    exact(range(first, first + 25), tmp_path, server)


@pytest.mark.parametrize(
    ("flaw", "fault"),
    [
        ("forgetful", "which stands in the log"),
        ("hasty", "is turned away: fork"),
        pytest.param("careless", "", marks=pytest.mark.long),
        pytest.param("open to all", "a second host", marks=pytest.mark.long),
        ("copies half", "is missing"),
    ],
)
def test_a_host_that_errs_is_found(flaw: str, fault: str, tmp_path: Path) -> None:
    find(flaw, fault, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("flaw", ["hasty", "careless"])
def test_a_host_that_tells_what_its_database_has_not_is_found(flaw: str, server: Server, tmp_path: Path) -> None:
    find(flaw, "", tmp_path, server)


def find(flaw: str, fault: str, folder: Path, server: Server | None = None) -> None:
    """Play until a flaw is found by its fault."""
    for seed in range(CONTROLS):
        (run,) = runs([Plan.of(seed, folder / f"{seed}", flaw, server.database() if server else "")])
        # Where everybody waits for what a host has forgotten, that is found, too.
        if any(fault in found or found == STUCK for found in run.faults):
            print(f"found in run {seed}: {run.faults[0]}")
            return
    raise AssertionError("it was not found")

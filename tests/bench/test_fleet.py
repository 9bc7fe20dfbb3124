"""The simulation: one host is as it was measured, and many pass their bounds where they must."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache

import pytest

from tests.bench.net import recorded_games, service_times
from tests.bench.net.fleet import Fleet, FleetPlan, Work
from tests.bench.net.one_host import ServiceTimes, one_host

KEPT = json.loads(service_times.KEPT.read_text())
TIMES = ServiceTimes.read(KEPT)
GAMES = json.loads(recorded_games.KEPT.read_text())
SMALL = FleetPlan(players=1500, hosts=8, databases=2, fail=1, tables=60, first=20.0, last=21.0)


@lru_cache
def work() -> Work:
    return Work(TIMES, seconds=2.0)


@pytest.mark.slow
@pytest.mark.parametrize("row", KEPT["hosts"], ids=lambda row: f"{row['tables']} tables")
def test_one_host_is_within_a_fifth_of_what_was_measured(row: dict[str, float]) -> None:
    found = one_host(TIMES, round(row["tables"]), 30)
    for name in ("p50_ms", "p99_ms", "cpu"):
        assert found[name] == pytest.approx(row[name], rel=0.2), name


def test_a_small_fleet_keeps_its_bounds() -> None:
    found = Fleet(SMALL, work(), GAMES).run()
    assert found["broken"] == {}
    assert found["players"] == pytest.approx(SMALL.players, rel=0.15)
    assert found["failed"] > 0
    assert found["not_back"] == found["turned_away"] == 0
    assert found == Fleet(SMALL, work(), GAMES).run()


@pytest.mark.parametrize(
    ("plan", "broken"),
    [
        (replace(SMALL, tables=30), "tables"),
        (replace(SMALL, visitors=1), "visitors"),
        (replace(SMALL, fail=4), "takeover"),
    ],
    ids=["room", "lobby", "all hosts of a database"],
)
def test_a_bound_that_is_passed_is_named(plan: FleetPlan, broken: str) -> None:
    assert broken in Fleet(plan, work(), GAMES).run()["broken"]


def test_a_host_with_more_than_its_core_can_do_passes_its_bound() -> None:
    slow = replace(TIMES, move=TIMES.move * 20, tell=TIMES.tell * 20)
    assert "core" in Fleet(replace(SMALL, hosts=2, tables=500), Work(slow, seconds=2.0), GAMES).run()["broken"]

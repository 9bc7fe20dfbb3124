"""The benchmark of a host: its figures are there, and told as they come. How large they are, nobody tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from net.base.limits import DEFAULT
from tests.bench.net import costs, hostile, report, served, unit

COSTS = {
    "seal_us", "open_us", "sign_us", "verify_us",
    *(f"commit_{size}{which}_ms" for size in (1, 10, 100) for which in ("", "_worst")),
    "act_us", "act_journal_us", "entries", "rejoin_ms", "rejoin_work_ms", "recover_ms", "game_entries", "verify_ms",
}  # fmt: skip


def test_every_cost_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit, "_BATCHES", 1)
    monkeypatch.setattr(costs, "_MOVES", 20)
    found = costs.costs(tmp_path)
    assert set(found) == COSTS
    assert all(isinstance(figure, int | float) and figure > 0 for figure in found.values())
    assert isinstance(found["entries"], int)
    assert 20 < found["entries"] < found["game_entries"]
    for size in (1, 10, 100):
        assert found[f"commit_{size}_ms"] <= found[f"commit_{size}_worst_ms"]


def test_a_measured_host_has_the_products_limits_unless_they_are_lifted() -> None:
    assert served.limits_for([]) == DEFAULT
    lifted = served.limits_for(["lifted"])
    assert (lifted.tables, lifted.visitors) > (DEFAULT.tables, DEFAULT.visitors)


PACE = {"p50_ms": 1.0, "p99_ms": 2.0, "errors": []}


def test_each_part_is_told_as_soon_as_it_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was told last, when a part begins to be measured, is the part before it."""
    told: list[str] = []
    before: list[str] = []

    def costs_of(_folder: Path) -> dict[str, Any]:
        before.append(told[-1])
        return {"seal_us": 1234.5}

    def capacity(tables: int, _seconds: float, _folder: Path, *, visitors: int, lifted: bool) -> dict[str, Any]:
        before.append(told[-1])
        assert not lifted
        rest = {"moves_per_second": 1.0, "cpu": 0.1, "cpu_us_per_move": 1, "waited": 0.0, "kib_per_connection": 2.0}
        rest["checks_per_move"] = 6.5
        lobby = {"visitors": visitors, "kib_per_visitor": 3.0, "seen_p50_ms": 4.0, "seen_p99_ms": 5.0}
        return {"tables": tables, **PACE, **rest, **lobby}

    def restart(tables: int, seconds: float, _folder: Path, *, lifted: bool) -> dict[str, Any]:
        before.append(told[-1])
        assert (tables, seconds, lifted) == (500, 3.0, False)
        return {"back_s": 9.5, "errors": ["hit by a restart"]}

    def under(name: str, _folder: Path, *, seconds: float, rest: float) -> dict[str, Any]:
        before.append(told[-1])
        assert seconds == rest == 3.0
        memory = {"rss_growth_mib": 1, "rss_left_mib": 0}
        attacked = {**PACE, "errors": [f"hit by {name}"]}
        return {"attack": name, "alone": PACE, "attacked": attacked, **memory, "lost": 0, "fates": {"closed": 7}}

    def soak(minutes: float, _folder: Path) -> dict[str, Any]:
        before.append(told[-1])
        return {"minutes": minutes}

    monkeypatch.setattr(report, "own_core", lambda _: None)
    monkeypatch.setattr(costs, "costs", costs_of)
    monkeypatch.setattr(report, "capacity", capacity)
    monkeypatch.setattr(report, "restart", restart)
    monkeypatch.setattr(hostile, "under", under)
    monkeypatch.setattr(report, "soak", soak)
    monkeypatch.setattr(report, "guest_attacks", list)
    monkeypatch.setattr(hostile, "POSSIBLE", True)
    monkeypatch.setattr(hostile, "ATTACKS", ["idle", "noise"])

    found = report.report((100, 500), 3.0, 20, 0.5, told.append)
    assert "load before" in before[0]
    assert "tables moves/s" in before[1]
    assert before[2].split()[0] == "100"
    assert "20 visitors" in before[2]
    assert "20 visitors" in before[3]
    assert "fates" in before[4]
    assert before[5].split()[0] == "idle"
    assert before[6].split()[0] == "noise"
    last = "\n".join(told)
    assert "Soak" in last.partition("Errors")[0]
    assert last.splitlines()[-4:] == ["Errors in the hosts' logs: 3", "hit by a restart", "hit by idle", "hit by noise"]
    assert "1,234.5" in "".join(told)
    assert [row["tables"] for row in found["capacity"]] == [100, 500]
    assert [row["attack"] for row in found["hostile"]] == ["idle", "noise"]
    assert found["restart"]["back_s"] == 9.5
    assert (found["costs"], found["soak"]) == ({"seal_us": 1234.5}, {"minutes": 0.5})
    assert set(found["machine"]) == {"python", "system", "cores", "load"}

from __future__ import annotations

import json

import pytest

from citadels_tui.cli import GOOD, main


def test_bench_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--games", "1"]) == GOOD
    found = json.loads(capsys.readouterr().out)
    assert found["loop_turn_ns"] > 0
    assert set(found["sets"]) == {"first_game", "random"}
    for figures in found["sets"].values():
        assert figures["games_per_second"] > 0
        assert figures["decisions_per_second"] > 0
        for work in ("decision", "simulated", "clone", "resample", "view", "outcomes"):
            assert figures[work]["us"] > 0
            assert figures[work]["loop_turns"] > 0


def test_bench_to_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--games", "1"]) == GOOD
    out = capsys.readouterr().out
    assert "games/s" in out
    assert "loop turns" in out

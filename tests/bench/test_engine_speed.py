"""The benchmark of the engine, and the arguments of `scripts/bench`."""

from __future__ import annotations

import json

import pytest

from tests.bench.__main__ import main


def test_bench_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json", "--games", "1"]) == 0
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
    assert main(["--games", "1"]) == 0
    out = capsys.readouterr().out
    assert "games/s" in out
    assert "loop turns" in out
    assert "rules pure" in out or "rules compiled" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--games", "0"],
        ["--net", "--seconds", "0.5"],
        ["--net", "--tables", "0"],
        ["--net", "--tables", "501"],
        ["--net", "--tables", "495", "--visitors", "1"],
        ["--net", "--tables", "2001", "--lift-limits"],
        ["--ui", "--net"],
        ["--page", "glossary"],
        ["--ui", "--runs", "0"],
    ],
)
def test_wrong_arguments_are_refused_in_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "scripts/bench: error: " in capsys.readouterr().err.splitlines()[-1]

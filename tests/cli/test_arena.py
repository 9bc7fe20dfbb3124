"""`citadels arena`: who wins against whom, in a file that can be gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citadels_tui.cli import GOOD, USAGE, main

SMALL = ["arena", "--bots", "novice,random", "--players", "3", "--json"]


def test_each_plays_over_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--games", "6"]) == GOOD
    results = json.loads(capsys.readouterr().out)["results"]
    assert list(results) == ["novice over random", "random over novice"]
    assert all(row["games"] == 6 and not row["failed"] for row in results.values())
    assert results["novice over random"]["won"] > results["random over novice"]["won"]


def test_it_goes_on_from_its_file_and_ends_as_in_one_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "arena.json"
    for games in ("3", "6"):
        assert main([*SMALL, "--games", games, "--file", str(file)]) == GOOD
    in_parts = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert main([*SMALL, "--games", "6"]) == GOOD
    assert json.loads(capsys.readouterr().out) == in_parts
    assert json.loads(file.read_text(encoding="utf-8")) == in_parts


@pytest.mark.parametrize("text", ["", "[]", '{"setup": {}, "results": {}}'])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "arena.json"
    file.write_text(text, encoding="utf-8")
    assert main([*SMALL, "--file", str(file)]) == USAGE
    assert "does not hold results of this tournament" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == text


def test_shares_are_printed_with_their_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL[:-1], "--games", "2"]) == GOOD
    assert "random over novice  " in capsys.readouterr().out

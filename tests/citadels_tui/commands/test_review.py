"""`citadels review`: what is said of a game that is over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citadels_tui.cli.main import FAILED, GOOD, USAGE, main
from engine.review.review import ReviewEffort
from tests.support.client.recorded import game_file
from tests.support.engine.compiled import replaces_code


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game in a file, to be looked at in a hurry."""
    monkeypatch.setattr("engine.review.review.USUAL", ReviewEffort(2, 1, 1, 3, 2))
    path = tmp_path / "game.citadels"
    path.write_text(game_file(4).record.format())
    return path


@replaces_code
@pytest.mark.thorough
def test_a_game_is_reviewed_player_by_player(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(record), "--ascii"]) == GOOD
    out = capsys.readouterr().out
    for name in game_file(4).names:
        assert f"{name}: chance to win at the beginning of each round" in out
    assert "Accuracy compares their moves with random ones" in " ".join(out.split())
    assert "of 100 (give or take " in out
    assert out.isascii()
    assert max(map(len, out.splitlines())) <= 80
    assert main(["review", str(record), "--json"]) == GOOD
    said = capsys.readouterr()
    assert not said.err
    found = json.loads(said.out)
    assert [player["name"] for player in found["players"]] == list(game_file(4).names)
    assert all(player["rounds"][0]["round"] == 1 for player in found["players"])
    assert all((player["accuracy"] is None) == (player["accuracy_error"] is None) for player in found["players"])
    assert {turn["player"] for turn in found["turns"]} <= set(range(4))


def test_a_file_without_a_game_is_not_reviewed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(tmp_path / "none.citadels")]) == USAGE
    (tmp_path / "odd.citadels").write_text("citadels: 1\nodd\n")
    assert main(["review", str(tmp_path / "odd.citadels")]) == FAILED
    assert "Traceback" not in capsys.readouterr().err

"""`citadels replay`: the files that show no game are refused in one sentence, before anything is drawn."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from citadels_tui.cli import FAILED, GOOD, main
from citadels_tui.game_file import read_game
from engine import Rules
from tests.net.signed_games import SignedGame


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The logs of a finished game and of one that is not."""
    folder = tmp_path_factory.mktemp("games")
    done, half = (SignedGame(Rules.make(2, "classic"), 1, random.Random(number)) for number in (1, 2))
    done.share()
    half.share()
    done.finish()
    half.finish(moves=9)
    return done.proof.save(folder), half.proof.save(folder)


def refused(path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["replay", str(path)]) == FAILED
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_what_is_no_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, content, said in (
        ("noise", b"\x00\x01\x02", "this is another kind of file"),
        ("empty", b"", "this is another kind of file"),
        ("bytes.citadels", b"citadels: 1\n\xff\xfe", "it is not text"),
        ("words.citadels", b"citadels: one\n\n", "no 'edition' line"),
    ):
        (tmp_path / name).write_bytes(content)
        assert said in refused(tmp_path / name, capsys)


def test_a_log_that_is_not_as_it_must_be_is_refused(
    logs: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done, half = logs
    assert "has no end" in refused(half, capsys)
    content = bytearray(done.read_bytes())
    content[len(content) // 2] ^= 1
    (tmp_path / "changed.proof").write_bytes(content)
    refused(tmp_path / "changed.proof", capsys)


def test_a_record_with_a_move_that_is_not_legal_is_refused(
    logs: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.citadels"
    assert main(["verify", str(logs[0]), "--record", str(record)]) == GOOD
    capsys.readouterr()
    assert read_game(record).log is None
    assert read_game(logs[0]).log == logs[0]
    record.write_text(record.read_text() + "p1: end\n")
    assert "cannot be played" in refused(record, capsys)


def test_a_good_file_needs_a_terminal(logs: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert "this needs a terminal" in refused(logs[0], capsys)

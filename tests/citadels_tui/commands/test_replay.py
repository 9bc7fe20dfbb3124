"""`citadels replay`: the files that show no game are refused in one sentence, before anything is drawn."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from citadels_tui.cli.launch import FILM_SIZE
from citadels_tui.cli.main import FAILED, GOOD, USAGE, main
from citadels_tui.history.game_file import read_game
from engine import Rules
from net.gamelog.game_facts import facts_of
from net.gamelog.verify import verify
from tests.support.client.scripted import Player
from tests.support.net.kept_logs import kept, saved
from tests.support.net.signed_games import SignedGame
from tests.support.terminal import Terminal

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The logs of a finished game and of one that is not."""
    folder = tmp_path_factory.mktemp("games")
    done, half = (SignedGame(Rules.make(2, "classic"), 1, random.Random(number)) for number in (1, 2))
    done.share()
    half.share()
    done.finish()
    half.finish(moves=9)
    return saved(done.proof, folder), saved(half.proof, folder)


def refused(path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["replay", str(path)]) == FAILED
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_a_file_without_a_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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


@pytest.mark.thorough
def test_a_game_is_written_as_a_page_and_as_a_film(
    logs: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, film = tmp_path / "game.html", tmp_path / "game.cast"
    assert main(["replay", str(logs[0]), "--html", str(page), "--cast", str(film)]) == GOOD
    assert capsys.readouterr() == ("", "")
    assert read_game(logs[0]).words in page.read_text(encoding="utf-8")
    head, *frames = map(json.loads, film.read_text(encoding="utf-8").splitlines())
    assert (head["version"], head["width"], head["height"]) == (2, *FILM_SIZE)
    times = [time for time, kind, _data in frames if kind == "o"]
    assert times == sorted(times)
    assert len(times) == len(frames) > 20
    for option, path in (("--html", page), ("--cast", film)):
        before = path.read_bytes()
        assert main(["replay", str(logs[0]), option, str(path)]) == USAGE
        assert "is there already" in capsys.readouterr().err
        assert path.read_bytes() == before
    assert main(["replay", str(logs[0]), "--html", str(tmp_path / "none" / "game.html")]) == FAILED
    assert "cannot be written" in capsys.readouterr().err


def read_again(path: Path, home: Path, *lines: str) -> list[str]:
    """What is said when a game is looked at again line by line."""
    with Player(["replay", str(path), "--plain"], home) as reader:
        reader.type(*lines)
        assert reader.ended() == (GOOD, "")
    return reader.said


def test_a_game_is_read_again_move_by_move_and_by_round(logs: tuple[Path, Path], tmp_path: Path) -> None:
    game = read_game(logs[0]).record
    moves, (first, second) = len(game.moves), game.names
    said = read_again(logs[0], tmp_path, "", "round 2", "back", "next 3", "b 2", "r", "1", f"{moves}", "", "quit")
    places = [line for line in said if line.startswith("Move ")]
    assert places[0] == f"Move 0 of {moves}, round 1:"
    assert places[1].endswith("round 2:")
    assert places[2].endswith("round 1:")
    numbers = [int(line.split()[1]) for line in places]
    assert numbers[2] < numbers[1] < numbers[3]
    assert numbers[2] < numbers[4] < numbers[3]
    assert places[5].endswith("round 3:")
    assert numbers[6:] == [1, moves]
    assert said.count("That was the last move. The word result tells how it ended.") == 2
    assert all(f"{name}" in said[0] for name in (first, second))
    assert f"{moves} moves" in " ".join(said[:2])


def test_it_is_read_through_anybodys_eyes(logs: tuple[Path, Path], tmp_path: Path) -> None:
    first, second = read_game(logs[0]).record.names
    said = "\n".join(read_again(logs[0], tmp_path, "r 2", "hand", f"eyes {second.lower()}", "hand", "eyes", "hand"))
    opened, own, again = said.split("From here on")
    assert f"{first} holds " in opened
    assert f"{second} holds " in opened
    assert "You have " in own
    assert " holds " not in own
    assert f"{second} holds " in again


def test_every_typed_line_has_an_answer(logs: tuple[Path, Path], tmp_path: Path) -> None:
    lines = (
        "b",
        "help",
        "look",
        "w",
        "log 2",
        "card bishop",
        "card",
        "i",
        "result",
        "verify",
        "r 99",
        "9999",
        "eyes Zoe",
    )
    said = " ".join(" ".join(read_again(logs[0], tmp_path, *lines, "n 99999", "x")).split())
    for expected in (
        "That is the first move.",
        "next [MOVES], or n: the next move",
        "p1 ",
        "1 Assassin: ",
        "rank 5",
        "Say which card",
        "Who did what",
        "Verified: ",
        "There is no round 99: the game has",
        "There is no move 9999: the game has",
        "There is nobody called Zoe in this game.",
        "There is no command x.",
    ):
        assert expected in said


def test_a_record_that_ends_early_has_no_result(logs: tuple[Path, Path], tmp_path: Path) -> None:
    record = tmp_path / "game.citadels"
    assert main(["verify", str(logs[0]), "--record", str(record)]) == GOOD
    lines = record.read_text().splitlines()
    record.write_text("\n".join(lines[:-20]) + "\n")
    said = read_again(record, tmp_path, "n 9999", "result", "verify")
    assert "The record ends before the game does." in said
    assert any(line.startswith("Every move is legal.") for line in said)


@pytest.mark.terminal
def test_a_dumb_terminal_reads_it_line_by_line(logs: tuple[Path, Path], tmp_path: Path) -> None:
    with Terminal(["-m", "citadels_tui", "replay", str(logs[0])], tmp_path, term="dumb") as terminal:
        terminal.until("This terminal cannot draw (TERM is dumb)")
        terminal.press("\n")
        terminal.until("Move 0 of ")
        terminal.press("q\n")
        assert terminal.ended() == 0
        assert b"\x1b" not in terminal.shown


@pytest.mark.thorough
def test_one_plays_on_from_a_moment_for_practice_and_comes_back(logs: tuple[Path, Path], tmp_path: Path) -> None:
    half = len(read_game(logs[0]).record.moves) // 2
    with Player(["replay", str(logs[0]), "--plain"], tmp_path) as reader:
        reader.type("play nobody", f"{half}", "play novice", "quit", "play")
        reader.until("Back at the replay.")
        reader.until("Enter alone: ")
        reader.type(*[""] * 300)
        reader.until("The words why")
        reader.type("verify", "quit", "1", "quit")
        assert reader.ended() == (GOOD, "")
    said = "\n".join(reader.said)
    assert "There are no bots called nobody." in said
    assert "Up to here it was another game; from here on it is yours, for practice." in said
    assert f"The first {half} moves are those of another game" in " ".join(said.split())
    (practice,) = kept(tmp_path / "state" / "games.db").values()
    assert facts_of(practice).given == half
    assert verify(practice.host, practice.notes).ok
    assert not (tmp_path / "state" / "local").exists() or not list((tmp_path / "state" / "local").glob("*.db"))


@pytest.mark.thorough
def test_the_input_may_end_while_one_plays_on(logs: tuple[Path, Path], tmp_path: Path) -> None:
    said = read_again(logs[0], tmp_path, "5", "play", "1")
    assert said[-1].startswith("The input has ended")


@pytest.mark.parametrize("output", ["-", "/dev/stdout"])
def test_a_page_is_written_to_standard_output(
    logs: tuple[Path, Path], output: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["replay", str(logs[0]), "--html", output]) == GOOD
    assert capfdbinary.readouterr().out.startswith(b"<!doctype html>")

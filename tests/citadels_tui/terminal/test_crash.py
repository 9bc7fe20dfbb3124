"""A fault of ours ends the program with one sentence and a report, and the game is kept."""

from __future__ import annotations

import re
import stat
import sys
from pathlib import Path

import pytest

from net.local.kept_games import kept_games
from tests.support.faulty import SECRET
from tests.support.terminal import USUAL, Terminal, until_gone

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="reads a terminal as Linux gives it"),
    pytest.mark.terminal,
]

PLAY = ("play", "--players", "2", "--seed", "5", "--name", "Ann")
SENTENCE = re.compile(r"citadels: [Ss]omething went wrong in Citadels itself; a report of it is in (\S+?\.txt); (.*)")
NOT_MOVED = "nobody had made a move, so there is nothing to keep"
ASKED = "Choose your character"
NOT_PLAYING = "no game was in progress"


def crash(home: Path, fault: str, *arguments: str, move: bool = False) -> tuple[str, str]:
    """Let the program fail in a terminal, perhaps only at a move: its report, and how it says to go on."""
    with Terminal(["-m", "tests.support.faulty", fault, *arguments], home) as terminal:
        if move:
            terminal.until(ASKED)
        assert terminal.ended("\r" if move else "") == 1
        assert terminal.attributes() == terminal.before
        assert terminal.modes() == USUAL
        said = terminal.said()
        # The host ends with its client, and may take a moment longer.
        until_gone(home)
        assert SECRET.encode() not in terminal.shown
    # A progress bar that was wiped away again stands in what was sent, before the sentence.
    found = SENTENCE.fullmatch(said.strip().splitlines()[-1] if "━" in said else said.strip())
    assert found, said
    path = Path(found[1])
    assert path.parent == home / "state" / "crashes"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    report = path.read_text("utf-8")
    assert "LookupError" in report
    assert SECRET not in report
    assert f"Python {'.'.join(map(str, sys.version_info[:3]))}" in report
    return report, found[2]


@pytest.mark.parametrize(("fault", "place"), [("home-compose", "screens/base.py"), ("home-mount", "support/faulty.py")])
def test_in_the_home_screen(fault: str, place: str, tmp_path: Path) -> None:
    report, way_back = crash(tmp_path, fault, "home")
    assert place in report
    assert "textual 8." in report
    assert way_back == NOT_PLAYING


def test_before_the_first_frame(tmp_path: Path) -> None:
    assert crash(tmp_path, "style", "home")[1] == NOT_PLAYING


def test_in_reading_the_terminal(tmp_path: Path) -> None:
    with Terminal(["-m", "tests.support.faulty", "input", "home"], tmp_path) as terminal:
        terminal.until("Your name")
        terminal.press("!")
        assert terminal.ended() == 1
        found = SENTENCE.fullmatch(terminal.said().strip())
        assert found
        assert SECRET.encode() not in terminal.shown
    # What has failed, and where.
    text = Path(found[1]).read_text("utf-8")
    assert "\ncitadels_tui.terminal.stock.InputFailed\n" in text
    assert "\nbuiltins.LookupError\n  support/faulty.py:" in text
    assert SECRET not in text


@pytest.mark.parametrize(
    "fault",
    [
        "key",
        *(
            pytest.param(fault, marks=pytest.mark.thorough)
            for fault in ("session", "client", "table-compose", "widget", "timer")
        ),
    ],
)
def test_in_a_game(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client fails, and its host ends with it."""
    _, way_back = crash(tmp_path, fault, *PLAY, move=fault == "key")
    # It comes before the first move.
    assert way_back == NOT_MOVED
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path / "state"))
    assert kept_games() == []


def test_a_host_that_does_not_open_is_explained(tmp_path: Path) -> None:
    assert crash(tmp_path, "opening", *PLAY)[1] == NOT_PLAYING


@pytest.mark.thorough
def test_of_the_host_at_each_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Starting it again does not help: the client says so and ends."""
    report, way_back = crash(tmp_path, "move", *PLAY, move=True)
    assert ", host\n" in report
    assert "table.py" in report
    assert way_back == NOT_MOVED
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path / "state"))
    assert kept_games() == []


@pytest.mark.thorough
def test_of_the_host_once_is_survived(tmp_path: Path) -> None:
    with Terminal(["-m", "tests.support.faulty", "once", *PLAY], tmp_path) as terminal:
        terminal.until(ASKED)
        terminal.press("\r")
        terminal.until("You chose the")
        terminal.press("qy")
        terminal.until("New game")
        terminal.press("q")
        assert terminal.ended() == 0
    assert len(list((tmp_path / "state" / "crashes").iterdir())) == 1


def test_in_another_command(tmp_path: Path) -> None:
    _, way_back = crash(tmp_path, "command", "simulate", "--games", "1")
    assert way_back == "games that can be resumed are as they were"


def test_a_report_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "crashes").touch()
    with Terminal(["-m", "tests.support.faulty", "home-mount", "home"], tmp_path) as terminal:
        assert terminal.ended() == 1
        assert "; no report of it could be written (this is not a folder); " in terminal.said()

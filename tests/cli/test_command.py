from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from citadels_tui import __version__
from citadels_tui.cli import GOOD, USAGE, main

ROOT = Path(__file__).parents[2]
COMMANDS = ("home", "play", "host", "join", "verify", "rulings", "cards", "simulate", "bench")


@pytest.mark.parametrize(
    "arguments",
    [
        ["sing"],
        ["--loud"],
        ["cards", "--edition", "pocket"],
        ["cards", "king"],
        ["play", "--players", "many"],
        ["play", "--players", "9"],
        ["play", "--bots", "8", "--players", "8"],
        ["play", "--preset", "none_such"],
        ["play", "--edition", "pocket"],
        ["host", "--port", "70000"],
        ["join"],
        ["join", "host#secret"],
        ["rulings"],
        ["verify"],
        ["verify", "no/such/file"],
        ["verify", "."],
        ["simulate", "--players", "1"],
        ["simulate", "--preset", "none_such"],
        ["simulate", "--edition", "pocket"],
        ["simulate", "--bots", "oracle"],
        ["simulate", "--bots", "random,random,random", "--players", "2"],
        ["simulate", "--games", "0"],
        ["simulate", "--seed", "-1"],
    ],
)
def test_wrong_usage_is_one_line_and_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == USAGE
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("citadels: ")
    assert err.count("\n") == 1


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == GOOD
    out = capsys.readouterr().out
    for command in COMMANDS:
        assert f" {command} " in out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == GOOD
    assert f"citadels {command}" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == GOOD
    assert capsys.readouterr().out.strip() == __version__


def test_the_module_ends_with_the_exit_code() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "citadels_tui", "sing"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == USAGE
    assert "Traceback" not in done.stderr


def test_a_reader_that_stops_early_is_no_error() -> None:
    pipe = f"{sys.executable} -m citadels_tui cards | head -n 1"
    done = subprocess.run(["bash", "-c", pipe], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "CHARACTERS"
    assert done.stderr == ""

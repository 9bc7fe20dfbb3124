from __future__ import annotations

import errno
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from citadels_tui.cli.launch import need_terminal
from citadels_tui.cli.main import FAILED, GOOD, USAGE, main
from citadels_tui.wording.errors import one_line
from engine import EDITIONS
from engine.bots import usable
from net.base.program import program_version
from tests.support.root import ROOT
from tests.support.terminal import SECONDS

FULL = "citadels: the output could not be written: No space left on device\n"
COMMANDS = (
    "home",
    "play",
    "host",
    "join",
    "replay",
    "verify",
    "backup",
    "restore",
    "rulings",
    "cards",
    "bots",
    "simulate",
    "arena",
)


@pytest.mark.parametrize(
    "arguments",
    [
        ["sing"],
        ["--loud"],
        ["cards", "--edition", "pocket"],
        ["cards", "nobody"],
        ["play", "--players", "many"],
        ["play", "--players", "9"],
        ["play", "--bots", "8", "--players", "8"],
        ["play", "--preset", "none_such"],
        ["play", "--edition", "pocket"],
        ["host", "--port", "70000"],
        ["join"],
        ["join", "host#secret"],
        ["rulings", "no such words"],
        ["replay"],
        ["replay", "no/such/file"],
        ["replay", "."],
        ["verify"],
        ["verify", "no/such/file"],
        ["verify", "."],
        ["backup"],
        ["restore"],
        ["backup", "copy", "--data", "here", "--journal", "host.db"],
        ["backup", "copy.db", "--journal", "no/such/file"],
        ["simulate", "--players", "1"],
        ["simulate", "--preset", "none_such"],
        ["simulate", "--edition", "pocket"],
        ["simulate", "--bots", "oracle"],
        ["simulate", "--bots", "random,random,random", "--players", "2"],
        ["simulate", "--games", "0"],
        ["simulate", "--seed", "-1"],
        ["simulate", "--no-action-cards"],
        ["simulate", "--jobs", "257"],
        ["standings", "--data", "no/such/folder"],
        ["arena", "--bots", "oracle,random"],
        ["arena", "--games", "0"],
        ["arena", "--preset", "none_such"],
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
    assert capsys.readouterr().out.strip() == program_version()


def test_the_module_ends_with_the_exit_code() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "citadels_tui", "sing"], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS
    )
    assert done.returncode == USAGE
    assert "Traceback" not in done.stderr


def test_a_reader_that_stops_early_is_no_error() -> None:
    pipe = f"{sys.executable} -m citadels_tui cards | head -n 1"
    done = subprocess.run(["sh", "-c", pipe], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    assert done.stdout.strip() == "CHARACTERS"
    assert done.stderr == ""


@pytest.mark.parametrize("value", ["2.9", "many", "1e3", "9" * 5000, "\u0663"])
@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("simulate", "--games"),
        ("simulate", "--jobs"),
        ("play", "--players"),
        ("play", "--seed"),
    ],
)
def test_a_whole_number_is_one(command: str, option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, option, value]) == USAGE
    said = capsys.readouterr().err
    assert said.startswith(f"citadels: {option} must be a whole number")
    assert len(said) < 150


def test_error_lines_are_bounded() -> None:
    assert len(one_line("x" * 10_000)) < 2100


@pytest.mark.parametrize("command", COMMANDS)
def test_a_help_text_shows_no_python(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([command, "--help"])
    out = capsys.readouterr().out
    for odd in ("False", "None", "--no-", "(100", "[default: ]"):
        assert odd not in out
    assert "invite" not in out.split()


@pytest.mark.parametrize("command", ["play", "cards", "simulate"])
def test_the_help_names_what_can_be_chosen(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([command, "--help"])
    out = capsys.readouterr().out
    for name in (*EDITIONS, *(usable() if command == "simulate" else ())):
        assert name in out


def run(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A line in a shell, where `citadels` is the command."""
    script = f'citadels() {{ "{sys.executable}" -m citadels_tui "$@"; }}; {line}'
    environ = {**os.environ, **environment}
    return subprocess.run(
        ["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, env=environ
    )


@pytest.mark.thorough
@pytest.mark.parametrize(
    "line",
    [
        "citadels </dev/null",
        "citadels home <&-",
        "citadels play",
        "citadels host >/dev/null",
        "citadels join localhost",
    ],
)
def test_the_client_needs_a_terminal(line: str) -> None:
    done = run(line)
    assert done.returncode == FAILED
    assert done.stdout == ""
    assert done.stderr == (
        "citadels: this needs a terminal: its input and output cannot be files or pipes "
        "(with --plain, play, host and join need none)\n"
    )


def test_the_home_screen_cannot_be_had_line_by_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("citadels_tui.cli.launch.need_terminal", lambda: True)
    assert main(["home"]) == FAILED
    assert capsys.readouterr().err.endswith("citadels play, host and join go on line by line\n")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["play", "--people", "Ada,,Ben"], "Everybody at this keyboard needs a name."),
        (["play", "--people", "Ada,ada"], "Two people cannot both be called ada."),
        (["play", "--people", ",".join("ABCDEFGHI")], "for 2 to 8 players"),
        (["play", "--people", "Ada,Ben", "--name", "Ada"], "give no --name"),
        (["play", "--people", "Ada,Ben,Cleo", "--players", "2"], "no room for 3 people"),
        (["play", "--people", "Ada,Ben", "--players", "4", "--bots", "3"], "has 2 bots, not 3"),
        (["host", "--people", "Ada,Ben", "--players", "3", "--bots", "2"], "room for 0 to 1 bots"),
        (["host", "--people", "Ada,Ben,Cleo", "--players", "2"], "no room for 3 people"),
    ],
)
def test_people_who_do_not_fit_are_refused(arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == USAGE
    assert why in capsys.readouterr().err


def test_a_dumb_terminal_is_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    mine, its = pty.openpty()
    with os.fdopen(its, "w") as terminal:
        for name in ("__stdin__", "__stdout__", "__stderr__"):
            monkeypatch.setattr(sys, name, terminal)
        monkeypatch.setenv("TERM", "xterm")
        assert not need_terminal()
        monkeypatch.setenv("TERM", "dumb")
        assert need_terminal()
    os.close(mine)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("citadels cards >&-", GOOD, ""),
        ("citadels sing 2>&-", USAGE, ""),
        ("citadels --version >/dev/full", FAILED, FULL),
        ("citadels cards >/dev/full", FAILED, FULL),
    ],
)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
def test_output_that_goes_nowhere(line: str, code: int, said: str) -> None:
    done = run(line)
    assert (done.returncode, done.stderr) == (code, said)


def test_what_the_system_refuses_is_not_told_as_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("citadels_tui.cli.main._carry_out", refuse)
    assert main(["cards"]) == FAILED
    told = "citadels: the system has refused something that the game needs: Permission denied\n"
    assert capsys.readouterr().err == told


def test_a_help_text_that_nobody_reads_to_its_end_is_no_error() -> None:
    done = run("citadels simulate --help | true; exit ${PIPESTATUS[0]}")
    assert (done.returncode, done.stderr) == (GOOD, "")


@pytest.mark.parametrize("size", ["0", "1", "7", "-5", "\u00b2", "wide", "99999999999", "9" * 5000])
@pytest.mark.parametrize("name", ["COLUMNS", "LINES"])
def test_a_help_text_fits_no_such_screen(
    name: str, size: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, size)
    assert main(["--help"]) == GOOD
    told = capsys.readouterr()
    assert "simulate" in told.out
    assert told.err == ""


@pytest.mark.parametrize("closed", [">&- </dev/null", ">&- <&- 2>&-"])
@pytest.mark.thorough
def test_a_game_begins_where_the_caller_has_closed_the_output(closed: str, tmp_path: Path) -> None:
    """The pipes to the host's process must not have the numbers of what was closed."""
    done = run(f"citadels play --plain {closed}", CITADELS_CONFIG=str(tmp_path), CITADELS_STATE=str(tmp_path))
    assert (done.returncode, done.stderr) == (GOOD, "")

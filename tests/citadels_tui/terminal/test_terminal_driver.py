"""The client in a terminal whose bytes may be anything, and under a shell that stops it."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.support.terminal import SECONDS, USUAL, Terminal, family, improvement
from tests.support.tiers import tiered

pytestmark = [pytest.mark.slow, pytest.mark.terminal]
linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs a process table in /proc")

SHELLS = {"bash": ["--norc", "--noprofile", "-i"], "dash": ["-i"], "zsh": ["-f", "-i"]}
if sys.platform != "win32":
    import termios


def raw(terminal: Terminal) -> bool:
    """Whether the terminal hands on every key at once, as no shell has it while it runs a program."""
    return not terminal.attributes()[3] & (termios.ICANON | termios.ECHO | termios.ISIG)


@pytest.mark.parametrize(
    "sent",
    tiered(["\udce9x", "\udcff\udcfe", "\x1b[M \udca0!", "\x1b[99999999u", "\udc9bI"], ["\udce9x", "\x1b[M \udca0!"]),
)
def test_no_bytes_end_the_client(sent: str, tmp_path: Path) -> None:
    with Terminal(["-m", "citadels_tui"], tmp_path) as terminal:
        terminal.until("New game")
        terminal.press(f"{sent}\x1b[A\x1b[Bn")
        terminal.until("More...")
        terminal.press("\x1b")
        terminal.until("Your name")
        terminal.press("q")
        assert terminal.ended() == 0
        assert terminal.modes() == USUAL
        assert terminal.attributes() == terminal.before


def test_an_answer_in_two_pieces_plays_no_move(tmp_path: Path) -> None:
    """Each letter and digit of it would be a key of the board."""
    play = ["-m", "citadels_tui", "play", "--name", "Ann", "--players", "2", "--seed", "5"]
    with Terminal(play, tmp_path) as terminal:
        terminal.until("Choose your character")
        for first, second in (("\x1b", "]11;rgb:1111/2222/3333\x1b\\"), ("\x1b[?6", "1;1;2c"), ("\x1b[<35;1", "2;1M")):
            terminal.press(first)
            time.sleep(0.3)
            terminal.press(second)
        # Painted anew.
        terminal.press("\x0c")
        terminal.until("Choose your character")


def client_of(shell: Terminal, home: Path) -> int:
    """The client that a shell has started."""
    end = time.monotonic() + SECONDS
    while True:
        for process in family(home):
            if process != shell.program.pid and "citadels_tui" in Path(f"/proc/{process}/cmdline").read_text():
                return process
        assert time.monotonic() < end
        time.sleep(0.05)


def until_stopped(process: int) -> None:
    """Wait until a process has been stopped with all its threads: only then its shell is told."""
    end = time.monotonic() + SECONDS
    while True:
        tasks = Path(f"/proc/{process}/task").glob("*/stat")
        if {task.read_text().rpartition(")")[2].split()[0] for task in tasks} == {"T"}:
            return
        assert time.monotonic() < end
        time.sleep(0.02)


@linux
@pytest.mark.parametrize("told", tiered([signal.SIGSTOP, signal.SIGTSTP], [signal.SIGTSTP]))
@pytest.mark.parametrize("shell", tiered(SHELLS, ["bash"]))
@improvement
def test_a_client_that_a_shell_has_stopped_goes_on(shell: str, told: signal.Signals, tmp_path: Path) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    with Terminal(SHELLS[shell], tmp_path, program=program) as terminal:
        terminal.press("PS1='ready'; PS1=$PS1'> '\r")
        terminal.until("ready> ")
        terminal.press(f"{sys.executable} -m citadels_tui\r")
        terminal.until("New game")
        taken = terminal.modes()
        client = client_of(terminal, tmp_path)
        for _ in range(2):
            os.kill(client, told)
            terminal.until("ready> ")
            until_stopped(client)
            # In the background it may neither read nor draw. Not every shell sets the terminal anew: to some, the key
            # enter is ctrl+j now.
            terminal.press("bg\n")
            terminal.until("ready> ")
            until_stopped(client)
            terminal.press("\n")
            terminal.until("ready> ")
            terminal.press("fg\n")
            terminal.until("New game")
            assert raw(terminal)
            assert terminal.modes() == taken
            terminal.press("n")
            terminal.until("More...")
            terminal.press("\x1b")
            terminal.until("Your name")
        terminal.press("q")
        terminal.until("ready> ")
        # Some shells have pastes marked, too.
        assert terminal.modes() - {2004} == USUAL
        assert b"\x1b[=29;1u" in terminal.shown
        assert terminal.shown.count(b"\x1b[>25u") == terminal.shown.count(b"\x1b[<u")
        terminal.press("exit\r")
        assert terminal.ended() == 0

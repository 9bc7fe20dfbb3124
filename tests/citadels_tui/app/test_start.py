"""The home screen opens fast, and the client ends with its terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from citadels_tui.session.going_on import find_left
from tests.support.root import ROOT
from tests.support.terminal import SECONDS, USUAL, Terminal, alive, family, improvement, until_gone

pytestmark = pytest.mark.slow

linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs a process table in /proc")

PLAY = ("-m", "citadels_tui", "play", "--name", "Ann", "--players", "2")


def ended_well(terminal: Terminal) -> None:
    """The program ends without a fault, and gives its terminal back as it was."""
    assert terminal.ended() == 0
    assert terminal.modes() == USUAL
    assert terminal.attributes() == terminal.before


def test_the_home_screen_needs_neither_the_rules_nor_the_network() -> None:
    heavy = "engine.game net.client.client net.protocol.setup pydantic msgpack cryptography"
    code = f"import sys, citadels_tui.app.app; print([m for m in {heavy.split()!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.terminal
@pytest.mark.parametrize("arguments", [["home"], []], ids=["home", "alone"])
def test_the_home_screen_in_a_terminal(arguments: list[str], tmp_path: Path) -> None:
    with Terminal(["-m", "citadels_tui", *arguments], tmp_path) as terminal:
        terminal.until("New game")
        terminal.press("n")
        terminal.until("More...")
        terminal.press("\x1b")
        terminal.until("Your name")
        terminal.press("q")
        ended_well(terminal)
        assert terminal.said().strip() == ""


@pytest.mark.terminal
def test_a_game_in_a_terminal(tmp_path: Path) -> None:
    """It is begun, played for some moves, left, and resumed."""
    with Terminal([*PLAY, "--seed", "5"], tmp_path) as terminal:
        terminal.until("Choose your character")
        terminal.press("\r")
        terminal.press("q")
        terminal.until("Leave this game?")
        terminal.press("y")
        terminal.until("Resume a game")
        terminal.press("r")
        terminal.until("left on")
        terminal.press("\r")
        terminal.until("The game goes on")
        terminal.press("\x11")
        terminal.until("Leave")
        terminal.press("y")
        ended_well(terminal)


@linux
@pytest.mark.terminal
@improvement
def test_a_client_that_was_stopped_goes_on_and_gives_its_terminal_back(tmp_path: Path) -> None:
    with Terminal(["-m", "citadels_tui"], tmp_path) as terminal:
        terminal.until("New game")
        for _ in range(2):
            terminal.program.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, terminal.program.pid, os.WSTOPPED | os.WNOWAIT)
            terminal.program.send_signal(signal.SIGCONT)
            terminal.press("n")
            terminal.until("More...")
            terminal.press("\x1b")
            terminal.until("Your name")
        terminal.press("q")
        ended_well(terminal)


@linux
@pytest.mark.terminal
@pytest.mark.parametrize(
    "told",
    [
        signal.SIGHUP,
        *(
            pytest.param(told, marks=pytest.mark.thorough)
            for told in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT, signal.SIGUSR1, signal.SIGALRM)
        ),
        pytest.param(None, marks=pytest.mark.thorough),
    ],
    ids=lambda told: told.name if told else "closed",
)
def test_a_lost_terminal_ends_the_client_and_its_host(told: signal.Signals | None, tmp_path: Path) -> None:
    """The terminal goes away in the middle of a game: neither the client nor the host process stays behind.

    Who is only told to end leaves the terminal as it was.
    """
    with Terminal(PLAY, tmp_path) as terminal:
        terminal.until("Assassin")
        hosts = children(terminal.program.pid)
        assert hosts
        if told is None:
            terminal.close()
            assert terminal.program.wait(SECONDS) == 0
        else:
            terminal.program.send_signal(told)
            assert terminal.ended() == 0
            assert terminal.modes() == USUAL
            assert terminal.attributes() == terminal.before
        end = time.monotonic() + SECONDS
        while any(alive(pid) for pid in hosts) and time.monotonic() < end:
            time.sleep(0.05)
        assert not any(alive(pid) for pid in hosts)
        assert not (tmp_path / "state" / "crashes").exists()


@linux
@pytest.mark.terminal
@pytest.mark.parametrize(
    "told",
    [
        signal.SIGHUP,
        *(pytest.param(told, marks=pytest.mark.thorough) for told in (signal.SIGTERM, signal.SIGQUIT)),
    ],
    ids=lambda told: told.name,
)
def test_a_client_ended_before_its_first_frame_restores_the_terminal(told: signal.Signals, tmp_path: Path) -> None:
    with Terminal(PLAY, tmp_path) as terminal:
        terminal.until("\x1b[?1049h")
        terminal.program.send_signal(told)
        assert terminal.ended() == 0
        assert terminal.modes() == USUAL
        assert terminal.attributes() == terminal.before
    until_gone(tmp_path)


@linux
@pytest.mark.terminal
@pytest.mark.parametrize(
    "told",
    [
        pytest.param(signal.SIGHUP, id="hung up"),
        pytest.param(signal.SIGTERM, id="terminated", marks=pytest.mark.thorough),
    ],
)
@pytest.mark.thorough
def test_a_terminal_that_reads_nothing_keeps_no_client(told: signal.Signals, tmp_path: Path) -> None:
    """What cannot be written stops Textual's writing thread, and that the loop: the signals must not need it."""
    with Terminal(PLAY, tmp_path) as terminal:
        terminal.until("Assassin")
        hosts = children(terminal.program.pid)
        terminal.stop_reading()
        terminal.program.send_signal(told)
        # Where only the writing thread stands still, the loop may even end it properly.
        assert terminal.program.wait(SECONDS) in (0, 128 + told)
        end = time.monotonic() + SECONDS
        while any(alive(pid) for pid in hosts) and time.monotonic() < end:
            time.sleep(0.05)
        assert not any(alive(pid) for pid in hosts)


@linux
@pytest.mark.terminal
@pytest.mark.parametrize("told", [signal.SIGHUP, signal.SIGTERM], ids=lambda told: told.name)
def test_who_is_told_to_end_leaves_a_game_and_says_how_it_goes_on(
    told: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Terminal([*PLAY, "--seed", "5"], tmp_path) as terminal:
        terminal.until("Choose your character")
        terminal.press("\r")
        terminal.until("You chose the")
        terminal.program.send_signal(told)
        assert terminal.ended() == 0
        said = "Told to end; the game is kept, and citadels play --resume goes on with it."
        assert terminal.said().split("\n") == [said, ""]
        assert terminal.attributes() == terminal.before
        until_gone(tmp_path)
    monkeypatch.setenv("CITADELS_CONFIG", str(tmp_path))
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path / "state"))
    (offer,) = find_left().offers
    assert offer.about.startswith("round 1, ")


FULL = """
import asyncio, signal, sys, threading
from types import SimpleNamespace
from textual.drivers._writer_thread import WriterThread
from citadels_tui.terminal.signals import on_signals, stay_awake

writer = WriterThread(sys.stdout)

def take() -> None:
    while not writer._queue.full():
        pass
    signal.pthread_kill(threading.get_ident(), signal.SIGHUP)

async def write() -> None:
    on_signals(print, print)
    stay_awake(SimpleNamespace(_writer_thread=writer))
    threading.Thread(target=take, daemon=True).start()
    while True:
        writer.write("")

asyncio.run(write())
"""
"""A client whose writing thread stands still while another one of its threads is given the signal."""


@linux
def test_a_signal_ends_a_client_that_cannot_write() -> None:
    assert subprocess.run([sys.executable, "-c", FULL], cwd=ROOT, timeout=SECONDS, check=False).returncode == 0


@linux
@pytest.mark.terminal
@pytest.mark.thorough
def test_from_the_start_to_the_end_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begun, played, resized in the middle, hung up, resumed, left and quit: in the end no process is there."""
    # Some shells export how large the window was.
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    with Terminal([*PLAY, "--seed", "5"], tmp_path) as terminal:
        terminal.until("Choose your character")
        terminal.press("\r")
        terminal.resize(60, 15)
        terminal.until("Please enlarge this window")
        terminal.resize(120, 40)
        terminal.until("Hand:")
        terminal.press("?")
        terminal.until("How it is played")
        terminal.press("\x1b")
        assert len(family(tmp_path)) > 1
        terminal.program.send_signal(signal.SIGHUP)
        assert terminal.ended() == 0
        until_gone(tmp_path)
    with Terminal(["-m", "citadels_tui", "play", "--resume"], tmp_path) as terminal:
        terminal.until("The game goes on")
        terminal.press("q")
        terminal.until("Leave")
        terminal.press("y")
        terminal.until("Resume a game")
        terminal.press("q")
        ended_well(terminal)
        until_gone(tmp_path)
    assert not (tmp_path / "state" / "crashes").exists()


def children(pid: int) -> list[int]:
    """The processes a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.terminal
def test_errors_may_go_to_a_file(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    redirect = f"os.dup2(os.open({str(errors)!r}, os.O_WRONLY | os.O_CREAT), 2)"
    begin = f"import os, sys; {redirect}; os.execv(sys.argv[1], sys.argv[1:])"
    with Terminal(["-c", begin, sys.executable, "-m", "citadels_tui"], tmp_path) as terminal:
        terminal.until("New game")
        terminal.press("q")
        ended_well(terminal)
    assert errors.read_text() == ""


@pytest.mark.terminal
def test_a_locale_without_unicode_gets_ascii(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    with Terminal(["-m", "citadels_tui"], tmp_path) as terminal:
        terminal.until("New game")
        terminal.press("q")
        assert terminal.ended() == 0
        assert terminal.shown.isascii()

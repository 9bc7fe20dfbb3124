"""The client in a real terminal: it starts, and leaves nothing behind when the terminal goes away."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

SECONDS = 60
"""Longer than anything here takes on a busy machine."""


def open_client(home: Path) -> tuple[int, int]:
    """Start a local game in a terminal of its own: its process id and the terminal's other end."""
    pid, master = pty.fork()
    if pid == 0:
        environment = {**os.environ, "HOME": str(home), "TERM": "xterm-256color", "TEXTUAL_ANIMATIONS": "none"}
        os.execve(sys.executable, [sys.executable, "-m", "citadels_tui", "play", "--players", "2"], environment)
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    return pid, master


def read_until(master: int, text: str) -> bool:
    """Read what the client paints until a text is in it."""
    seen = b""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if select.select([master], [], [], 0.2)[0]:
            try:
                seen += os.read(master, 65536)
            except OSError:
                return False
            if text.encode() in seen:
                return True
    return False


def descendants(pid: int) -> set[int]:
    """The processes a process has started, with theirs."""
    table = subprocess.run(["ps", "-e", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(child): int(parent) for child, parent in map(str.split, table.splitlines())}
    found: set[int] = set()
    while more := {child for child, parent in parents.items() if parent in found | {pid}} - found:
        found |= more
    return found


def alive(pid: int) -> bool:
    """Whether a process runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(sys.platform != "linux", reason="reads the process table as Linux prints it")
def test_a_lost_terminal_leaves_no_process(tmp_path: Path) -> None:
    pid, master = open_client(tmp_path)
    ended = False
    try:
        assert read_until(master, "Assassin")
        family = descendants(pid)
        assert family  # the host of the local game
        os.close(master)
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and not ended:
            ended = os.waitpid(pid, os.WNOHANG)[0] == pid
            time.sleep(0.05)
        assert ended
        while time.monotonic() < end and any(alive(each) for each in family):
            time.sleep(0.05)
        assert not any(alive(each) for each in family)
    finally:
        if not ended:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)

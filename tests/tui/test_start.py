"""The home screen opens fast, and the client ends with its terminal."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_home_screen_needs_neither_the_rules_nor_the_network() -> None:
    heavy = "engine.game net.client net.setup pydantic msgpack cryptography"
    code = f"import sys, citadels_tui.app; print([m for m in {heavy.split()!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def read_until(terminal: int, wanted: bytes, seconds: float) -> bytes:
    seen, end = b"", time.monotonic() + seconds
    while wanted not in seen and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            seen += os.read(terminal, 65536)
    return seen


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs a process table in /proc")
@pytest.mark.parametrize("told", [signal.SIGHUP, signal.SIGTERM])
def test_a_lost_terminal_ends_the_client_and_its_host(told: signal.Signals, tmp_path: Path) -> None:
    """The terminal goes away in the middle of a game: neither the client nor the host process stays behind.

    Who is only told to end leaves the terminal as it was.
    """
    terminal, inside = pty.openpty()
    environ = os.environ | {"TERM": "xterm-256color", "CITADELS_CONFIG": str(tmp_path), "PYTHONPATH": str(ROOT)}
    client = subprocess.Popen(
        [sys.executable, "-m", "citadels_tui", "play", "--name", "Ann"],
        stdin=inside,
        stdout=inside,
        stderr=inside,
        env=environ,
        start_new_session=True,
    )
    os.close(inside)
    try:
        assert b"Citadels" in read_until(terminal, b"What happened", 30)
        hosts = children(client.pid)
        assert hosts
        client.send_signal(told)
        left = drain(terminal, client)
        assert (b"\x1b[?1049l" in left) == (told == signal.SIGTERM)
        assert client.wait(10) == 0
        end = time.monotonic() + 10
        while any(alive(pid) for pid in hosts) and time.monotonic() < end:
            time.sleep(0.05)
        assert not any(alive(pid) for pid in hosts)
    finally:
        client.kill()
        client.wait()
        os.close(terminal)


def drain(terminal: int, client: subprocess.Popen[bytes]) -> bytes:
    """Read what is still written, so that nothing waits for a reader."""
    end, seen = time.monotonic() + 10, b""
    while client.poll() is None and time.monotonic() < end:
        if select.select([terminal], [], [], 0.05)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:
                break
    return seen


def children(pid: int) -> list[int]:
    """The processes a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def alive(pid: int) -> bool:
    """Whether a process still runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False

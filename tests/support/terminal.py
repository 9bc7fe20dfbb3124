"""Programs in a terminal of their own, as a player has them."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

from citadels_tui.terminal import PLAIN_TEXTUAL, improved
from tests.support.root import ROOT

if sys.platform != "win32":
    # There the tests that start one are skipped; what else is in their files is not.
    import fcntl
    import termios

improvement = pytest.mark.skipif(not improved(), reason=f"tests what {PLAIN_TEXTUAL} switches off")
SECONDS = 240
"""Longer than anything takes on a busy machine."""

_LEAD = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
"""Makes the terminal that of the session, whose programs are told when it goes away."""
_MODE = re.compile(rb"\x1b\[\?([\d;]+)([hl])")
_ESCAPE = re.compile(r"\x1b(\[[0-9;?<>=]*[ -/]*[@-~]|[\]P_^][^\x07\x1b]*(\x07|\x1b\\)|[()].|[=>78cDM])")
_ERASED = re.compile(r"\x1b\[(\d+)X(?:\x1b\[\1C)?")
"""Erased cells, which may be passed over."""
USUAL = {7, 25}
"""Modes of a terminal that is let alone: it wraps lines, and shows the cursor."""


def alive(pid: int) -> bool:
    """Whether a process still runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def family(home: Path) -> list[int]:
    """All processes that run for the player whose files are in a folder, whoever has started them (Linux)."""
    sign, found = f"CITADELS_CONFIG={home}".encode(), []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if sign in (process / "environ").read_bytes().split(b"\0") and alive(int(process.name)):
                found.append(int(process.name))
    return found


def until_gone(home: Path) -> None:
    """Wait until no such process is left, where that can be told."""
    end = time.monotonic() + SECONDS
    while left := family(home):
        assert time.monotonic() < end, left
        time.sleep(0.05)


def _plain(written: bytes) -> str:
    """What was written without what acts on the terminal; what was erased is blank."""
    text = _ERASED.sub(lambda found: " " * int(found[1]), written.decode(errors="replace"))
    return _ESCAPE.sub("", text)


class Terminal:
    """A terminal of 80x24 with a program in it."""

    def __init__(
        self,
        arguments: Sequence[str | Path],
        home: Path,
        *,
        term: str = "xterm-256color",
        program: str = sys.executable,
    ) -> None:
        """Start ``python ARGUMENTS``, or another program, for a player whose files are in a folder.

        They have been here before: whoever has settings is not asked whether they know the game.
        """
        settings = home / "settings.json"
        if not settings.exists():
            settings.write_text("{}")
        self._mine, self._its = os.openpty()
        fcntl.ioctl(self._its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = self.attributes()
        """How the terminal was set before the program began."""
        self.shown = b""
        """Everything that was written to it."""
        self._found = 0
        """From where in it a text is waited for."""
        environ = os.environ | {
            "HOME": str(home),
            "CITADELS_CONFIG": str(home),
            "CITADELS_STATE": str(home / "state"),
            "TERM": term,
            "TEXTUAL_ANIMATIONS": "none",
            "PYTHONPATH": str(ROOT),
        }
        self.program = subprocess.Popen(
            [sys.executable, "-c", _LEAD, program, *map(str, arguments)],
            stdin=self._its,
            stdout=self._its,
            stderr=self._its,
            env=environ,
            cwd=ROOT,
            start_new_session=True,
        )

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.program.kill()
        self.program.wait()
        self.close()
        os.close(self._its)

    def close(self) -> None:
        """Take the terminal away from the program."""
        if self._mine >= 0:
            os.close(self._mine)
            self._mine = -1

    def stop_reading(self) -> None:
        """Read nothing, until the program that has to be drawn anew all the time stands still, or long enough."""
        spent = [0]
        # To paint once takes more than the ticks that are let pass; to be told of a resize, and to do nothing, less.
        while len(spent) <= 20 or (spent[-1] - spent[-20] > 3 and len(spent) < 100):
            for columns in (100, 80):
                fcntl.ioctl(self._its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
                self.program.send_signal(signal.SIGWINCH)
                time.sleep(0.05)
            spent.append(self._processor_ticks())

    def _processor_ticks(self) -> int:
        fields = Path(f"/proc/{self.program.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    def attributes(self) -> list[Any]:
        """How the terminal is set."""
        return termios.tcgetattr(self._its)

    def resize(self, columns: int, lines: int) -> None:
        """Give it another size."""
        self._found = len(self.shown)
        fcntl.ioctl(self._its, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def press(self, keys: str) -> None:
        """Type; a surrogate stands for a byte that is no text."""
        self._found = len(self.shown)
        os.write(self._mine, keys.encode(errors="surrogateescape"))

    def until(self, text: str) -> None:
        """Wait until a text has been written: after the last key, and after the last text that was waited for.

        Both texts may have been read at once. Where a part of the screen ends, a line may be written in pieces, though
        another part covers it.
        """
        end = time.monotonic() + SECONDS
        while not self._written(text, len(self.shown)):
            assert time.monotonic() < end, f"{text!r} was not shown: {self.said()[-2000:]}"
            if not self._read() and self.program.poll() is not None:
                raise AssertionError(f"it ended with {self.program.returncode}: {self.said()[-2000:]}")
        low, high = self._found, len(self.shown)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._written(text, middle) else (middle, high)
        self._found = high

    def until_all(self, *texts: str) -> None:
        """Wait until several texts have been written, in any order."""
        begun = last = self._found
        for text in texts:
            self._found = begun
            self.until(text)
            last = max(last, self._found)
        self._found = last

    def _written(self, text: str, end: int) -> bool:
        """Whether a text that is waited for stands before an end."""
        written = self.shown[self._found : end]
        return text.encode() in written or text in _plain(written)

    def ended(self, press: str = "") -> int:
        """Wait until the program has ended, pressing keys meanwhile.

        Returns:
            Its exit code.
        """
        end = time.monotonic() + SECONDS
        while self.program.poll() is None:
            assert time.monotonic() < end, f"it did not end: {self.said()[-2000:]}"
            if not self._read() and press:
                self.press(press)
        while self._read():
            pass
        return self.program.returncode

    def glance(self) -> None:
        """Read what is there, and wait for nothing."""
        while self._read(0.0):
            pass

    def has_just_shown(self, text: str) -> bool:
        """Whether a text is in the last of what has been written and read."""
        return text in _plain(self.shown[-50_000:])

    def _read(self, patience: float = 0.2) -> bool:
        """Read what is there or comes within some seconds; whether something was."""
        if not select.select([self._mine], [], [], patience)[0]:
            return False
        self.shown += os.read(self._mine, 65536)
        return True

    def said(self) -> str:
        """What was written since the program left the alternate screen, without what acts on the terminal."""
        last = self.shown.rpartition(b"\x1b[?1049l")[2]
        return _plain(last).replace("\r\n", "\n")

    def modes(self) -> set[int]:
        """The private modes that are on: the alternate screen, the mouse's, and the cursor among them."""
        found = set(USUAL)
        for numbers, way in _MODE.findall(self.shown):
            for number in map(int, numbers.split(b";")):
                if way == b"h":
                    found.add(number)
                else:
                    found.discard(number)
        return found

"""Pseudo-terminal: a program in a terminal of its own, with the time of each thing it writes."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType

from net.base.own_python import own_python

COLUMNS, LINES = 120, 40
CHANGE = signal.SIGUSR1
"""The key at which a program of the benchmark changes its picture."""
_LEAD = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
"""Makes the terminal that of the session, as a terminal emulator does."""
_WHERE = b"\x1b[6n"
"""Asks for the place of the cursor: before a sign and behind it, which has one cell."""
PREFACE = 64
"""Bytes that are no paint yet: the shape of the pointer, the beginning of a synchronized update."""


@dataclass(frozen=True, slots=True)
class Painted:
    """The output of a program after a key or a signal."""

    first: float
    """Seconds until it began."""
    last: float
    """Seconds until it had ended."""
    size: int
    """Bytes."""


class PseudoTerminal:
    """A terminal with a program of this Python in it."""

    def __init__(
        self, arguments: Sequence[str], environ: Mapping[str, str], size: tuple[int, int] = (COLUMNS, LINES)
    ) -> None:
        """Start ``python ARGUMENTS``.

        Args:
            arguments: What follows ``python``.
            environ: Added to the environment.
            size: Columns and lines.
        """
        self._mine, its = os.openpty()
        self.resize(size)
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(
            own_python("-c", _LEAD, *own_python(*arguments)),
            stdin=its,
            stdout=its,
            stderr=its,
            env={**os.environ, **environ},
            start_new_session=True,
        )
        os.close(its)

    def __enter__(self) -> PseudoTerminal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._mine)

    def press(self, keys: str) -> None:
        """Type."""
        os.write(self._mine, keys.encode())

    def resize(self, size: tuple[int, int]) -> None:
        """Give the terminal so many columns and lines."""
        fcntl.ioctl(self._mine, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def until(self, text: str, most: float = 60.0) -> float:
        """Wait until a text is written.

        Returns:
            Seconds since the program was started.

        Raises:
            TimeoutError: when it is not written in ``most`` seconds, or the program ends before.
        """
        written, end = b"", self.begun + most
        while (left := end - time.perf_counter()) > 0 and (chunk := self._read(left)):
            written += chunk
            if text.encode() in written:
                return time.perf_counter() - self.begun
        raise TimeoutError(f"{text!r} was not shown")

    def quiet(self, seconds: float, most: float = 30.0) -> bool:
        """Wait until nothing was written for so long; whether that was so within ``most`` seconds."""
        end = time.perf_counter() + most
        while time.perf_counter() < end:
            if not self._read(seconds):
                return True
        return False

    def writes(self, most: float) -> bool:
        """Whether anything is written within so many seconds."""
        return bool(self._read(most))

    def painted(self, keys: str | signal.Signals, *, rest: float = 0.2, most: float = 2.0) -> Painted | None:
        """Type, and take what is written until there is a rest.

        Args:
            keys: What is typed, or a signal to the program instead.
            rest: Seconds without output that end it.
            most: Seconds to wait for its beginning.

        Returns:
            What was painted; None when nothing was, or no more than a sequence or two.
        """
        begun = time.perf_counter()
        if isinstance(keys, signal.Signals):
            self.process.send_signal(keys)
        else:
            self.press(keys)
        first = last = 0.0
        size = 0
        while chunk := self._read(rest if first else most):
            last = time.perf_counter() - begun
            size += len(chunk)
            if size > PREFACE:
                first = first or last
        return Painted(first, last, size) if first else None

    def written(self, seconds: float) -> int:
        """How many bytes are written in so many seconds."""
        end, size = time.perf_counter() + seconds, 0
        while (left := end - time.perf_counter()) > 0:
            size += len(self._read(left))
        return size

    def _read(self, most: float) -> bytes:
        """Read all there is, waiting for it so long; empty when there is nothing, or the program has ended."""
        if not select.select([self._mine], [], [], most)[0]:
            return b""
        try:
            read = os.read(self._mine, 1 << 20)
        except OSError:
            return b""
        # A terminal tells where its cursor is when it is asked; a program would wait for it in vain.
        for asked in range(read.count(_WHERE)):
            self.press(f"\x1b[1;{asked + 1}R")
        return read

"""Signs of ambiguous width: asks a terminal once how many cells it gives them, before anything is drawn with them.

In terminals that are set for Chinese, Japanese or Korean many signs take two cells (UAX 11, "ambiguous"): a board that
counts one for each falls apart there.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from select import select
from time import monotonic

SIGN = "\u00b7"
"""A character of ambiguous width."""
WAIT, FAR = 0.1, 1.0
"""Seconds to wait for the answers, on this machine and over a network; what comes later is no key (`input_events`)."""
QUESTION = f"\x1b7\x1b[6n{SIGN}\x1b[6n\x1b8  \x1b8"
"""Asks for the place of the cursor before and after the sign, which is wiped away again."""
_ANSWER = re.compile(rb"\x1b\[\d{1,5};(\d{1,5})R")
_typed = bytearray()


class WidthQuestion:
    """Asks the terminal of standard input and output whether it draws signs of ambiguous width in two cells.

    It answers while something else is done. Until the end it echoes nothing, the answer least of all.

    Args:
        wait: Seconds after which it is believed to draw them in one.
    """

    def __init__(self, wait: float = WAIT) -> None:
        self._end = monotonic() + wait
        self._source: int | None = None
        """The terminal, until it has answered; None where there is none."""
        self._restore: Callable[[], object] = bool

    def __enter__(self) -> WidthQuestion:
        try:
            import termios
            import tty
        except ImportError:
            return self
        if os.environ.get("TERM", "dumb") == "dumb":
            return self
        with suppress(OSError, ValueError, AttributeError, termios.error, UnicodeError):
            source, output = sys.__stdin__.fileno(), sys.__stdout__.fileno()  # type: ignore[union-attr]
            if not os.isatty(source) or not os.isatty(output) or os.tcgetpgrp(source) != os.getpgrp():
                return self
            before = termios.tcgetattr(source)

            def restore() -> None:
                with suppress(termios.error):
                    termios.tcsetattr(source, termios.TCSANOW, before)

            self._restore = restore
            tty.setcbreak(source, termios.TCSANOW)
            os.write(output, QUESTION.encode())
            self._source = source
        return self

    def __exit__(self, *_: object) -> None:
        # A shell would take the answer for something typed.
        self.wide()
        self._restore()

    def wide(self) -> bool:
        """Wait for the answer: whether it does. Nobody is asked twice."""
        source, self._source = self._source, None
        with suppress(OSError, ValueError):
            return source is not None and _answered(source, self._end)
        return False


def wide_signs(wait: float = WAIT) -> bool:
    """Whether the terminal of standard input and output draws signs of ambiguous width in two cells.

    Args:
        wait: Seconds after which it is believed to draw them in one.
    """
    with WidthQuestion(wait) as question:
        return question.wide()


def typed_before() -> bytes:
    """Take what was typed while the terminal was asked."""
    found = bytes(_typed)
    _typed.clear()
    return found


def _answered(source: int, end: float) -> bool:
    heard = b""
    columns: list[int] = []
    while len(columns) < 2 and select([source], [], [], max(end - monotonic(), 0))[0]:
        read = os.read(source, 1024)
        if not read:
            break
        heard += read
        columns = [int(column) for column in _ANSWER.findall(heard)]
    _typed.extend(_ANSWER.sub(b"", heard))
    return len(columns) > 1 and columns[1] - columns[0] == 2

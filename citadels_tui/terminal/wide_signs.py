"""Signs of ambiguous width: asks a terminal once how many cells it gives them, before anything is drawn with them.

In terminals that are set for Chinese, Japanese or Korean many signs take two cells (UAX 11, "ambiguous"): a board that
counts one for each falls apart there.
"""

from __future__ import annotations

import os
import re
import sys
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


def wide_signs(wait: float = WAIT) -> bool:
    """Whether the terminal of standard input and output draws signs of ambiguous width in two cells.

    Args:
        wait: Seconds after which it is believed to draw them in one.
    """
    try:
        import termios
        import tty
    except ImportError:
        return False
    if os.environ.get("TERM", "dumb") == "dumb":
        return False
    with suppress(OSError, ValueError, AttributeError, termios.error, UnicodeError):
        source, output = sys.__stdin__.fileno(), sys.__stdout__.fileno()  # type: ignore[union-attr]
        if not os.isatty(source) or not os.isatty(output) or os.tcgetpgrp(source) != os.getpgrp():
            return False
        before = termios.tcgetattr(source)
        try:
            tty.setcbreak(source, termios.TCSANOW)
            os.write(output, QUESTION.encode())
            return _asked(source, wait)
        finally:
            termios.tcsetattr(source, termios.TCSANOW, before)
    return False


def typed_before() -> bytes:
    """Take what was typed while the terminal was asked."""
    found = bytes(_typed)
    _typed.clear()
    return found


def _asked(source: int, wait: float) -> bool:
    end, heard = monotonic() + wait, b""
    columns: list[int] = []
    while len(columns) < 2 and select([source], [], [], max(end - monotonic(), 0))[0]:
        read = os.read(source, 1024)
        if not read:
            break
        heard += read
        columns = [int(column) for column in _ANSWER.findall(heard)]
    _typed.extend(_ANSWER.sub(b"", heard))
    return len(columns) > 1 and columns[1] - columns[0] == 2

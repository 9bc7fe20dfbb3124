"""The pace of a line: how fast what is written reaches the terminal, and whether the next frame should wait.

A frame that is written while an earlier one is on its way waits behind it: on a slow line a key is answered only when
all of them have arrived. A terminal answers a question in its place among what it is sent, so an answer tells that
everything before it has arrived.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

QUESTION = "\x1b[5n"
"""Asks a terminal whether it works (DSR)."""
ANSWER = "\x1b[0n"
SLOW = 0.25
"""Seconds until an answer from which on a line is slow."""
_OFTEN = 5.0
"""Seconds after which a line that was not slow is asked about again."""
PATIENCE = 10.0
"""Seconds after which no answer is expected any more: some terminals never give one."""


class LinePace:
    """The pace of the line to a terminal, and so whether a frame may be written now.

    Args:
        clock: The moment, in seconds.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._asked = -_OFTEN
        """The moment of the last question."""
        self._waiting = False
        """Whether there was no answer since."""
        self._slow = False
        self._silent = False
        """Whether the terminal gives no answers."""
        self._heard = False
        """Whether it has given one."""

    def waits(self) -> bool:
        """Whether the next frame should wait for an answer."""
        if self._waiting and self._clock() - self._asked >= PATIENCE:
            self._waiting, self._silent = False, True
        return self._slow and self._waiting

    def asks(self) -> bool:
        """Whether to ask behind the frame that was written just now, which is taken as done."""
        if self._waiting or self._silent or not (self._slow or self._clock() - self._asked >= _OFTEN):
            return False
        self._asked, self._waiting = self._clock(), True
        return True

    def answered(self) -> None:
        """Take an answer."""
        if self._waiting:
            self._waiting, self._heard = False, True
            self._slow = self._clock() - self._asked > SLOW

    @property
    def owed(self) -> bool:
        """Whether an answer is still to come, of a terminal that gives them."""
        return self._waiting and self._heard

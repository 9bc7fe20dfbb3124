"""Still: the moment in which a screen is painted, which is when nothing on it changes any more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

TURNS = 8
"""Turns of the loop without a change after which none follows: parts tell each other of theirs in fewer."""
MOST_TURNS = 100
"""Turns of the loop after which it is painted in any case."""
PERIOD = 1 / 60
"""Seconds between two paints at least."""


class StillTimer:
    """Paints once all that follows from a key has changed, too.

    Textual lacks it: its timer paints at once what has changed by then, and 17 ms later what follows from that.
    """

    def __init__(self, paint: Callable[[], None]) -> None:
        """Wait for nothing.

        Args:
            paint: Paints what has changed.
        """
        self._paint = paint
        self._next = 0.0
        """The moment from which it may be painted again."""
        self._handle: asyncio.Handle | None = None
        """What is due next; None: nothing has changed."""
        self._turns = self._unchanged = 0

    def resume(self) -> None:
        """Something has changed: paint it soon."""
        self._unchanged = 0
        if self._handle is None:
            self._turns = 0
            self._handle = asyncio.get_running_loop().call_at(self._next, self._turn)

    def pause(self) -> None:
        """There is nothing to be painted, or it is being painted."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def painted(self) -> None:
        """It has been painted now."""
        self._next = asyncio.get_running_loop().time() + PERIOD

    def _turn(self) -> None:
        self._turns += 1
        self._unchanged += 1
        if self._unchanged <= TURNS and self._turns <= MOST_TURNS:
            self._handle = asyncio.get_running_loop().call_soon(self._turn)
        else:
            self._handle = None
            self._paint()

"""The inbox of a table: everything that happens to it is handled one at a time, also what happens after a while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from weakref import WeakSet

from net.base.clock import Clock, Timer

Action = Callable[[], None]
"""Something that happens to a table."""


class Inbox(asyncio.Queue[Action]):
    """The actions that wait to be handled."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        """The table's time."""
        self._timers = WeakSet[Timer]()

    def post(self, action: Action) -> None:
        """Put something into the inbox."""
        self.put_nowait(action)

    def later(self, seconds: float, action: Action) -> Timer:
        """Put something into the inbox after a while."""
        timer = self.clock.later(seconds, partial(self.post, action))
        self._timers.add(timer)
        return timer

    def close(self) -> None:
        """Let nothing more happen after a while: for up to a month a timer would keep the table in memory."""
        for timer in self._timers:
            timer.cancel()

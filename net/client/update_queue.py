"""Update queue: what a client has to tell waits for its reader, and never in any number.

A host may say more than anybody reads. When too much waits, the client takes nothing more from its connection until it
is read: so memory is bounded, however much a host says. What comes now and then, such as a long game to catch up with,
is worked off at once; work that never ends leaves the event loop to others in small steps, so that keys are answered.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import thread_time
from typing import Generic, TypeVar

T = TypeVar("T")

_AT_ONCE = 0.25
"""Seconds of work for which a task may have the event loop for itself, now and then."""
_AGAIN = 0.02
"""Seconds of work for each further second that passes meanwhile."""
_STEP = 0.01
"""Seconds of work in one step, once those are used up."""


class LoopShare:
    """The share of the event loop that one task may have: counted in work, so that a busy machine changes nothing."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._left = _AT_ONCE
        """Seconds of work that are left before the task goes on in steps."""
        self._worked = 0.0
        """Seconds of work since others had the event loop."""
        self._begun = self._loop.time(), thread_time()

    def begin(self, *, rested: bool = False) -> None:
        """The task begins with a piece of work; others may have had the event loop meanwhile."""
        self._begun = self._loop.time(), thread_time()
        if rested:
            self._worked = 0.0

    async def end(self) -> None:
        """The piece of work is done: let others have the event loop, if it is time to."""
        when, work = self._begun
        spent = thread_time() - work
        self._worked += spent
        self._left = max(-_AT_ONCE, min(_AT_ONCE, self._left + (self._loop.time() - when) * _AGAIN) - spent)
        if self._worked > (_AT_ONCE if self._left > 0 else _STEP):
            await asyncio.sleep(0)
            self._worked = 0.0


class UpdateQueue(Generic[T]):
    """Updates that wait for their one reader.

    Args:
        most: How many may wait before `room` waits.
        supersedes: Whether an update makes the one before it, which was not read, worthless.
    """

    def __init__(self, most: int, supersedes: Callable[[T, T], bool] = lambda newer, older: False) -> None:
        self._most = most
        self._supersedes = supersedes
        self._waiting: deque[T] = deque()
        self._filled = asyncio.Event()
        self._read = asyncio.Event()
        self._share = LoopShare()

    def put(self, update: T) -> None:
        """Add an update, however many wait."""
        if self._waiting and self._supersedes(update, self._waiting[-1]):
            self._waiting[-1] = update
        else:
            self._waiting.append(update)
        self._filled.set()

    async def get(self) -> T:
        """The next update."""
        if self._waiting:
            await self._share.end()
        rested = not self._waiting
        while not self._waiting:
            self._filled.clear()
            await self._filled.wait()
        self._share.begin(rested=rested)
        self._read.set()
        return self._waiting.popleft()

    async def room(self) -> None:
        """Wait until there is room for more."""
        while len(self._waiting) >= self._most:
            self._read.clear()
            await self._read.wait()

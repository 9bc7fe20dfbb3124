"""Update queue: what a client has to tell waits for its reader, and never in any number.

A host may say more than anybody reads. When too much waits, the client takes nothing more from its connection until it
is read: so whatever a host says, memory is bounded. The reader leaves the event loop to others now and then, so that
keys are answered however much there is to read.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

_TURN = 0.01
"""Seconds for which a reader may have the event loop for itself."""


class UpdateQueue(Generic[T]):
    """The updates of one client that wait for their one reader."""

    def __init__(self, most: int, supersedes: Callable[[T, T], bool] = lambda newer, older: False) -> None:
        """Begin with nothing.

        Args:
            most: How many may wait before `room` waits.
            supersedes: Whether an update makes the one before it, which was not read, worthless.
        """
        self._most = most
        self._supersedes = supersedes
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[T] = deque()
        self._filled = asyncio.Event()
        self._read = asyncio.Event()
        self._turn = self._loop.time()
        """When the reader had to wait last."""

    def put(self, update: T) -> None:
        """Add an update, however many wait."""
        if self._waiting and self._supersedes(update, self._waiting[-1]):
            self._waiting[-1] = update
        else:
            self._waiting.append(update)
        self._filled.set()

    async def get(self) -> T:
        """The next update."""
        if self._waiting and self._loop.time() - self._turn > _TURN:
            await asyncio.sleep(0)
            self._turn = self._loop.time()
        while not self._waiting:
            self._filled.clear()
            await self._filled.wait()
            self._turn = self._loop.time()
        self._read.set()
        return self._waiting.popleft()

    async def room(self) -> None:
        """Wait until there is room for more."""
        while len(self._waiting) >= self._most:
            self._read.clear()
            await self._read.wait()

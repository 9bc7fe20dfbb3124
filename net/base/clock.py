"""Clock: where tables get the time from, and where bots think. Tests use a clock of their own."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Protocol, TypeVar

from net.base.thinking import Thinkers, ThinkingPool

Found = TypeVar("Found")


class Timer(Protocol):
    """A timer: something that will happen, unless it is cancelled."""

    def cancel(self) -> None:
        """Cancel it."""


class Clock(Protocol):
    """Time, random delays, and a place where bots think."""

    thinkers: Thinkers
    """Let bots search, within a thought."""

    def now(self) -> float:
        """Seconds since some beginning."""

    def date(self) -> int:
        """Seconds since 1970, as the machine's clock has it."""

    def later(self, seconds: float, action: Callable[[], None]) -> Timer:
        """Do something after a while."""

    def jitter(self, least: float, most: float) -> float:
        """A random number between two."""

    def think(self, thought: Callable[[], Found], decided: Callable[[Found | None], None]) -> None:
        """Let a bot choose without holding anybody up; None when it failed."""


class LoopClock:
    """The running event loop's time; bots think in an executor, and those that search in a pool of processes."""

    def __init__(self, executor: Executor, thinkers: ThinkingPool) -> None:
        self.thinkers: Thinkers = thinkers
        self._loop = asyncio.get_running_loop()
        self._executor = executor
        self._random = random.SystemRandom()

    def now(self) -> float:
        """Seconds of the loop."""
        return self._loop.time()

    def date(self) -> int:
        """Seconds since 1970, as the machine's clock has it."""
        return int(time.time())

    def later(self, seconds: float, action: Callable[[], None]) -> Timer:
        """Do something after a while."""
        return self._loop.call_later(seconds, action)

    def jitter(self, least: float, most: float) -> float:
        """A random number between two, which nobody can foretell."""
        return self._random.uniform(least, most)

    def think(self, thought: Callable[[], Found], decided: Callable[[Found | None], None]) -> None:
        """Let a bot choose in the executor; ``decided`` is called in the loop."""
        future = self._loop.run_in_executor(self._executor, thought)
        future.add_done_callback(lambda done: decided(_result(done)))


def _result(done: asyncio.Future[Found]) -> Found | None:
    return None if done.cancelled() or done.exception() else done.result()

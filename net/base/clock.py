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
_BEAT = 1.0
"""Seconds between two looks at the event loop's time at most, while the loop runs."""
_EARLY = 0.001
"""Seconds by which a loop may call too early."""
_STILL = 4.0
"""Seconds without a look after which the loop stood still: a busy one looks sooner."""


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
    """The running event loop's time; bots think in an executor, and those that search in a pool of processes.

    It stands still while the loop does: nobody can answer a host that is frozen, stopped or asleep. It looks for that
    only while something is due; for as long as nothing is, it wakes nobody.
    """

    def __init__(
        self, executor: Executor, thinkers: ThinkingPool, stood_still: Callable[[float], None] = lambda seconds: None
    ) -> None:
        """Begin to look at the loop's time.

        Args:
            executor: Where bots think.
            thinkers: Where they search.
            stood_still: Is told in the loop, afterwards, for how many seconds it did not run.
        """
        self.thinkers: Thinkers = thinkers
        self._loop = asyncio.get_running_loop()
        self._executor = executor
        self._stood_still = stood_still
        self._random = random.SystemRandom()
        self._lost = 0.0
        """Seconds for which the loop did not run, all together."""
        self._looked = self._loop.time()
        self._due: set[_LoopTimer] = set()
        """What will happen."""
        self._heart: asyncio.TimerHandle | None = None
        """The next look, while something is due."""

    def _beat(self) -> None:
        self.now()
        self._heart = self._loop.call_later(_BEAT, self._beat) if self._due else None

    def close(self) -> None:
        """Look no more."""
        if self._heart:
            self._heart.cancel()

    def now(self) -> float:
        """Seconds of the loop, without those for which it stood still."""
        time = self._loop.time()
        gap, self._looked = time - self._looked, time
        # A loop at rest does not look, either.
        if gap > _STILL and self._heart:
            self._lost += gap
            self._loop.call_soon(self._stood_still, gap)
        return time - self._lost

    def date(self) -> int:
        """Seconds since 1970, as the machine's clock has it."""
        return int(time.time())

    def later(self, seconds: float, action: Callable[[], None]) -> Timer:
        """Do something after a while."""
        timer = _LoopTimer(self._loop, self.now, seconds, action, self._due)
        if not self._heart:
            self._heart = self._loop.call_later(_BEAT, self._beat)
        return timer

    def jitter(self, least: float, most: float) -> float:
        """A random number between two, which nobody can foretell."""
        return self._random.uniform(least, most)

    def think(self, thought: Callable[[], Found], decided: Callable[[Found | None], None]) -> None:
        """Let a bot choose in the executor; ``decided`` is called in the loop, unless that is closing."""
        future = self._loop.run_in_executor(self._executor, thought)
        future.add_done_callback(lambda done: None if done.cancelled() else decided(_result(done)))


class _LoopTimer:
    """A timer of a clock that may stand still: what is due by the loop's time alone waits for the rest of its time."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        now: Callable[[], float],
        seconds: float,
        action: Callable[[], None],
        due: set[_LoopTimer],
    ) -> None:
        """Start it.

        Args:
            loop: Calls.
            now: The clock's time.
            seconds: After which it happens.
            action: Happens.
            due: Has this timer in it until then, or until it is cancelled.
        """
        self._loop = loop
        self._now = now
        self._when = now() + seconds
        self._action: Callable[[], None] | None = action
        self._handle: asyncio.TimerHandle | None = loop.call_later(seconds, self._fire)
        self._due = due
        due.add(self)

    def cancel(self) -> None:
        """Cancel it."""
        if self._handle:
            self._handle.cancel()
        self._end()

    def _fire(self) -> None:
        left = self._when - self._now()
        if left > _EARLY:
            self._handle = self._loop.call_later(left, self._fire)
        elif action := self._end():
            action()

    def _end(self) -> Callable[[], None] | None:
        """It is over; returns the action.

        The handle refers to this timer, and whatever happens mostly to what keeps the timer: together they would stay
        until somebody looks for garbage.
        """
        action, self._action, self._handle = self._action, None, None
        self._due.discard(self)
        return action


def _result(done: asyncio.Future[Found]) -> Found | None:
    return None if done.exception() else done.result()

"""The clock of a host: its time stands still while the event loop does."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest

from net.base.clock import LoopClock
from net.base.thinking import ThinkingPool

GAP = 45.0


@pytest.fixture
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(max_workers=1) as made:
        yield made


def stop_for(seconds: float) -> None:
    """Make the event loop's clock say that it did not run for a while."""
    loop = asyncio.get_running_loop()
    before = loop.time
    loop.time = lambda: before() + seconds  # type: ignore[method-assign]


@pytest.mark.asyncio
async def test_time_stands_still_with_the_loop(executor: Executor) -> None:
    told: list[float] = []
    happened: list[str] = []
    with closing(LoopClock(executor, ThinkingPool(1), told.append)) as clock:
        began = clock.now()
        clock.later(GAP / 2, lambda: happened.append("turn"))
        clock.later(0.2, lambda: happened.append("soon"))
        await asyncio.sleep(0)
        stop_for(GAP)
        assert clock.now() - began < GAP / 10
        await asyncio.sleep(0.6)
        assert happened == ["soon"]
        assert [round(gap / GAP) for gap in told] == [1]
        # It counts again, and a second time is found as well.
        assert 0.5 < clock.now() - began < GAP / 4
        stop_for(GAP)
        await asyncio.sleep(0.1)
        assert len(told) == 2
        assert happened == ["soon"]


@pytest.mark.asyncio
async def test_what_is_due_after_a_standstill_waits_for_the_time_it_had(executor: Executor) -> None:
    """Nothing but the timer itself looks at the clock, and it is the first that is due."""
    happened: list[float] = []
    with closing(LoopClock(executor, ThinkingPool(1))) as clock:
        began = clock.now()
        clock.later(0.3, lambda: happened.append(clock.now() - began))
        cancelled = clock.later(0.3, lambda: happened.append(-1))
        stop_for(GAP)
        await asyncio.sleep(0.1)
        assert happened == []
        cancelled.cancel()
        await asyncio.sleep(0.5)
        assert [0.3 <= each < GAP / 10 for each in happened] == [True]


@pytest.mark.asyncio
async def test_a_busy_loop_is_no_standstill(executor: Executor) -> None:
    told: list[float] = []
    happened: list[str] = []
    with closing(LoopClock(executor, ThinkingPool(1), told.append)) as clock:
        began = clock.now()
        clock.later(1.5, lambda: happened.append("due"))
        stop_for(2.0)
        await asyncio.sleep(0.05)
        assert clock.now() - began >= 2.0
        assert happened == ["due"]
        assert told == []


@pytest.mark.asyncio
async def test_a_clock_of_which_nothing_is_due_wakes_nobody(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[float] = []
    looks: list[float] = []
    loop = asyncio.get_running_loop()

    def noted(seconds: float, *rest: Any) -> asyncio.TimerHandle:
        looks.append(seconds)
        return later(seconds, *rest)

    with closing(LoopClock(executor, ThinkingPool(1), told.append)) as clock:
        later = loop.call_later
        monkeypatch.setattr(loop, "call_later", noted)
        began = clock.now()
        stop_for(GAP)
        await asyncio.sleep(0.05)
        assert clock.now() - began >= GAP
        assert told == []
        for timer in (clock.later(GAP, lambda: None), clock.later(GAP, lambda: None)):
            timer.cancel()
        await asyncio.sleep(1.1)
        looks.clear()
        await asyncio.sleep(1.1)
        assert looks == [1.1]

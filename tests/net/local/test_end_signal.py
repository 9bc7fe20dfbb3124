"""A process without a screen ends in order when it is told to, or when its terminal ends."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator

import pytest

from net.local.end_signal import told_to_end

pytestmark = [pytest.mark.asyncio, pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="has signals")]


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    yield
    for number, action in zip(numbers, before, strict=True):
        signal.signal(number, action)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_a_signal_tells_it_to_end(number: signal.Signals) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    async with told_to_end() as ended:
        assert signal.getsignal(number) is not signal.SIG_DFL
        os.kill(os.getpid(), number)
        await asyncio.wait_for(ended.wait(), 60)


async def test_started_by_nohup_it_goes_on_when_the_terminal_ends() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    async with told_to_end() as ended:
        os.kill(os.getpid(), signal.SIGHUP)
        await asyncio.sleep(0.05)
        assert not ended.is_set()

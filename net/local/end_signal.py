"""End signals: a process without a screen that is told to end by SIGINT, SIGTERM, or the end of its terminal."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


@asynccontextmanager
async def told_to_end() -> AsyncIterator[asyncio.Event]:
    """Set when a signal says so; the next one ends the process as if nobody listened.

    Who starts it by ``nohup`` has it go on when the terminal ends.
    """
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    signals = [signal.SIGINT, signal.SIGTERM]
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signals.append(signal.SIGHUP)
    before = [signal.getsignal(number) for number in signals]

    def end(*_: object) -> None:
        for number in signals:
            signal.signal(number, signal.SIG_DFL)
        loop.call_soon_threadsafe(ended.set)

    for number in signals:
        signal.signal(number, end)
    try:
        yield ended
    finally:
        for number, action in zip(signals, before, strict=True):
            if not ended.is_set():
                signal.signal(number, action)

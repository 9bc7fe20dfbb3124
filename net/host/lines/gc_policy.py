"""Garbage collection policy of a process that only hosts.

To look through everything a host with 8,000 connections holds takes a sixth of a second and more, in which nobody gets
an answer, and Python does it several times a minute. So young objects are collected as usual, and a full collection
runs only while the host is idle (seldom where there are many objects), or when more has been made than new connections
need.

Tables, games and connections go without that. What else refers to itself may pile up: how much, Python's allocator
knows, as the process's memory does not shrink by what was garbage.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import Callable
from sys import getallocatedblocks
from time import perf_counter, process_time

_SHARE = 1000
"""How much longer than a look at everything the time until the next one is."""
_LEAST = 10.0
"""Seconds between two of them, at least."""
_BUSY = 0.25
"""Share of a core from which on everybody would notice it."""
_SPARE = 500_000
"""Blocks of memory, of some 100 bytes each, that may be new until there may be too much garbage to wait any longer."""
_EACH = 1_000
"""Blocks that may be new for each new connection beside that."""
_NEVER = 2**31 - 1


async def keep_tidy(connections: Callable[[], int] = lambda: 0) -> None:
    """Look after this process's garbage, until cancelled.

    Args:
        connections: How many there are; where there are always few, this may be left out.
    """
    thresholds = gc.get_threshold()
    # What is still there at the first look nearly always stays.
    gc.set_threshold(thresholds[0], _NEVER, _NEVER)
    # Where there is none, the C library gives memory back by itself.
    trim = getattr(ctypes.CDLL(None), "malloc_trim", lambda _: None)
    try:
        while True:
            start = perf_counter()
            gc.collect()
            trim(0)
            end, much, there = perf_counter(), _SPARE + getallocatedblocks(), connections()
            early = end + _SHARE * (end - start)
            while (await _busy() or perf_counter() < early) and (
                getallocatedblocks() < much + _EACH * max(0, connections() - there)
            ):
                pass
    finally:
        gc.set_threshold(*thresholds)


async def _busy() -> bool:
    """Whether this process has much to do; it takes a while to say."""
    before = process_time()
    await asyncio.sleep(_LEAST)
    return process_time() - before > _BUSY * _LEAST

"""Garbage collection policy of a process that only hosts.

To look through everything a host with 8,000 connections holds takes a sixth of a second and more, in which nobody gets
an answer, and Python does it several times a minute. So young objects are collected as usual, and a full collection
runs only while the host is idle (seldom where there are many objects), or when memory has grown by more than new
connections need.

Most of what a host is done with goes without that. A table at which connections broke leaves a third of a MiB: so the
growth is bounded in bytes and not as a share, or it would be a share of what had grown before.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import Callable
from time import perf_counter, process_time

from net.host.store.tally import resident_memory

_SHARE = 1000
"""How much longer than a look at everything the time until the next one is."""
_LEAST = 10.0
"""Seconds between two of them, at least."""
_BUSY = 0.25
"""Share of a core from which on everybody would notice it."""
_SPARE = 64 << 20
"""Bytes that memory may grow by until there may be too much garbage for it to wait any longer."""
_EACH = 64 << 10
"""Bytes that memory may grow by for each connection beside that, which with its part of a table takes 40 KiB."""
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
            much, there = _SPARE + resident_memory(), connections()
            await asyncio.sleep(max(_LEAST, _SHARE * (perf_counter() - start)))
            while await _busy() and resident_memory() < much + _EACH * max(0, connections() - there):
                pass
    finally:
        gc.set_threshold(*thresholds)


async def _busy() -> bool:
    """Whether this process has much to do; it takes a while to say."""
    before = process_time()
    await asyncio.sleep(_LEAST)
    return process_time() - before > _BUSY * _LEAST

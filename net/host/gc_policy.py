"""Garbage collection policy of a process that only hosts.

To look through everything a host with 4,000 connections holds takes a third of a second, in which nobody gets an
answer, and Python does it several times a minute. So here it looks at the newest by itself, and at everything only when
that takes a thousandth of the time: seldom where there is much to look at, often where there is little.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
from time import perf_counter

_SHARE = 1000
"""How much longer than a look at everything the time until the next one is."""
_LEAST = 10.0
"""Seconds between two of them, at least."""
_NEVER = 2**31 - 1


async def keep_tidy() -> None:
    """Look after this process's garbage, until cancelled."""
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, _NEVER)
    # Where there is none, the C library gives memory back by itself.
    trim = getattr(ctypes.CDLL(None), "malloc_trim", lambda _: None)
    try:
        while True:
            start = perf_counter()
            gc.collect()
            trim(0)
            await asyncio.sleep(max(_LEAST, _SHARE * (perf_counter() - start)))
    finally:
        gc.set_threshold(young, middle, old)

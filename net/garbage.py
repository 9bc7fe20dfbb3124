"""Garbage collection in a process that does nothing but host.

To look through everything a host with 4,000 connections holds takes a third of a second, in which nobody gets an
answer, and through a quarter of it still some 80 ms; Python does both several times a minute. So what has survived two
looks among the newest is set aside, and everything is looked through every few minutes only.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Any

_EVERY = 600.0
"""Seconds between two looks at everything."""


async def keep_tidy() -> None:
    """Look after this process's garbage, until cancelled."""
    gc.callbacks.append(_set_aside)
    try:
        while True:
            gc.unfreeze()
            gc.collect()
            await asyncio.sleep(_EVERY)
    finally:
        gc.callbacks.remove(_set_aside)
        gc.unfreeze()


def _set_aside(phase: str, about: dict[str, Any]) -> None:
    if phase == "stop" and about["generation"] > 0:
        gc.freeze()

"""Patience: a host that has no time for somebody who comes for the first time is tried again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from net.base.backoff import backoff
from net.base.errors import NetError
from net.base.limits import DEFAULT

Found = TypeVar("Found")


async def while_busy(attempt: Callable[[], Awaitable[Found]], tell: Callable[[], Awaitable[None]]) -> Found:
    """Try until the host has time; what else goes wrong is the caller's.

    Args:
        attempt: Comes to the host, or to one of its tables.
        tell: Told before every wait that it is busy.

    Raises:
        NetError: of another code than ``busy``.
    """
    for wait in backoff(*DEFAULT.backoff):
        try:
            return await attempt()
        except NetError as error:
            if error.code != "busy":
                raise
        await tell()
        await asyncio.sleep(wait)
    raise AssertionError("it is tried for ever")

"""Patience: a host that lets somebody wait who comes for the first time is tried again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Set
from typing import TypeVar

from net.base.backoff import backoff
from net.base.errors import NetError
from net.base.limits import DEFAULT

Found = TypeVar("Found")
WAITED = frozenset({"busy", "owner_asked"})
"""Codes after which it is tried again: the host has no time, or the table's owner is asked."""


async def while_busy(
    attempt: Callable[[], Awaitable[Found]], tell: Callable[[str], Awaitable[None]], waited: Set[str] = WAITED
) -> Found:
    """Try until the host has time and the owner has agreed; what else goes wrong is the caller's.

    Args:
        attempt: Comes to the host, or to one of its tables.
        tell: Told before every wait for what, as a code of ``waited``.
        waited: Codes after which it is tried again.

    Raises:
        NetError: of another code.
    """
    for wait in backoff(*DEFAULT.backoff):
        try:
            return await attempt()
        except NetError as error:
            if error.code not in waited:
                raise
            code = error.code
        await tell(code)
        await asyncio.sleep(wait)
    raise AssertionError("it is tried for ever")

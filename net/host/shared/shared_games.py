"""Shared games: hosts of one store give each other the logs of the games that have ended at their tables."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from net.base.errors import NetError
from net.gamelog.archive import unpacked
from net.host.shared.shared_store import SharedStore
from net.host.table.finished_games import LATER, GameKeeper

_log = logging.getLogger(__name__)

_LOOK = 2.0
"""Seconds between two looks for games that have ended at other hosts."""
_OVERLAP = 1000
"""A shared log may appear after one with a greater number: so many numbers are looked through again."""


async def gather(store: SharedStore, games: GameKeeper, host: bytes) -> None:
    """Take the games that end at other hosts of a store into this one's archive, for ever.

    Args:
        store: Of this host and of others.
        games: This host's.
        host: The public key of all of them; what another one has signed is not theirs.
    """
    seen: set[int] = set()
    while True:
        newest = max(seen, default=0)
        seen = {number for number in seen if number > newest - _OVERLAP}
        # The database may be gone, or the disk full: another time.
        with suppress(NetError):
            for number, log in await store.given(newest - _OVERLAP, seen):
                await _keep(games, log, host)
                seen.add(number)
        await asyncio.sleep(_LOOK)


async def _keep(games: GameKeeper, log: bytes, host: bytes) -> None:
    try:
        proof = unpacked(log)
        if proof.host == host:
            await asyncio.wrap_future(games.keep_given(proof))
    except NetError as error:
        if error.code in LATER:
            raise
        _log.warning("the log of a game of another host is not kept: %s", error)

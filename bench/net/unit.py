"""The unit of a host's work: how long this machine takes to check a signature."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from net.identity.commitments import move_parts
from net.identity.crypto import Identity, verified

_BATCHES = 7


def check_us() -> float:
    """Microseconds of this process to check a signature. What a move costs in it compares between machines."""
    player, parts = Identity.new(), move_parts(bytes(32), 3, 16, 9, bytes(32))
    sig = player.sign("move", *parts)
    return microseconds(least(lambda: verified(player.public, sig, "move", *parts)))


def least(work: Callable[[], object], times: int = 200) -> float:
    """Seconds it takes at best."""
    found = []
    for _ in range(_BATCHES):
        start = process_time()
        for _ in range(times):
            work()
        found.append((process_time() - start) / times)
    return min(found)


def microseconds(seconds: float) -> float:
    """Rounded."""
    return round(seconds * 1e6, 1)

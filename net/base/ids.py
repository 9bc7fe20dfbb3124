"""Ids of tables, of games and of local journals: ULIDs, unique over all hosts and sorted by time."""

from __future__ import annotations

import secrets
import time

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_id() -> str:
    """A new id: 26 characters, 48 bits of time and 80 of randomness."""
    value = (time.time_ns() // 1_000_000) << 80 | secrets.randbits(80)
    return "".join(_CROCKFORD[value >> shift & 31] for shift in range(125, -1, -5))


def time_of(id: str) -> float:
    """Time at which an id was made, in seconds since 1970, as far as its maker's clock was right.

    Raises:
        ValueError: when it is no such id.
    """
    if len(id) != 26:
        raise ValueError(f"not an id: {id!r}")
    value = 0
    for letter in id:
        value = value << 5 | _CROCKFORD.index(letter)
    return (value >> 80) / 1000

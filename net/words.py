"""A host's identity as six words a person can read aloud and compare."""

from __future__ import annotations

from hashlib import sha256

_FIRST = (
    "amber apple ash barley birch black blue bright brook cedar cherry clay cold copper corn dawn "
    "deer dove dusk east elm ember fair fern fir flax fox frost gold grain grey green "
    "hare hazel heron high holly honey iron ivy lark lime linden long low maple marsh moon "
    "moss north oak olive otter pear pine plum rain raven red reed rose salt silver snow"
)
_SECOND = (
    "abbey arch bank barn bell bridge castle corner court cross field ford garden gate hall harbour "
    "haven hill house keep lane market mill path port spire square stone tower wall well yard"
)

WORDS = tuple(first + second for first in _FIRST.split() for second in _SECOND.split())
"""2048 place names: eleven bits each."""
COUNT = 6


def fingerprint(host: bytes) -> str:
    """66 bits of a host's public key as six place names."""
    bits = int.from_bytes(sha256(b"citadels/1 fingerprint" + host).digest()[:9], "big") >> (72 - 11 * COUNT)
    return " ".join(WORDS[bits >> (11 * i) & 2047] for i in reversed(range(COUNT)))

"""Fingerprints: keys and heads of logs as words that people can read aloud and compare."""

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
KEY = 6
"""Words of a key: who wants another key with the same needs some 2^66 of them."""
LOG = 12
"""Words of a log. Who writes it can look for two logs with the same, and needs some 2^66 of them, too."""


def fingerprint(key: bytes) -> str:
    """A public key as six words."""
    return _words(key, KEY)


def log_words(head: bytes) -> str:
    """The head of a log as twelve words."""
    return _words(head, LOG)


def _words(raw: bytes, count: int) -> str:
    """The first bits of a hash, eleven a word."""
    bits = int.from_bytes(sha256(b"citadels/1 fingerprint" + raw).digest(), "big") >> (256 - 11 * count)
    return " ".join(WORDS[bits >> (11 * i) & 2047] for i in reversed(range(count)))

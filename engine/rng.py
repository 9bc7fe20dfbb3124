"""The game's randomness: a keyed BLAKE2b counter stream, version 1.

Every use of randomness takes the next number of one counter and has a label that says what
it is for, so a game's whole randomness is two values (a secret seed and the counter) and can
be proved afterwards. The stream is a contract: `SHUFFLE_V` names it, vectors test it.
"""

from __future__ import annotations

from hashlib import blake2b
from struct import Struct
from typing import TypeVar

from engine.errors import RulesError

T = TypeVar("T")

Seed = int | str | bytes
"""A game's randomness in a value; see `seed_bytes`."""

SHUFFLE_V = 1
"""Version of the stream and of the shuffle."""

_QUARTERS = Struct("<16I")
_SPAN = 1 << 32


def seed_bytes(seed: Seed) -> bytes:
    """The secret key of a game's random stream.

    Bytes are the key itself. A number or a text has the key ``BLAKE2b-256("citadels game " + text)``, the text in
    UTF-8 and a number in decimal digits: 42 and ``"42"`` are the same seed. Such a seed is for repeating a game, not
    for keeping its cards secret: it can be guessed.

    Raises:
        RulesError: when bytes are fewer than 16 or more than 64.
    """
    if not isinstance(seed, bytes):
        return blake2b(f"citadels game {seed}".encode(), digest_size=32).digest()
    if not 16 <= len(seed) <= 64:
        raise RulesError("a seed in bytes has 16 to 64 of them")
    return seed


def words(seed: bytes, counter: int, label: str, block: int) -> list[int]:
    """Sixteen 32-bit words of the stream.

    The words are the little-endian quarters of
    ``BLAKE2b-512(key=seed, "citadels/1|label|counter|block")``.
    """
    text = f"citadels/1|{label}|{counter}|{block}"
    return list(_QUARTERS.unpack(blake2b(text.encode(), key=seed).digest()))


class Draws:
    """The numbers one use of randomness may take: uniform, without modulo bias."""

    __slots__ = ("_block", "_counter", "_label", "_seed", "_words")

    def __init__(self, seed: bytes, counter: int, label: str) -> None:
        self._seed = seed
        self._counter = counter
        self._label = label
        self._block = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """A number from 0 to ``n - 1``, by rejection sampling."""
        while True:
            if not self._words:
                self._words = words(self._seed, self._counter, self._label, self._block)
                self._words.reverse()
                self._block += 1
            word = self._words.pop()
            # What is left over when the whole span is dealt out in shares of n would favour the small numbers.
            if word < _SPAN - _SPAN % n:
                return word % n


def shuffle(items: list[T], seed: bytes, counter: int, label: str) -> None:
    """Shuffle in place: Fisher-Yates from the last item down."""
    below = Draws(seed, counter, label).below
    for i in range(len(items) - 1, 0, -1):
        j = below(i + 1)
        items[i], items[j] = items[j], items[i]


def below(n: int, seed: bytes, counter: int, label: str) -> int:
    """One number from 0 to ``n - 1``."""
    return Draws(seed, counter, label).below(n)

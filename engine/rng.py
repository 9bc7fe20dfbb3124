"""The game's randomness: a keyed BLAKE2b counter stream, version 1.

Every use of randomness takes the next number of one counter and has a label that says what
it is for, so a game's whole randomness is two values (a secret seed and the counter) and can
be proved afterwards. The stream is a contract: `SHUFFLE_V` names it, vectors test it.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from struct import Struct
from typing import TypeVar

from engine.errors import RulesError, shown

T = TypeVar("T")

Seed = int | str | bytes
"""A game's randomness in a value; see `seed_bytes`."""
SEED = "a number, a text or bytes"
"""The kinds of values that are a seed, in words."""
MOST = 10**1000
"""A number from here on is no seed: Python writes none with more than 4,300 digits."""
SHUFFLE_V = 1
"""Version of the stream and of the shuffle."""

_QUARTERS = Struct("<16I")
_WORDS = 1 << 32


def seed_bytes(seed: Seed) -> bytes:
    """The secret key of a game's random stream.

    Bytes are the key itself. A number or a text has the key ``BLAKE2b-256("citadels game " + text)``, the text in
    UTF-8 and a number in decimal digits: 42 and ``"42"`` are the same seed. Such a seed is for repeating a game, not
    for keeping its cards secret: it can be guessed.

    Raises:
        RulesError: when bytes are fewer than 16 or more than 64, a number has more than 1,000 digits, a text cannot be
            written in UTF-8, or it is something else.
    """
    if isinstance(seed, bytes):
        if not 16 <= len(seed) <= 64:
            raise RulesError("a seed in bytes has 16 to 64 of them")
        return seed
    if type(seed) is not int and not isinstance(seed, str):
        raise RulesError("{name} must be {kind}, not {value}", name="seed", kind=SEED, value=shown(seed))
    if isinstance(seed, int) and abs(seed) >= MOST:
        raise RulesError("a seed that is a number has at most 1,000 digits")
    try:
        return blake2b(f"citadels game {seed}".encode(), digest_size=32).digest()
    except UnicodeEncodeError as error:
        raise RulesError("a seed that is a text must have only characters that UTF-8 can write") from error


def words(seed: bytes, counter: int, label: str, block: int) -> list[int]:
    """Sixteen 32-bit words of the stream.

    The words are the little-endian quarters of
    ``BLAKE2b-512(key=seed, "citadels/1|label|counter|block")``.
    """
    text = f"citadels/1|{label}|{counter}|{block}"
    return list(_QUARTERS.unpack(blake2b(text.encode(), key=seed).digest()))


def draws(seed: bytes, counter: int, label: str, spans: Iterable[int]) -> list[int]:
    """The numbers one use of randomness takes: for each span ``n`` one from 0 to ``n - 1``, by rejection sampling."""
    found: list[int] = []
    left: list[int] = []
    block = 0
    for n in spans:
        while True:
            if not left:
                left = words(seed, counter, label, block)[::-1]
                block += 1
            word = left.pop()
            # What is left over when all words are dealt out in shares of n would favour the small numbers. It is
            # less than n, and so is worked out only for words that are as near to the end.
            if word + n <= _WORDS or word < _WORDS - _WORDS % n:
                break
        found.append(word % n)
    return found


def shuffle(items: list[T], seed: bytes, counter: int, label: str) -> None:
    """Shuffle in place: Fisher-Yates from the last item down."""
    i = len(items)
    for j in draws(seed, counter, label, range(i, 1, -1)):
        i -= 1
        items[i], items[j] = items[j], items[i]


def below(n: int, seed: bytes, counter: int, label: str) -> int:
    """One number from 0 to ``n - 1``."""
    return draws(seed, counter, label, (n,))[0]

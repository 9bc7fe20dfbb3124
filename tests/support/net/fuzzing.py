"""Messages made from their schema by chance, and ways to spoil them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin
from unittest.mock import patch

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from engine import Rules
from engine.event import KINDS
from net.base.errors import CODES, NetError
from net.protocol.frames import encode, pack

Plain = dict[str, Any]
Make = Callable[[random.Random], Any]

_WORDS = ("king", "tavern", "castle+", "gold", "menu", "pick", "keep", "theater", "bishop", "steward")
_CODES = (*(code for code in CODES if len(code) <= 40), "unheard_of")
_SAMPLES: dict[str, Sequence[str]] = {
    r"^([0-9A-HJKMNP-TV-Z]{26})?$": ("", "0" * 26, "01K5XW3T9GQ3JY8M2N0B7R4FHD"),
    r"^[a-z][a-z0-9_]{0,15}$": ("random", "steward", "greedy", "x" * 16),
    r"^([a-z][a-z0-9_]{0,15})?$": ("", "random", "steward"),
    r"^[a-z_]{0,40}\+?$": ("", *_WORDS),
    r"^[a-z][a-z_]{0,31}$": ("deluxe", "classic", "dark_city", "first_game", "king", "keep", "x" * 32),
    r"^([a-z][a-z_]{0,31})?$": ("", "first_game", "x" * 32),
    r"^[0-9][0-9A-Za-z.+-]{0,39}$": ("1.2.3", "0.1.0rc1", "9" * 40),
    r"^([0-9a-z\[][0-9a-z.:\[\]-]{0,268})?$": ("", "play.example.org:2222", "[::1]:443", "a.b", "0" * 269),
    r"^[a-z_]{1,40}$": _CODES,
    r"^[a-z0-9_]{1,40}$": ("gold", "own", "full", "x9"),
    r"^([0-9][0-9A-Za-z.+-]{0,39})?$": ("", "1.0.0", "1.0.1.dev0+g0123abc"),
    r"^[a-z_]{2,20}$": (*KINDS, "nothing"),
}
"""What fits a pattern. A new pattern needs a line here."""
_TEXTS = (
    *("gold", "draw", "end", "done", "pick king", "build tavern", "keep castle", "kill bishop", "no move", "p1: end"),
    *("Ada", "  ", "[@click=app.quit]x[/]", "\x1b[2J", "\u202eolleh", "\0", "🏰" * 25, "e\u0301" * 40, "x" * 400),
)
_NUMBERS = (-(2**63), -(2**31) - 1, -1, 0, 1, 2, 7, 8, 31, 255, 2**31 - 1, 2**31, 2**63, 2**64 - 1)


# What fits


def fitting(kind: Any) -> Make:
    """What makes values of a type as plain data: every one of them is valid.

    Args:
        kind: A model, or what a field of one is annotated with.
    """
    return _fitting(kind, ())


def _fitting(kind: Any, metadata: tuple[Any, ...]) -> Make:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        found = [part for item in args[1:] for part in (item.metadata if isinstance(item, FieldInfo) else [item])]
        return _fitting(args[0], (*metadata, *found))
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _model(kind)
    if origin in (Union, UnionType):
        choices = [_fitting(arg, metadata) for arg in args]
        return lambda chance: chance.choice(choices)(chance)
    if origin is Literal:
        return lambda chance: chance.choice(args)
    if origin is dict:
        return _rules if args[1] is Any else _options
    if origin in (list, tuple):
        return _array(_fitting(args[0], ()), metadata)
    return _scalar(kind, metadata)


def _bounds(metadata: Iterable[Any], most: int) -> tuple[int, int]:
    """Least and most length."""
    low = next((item.min_length for item in metadata if isinstance(item, MinLen)), 0)
    return low, next((item.max_length for item in metadata if isinstance(item, MaxLen)), most)


def _array(item: Make, metadata: tuple[Any, ...]) -> Make:
    low, high = _bounds(metadata, 3)
    return lambda chance: [item(chance) for _ in range(chance.randint(low, min(high, max(low, 3))))]


def _scalar(kind: Any, metadata: tuple[Any, ...]) -> Make:
    if kind is bool:
        return lambda chance: chance.random() < 0.5
    if kind is int:
        low = next((item.ge for item in metadata if isinstance(item, Ge)), -(2**31))
        high = next((item.le for item in metadata if isinstance(item, Le)), 2**31 - 1)
        numbers = [number for number in (*_NUMBERS, low, high) if low <= number <= high]  # type: ignore[operator]
        return lambda chance: chance.choice(numbers)
    if kind is float:
        least = next((item.ge for item in metadata if isinstance(item, Ge)), 0.0)
        most = next((item.le for item in metadata if isinstance(item, Le)), 2.0**31)
        return lambda chance: chance.choice((least, most, chance.uniform(least, most)))  # type: ignore[arg-type]
    if kind is bytes:
        least, most = _bounds(metadata, 64)
        return lambda chance: chance.randbytes(chance.choice((least, most)) if most < 300 else least + 48)
    if kind is str:
        pattern = next((item.pattern for item in metadata if getattr(item, "pattern", None)), None)
        shortest, longest = _bounds(metadata, 400)
        texts = [text for text in (_SAMPLES[pattern] if pattern else _TEXTS) if shortest <= len(text) <= longest]
        return lambda chance: chance.choice(texts)
    if kind is type(None):
        return lambda _: None
    raise TypeError(kind)


@cache
def makers(kind: type[BaseModel]) -> dict[str, Make]:
    """What makes the values of each field of a model."""
    return {name: _fitting(field.annotation, tuple(field.metadata)) for name, field in kind.model_fields.items()}


def _model(kind: type[BaseModel]) -> Make:
    needed = {name for name, field in kind.model_fields.items() if field.is_required()} | {"t"}

    def make(chance: random.Random) -> Plain:
        given = makers(kind).items()
        found = {name: value(chance) for name, value in given if name in needed or chance.random() < 0.5}
        return {name: value for name, value in found.items() if value is not None}

    return make


def _options(chance: random.Random) -> Plain:
    return {chance.choice(("king", "x" * 32)): chance.choice((True, 3, "king"))} if chance.random() < 0.3 else {}


def _rules(chance: random.Random) -> Plain:
    rules = Rules.random(chance.randint(2, 7), chance).to_plain()
    return spoilt(rules, chance) if chance.random() < 0.5 else rules


def varied(plain: Plain, kind: type[BaseModel], chance: random.Random) -> Plain:
    """The same with another value somewhere, which would be valid there."""
    name = chance.choice([name for name in kind.model_fields if name != "t"] or ["t"])
    if name == "t":
        return plain
    field, old = kind.model_fields[name], plain.get(name)
    inner = next((part for part in _parts(field.annotation) if _is_model(part)), None)
    if inner and isinstance(old, list) and old and chance.random() < 0.9:
        place = chance.randrange(len(old))
        # It may have been spoilt before.
        if isinstance(old[place], dict):
            return plain | {name: [*old[:place], varied(old[place], inner, chance), *old[place + 1 :]]}
    if inner and isinstance(old, dict) and chance.random() < 0.9:
        return plain | {name: varied(old, inner, chance)}
    if isinstance(old, list) and len(old) > 1 and chance.random() < 0.5:
        return plain | {name: _rearranged(old, chance)}
    value = makers(kind)[name](chance)
    return plain | {name: value} if value is not None else {key: plain[key] for key in plain if key != name}


def _rearranged(items: list[Any], chance: random.Random) -> list[Any]:
    """One less, one twice, or in another order."""
    place = chance.randrange(len(items))
    match chance.randrange(3):
        case 0:
            return items[:place] + items[place + 1 :]
        case 1:
            return items[:place] + items[place:][:1] + items[place:]
        case _:
            return chance.sample(items, len(items))


def _parts(kind: Any) -> Iterator[Any]:
    yield kind
    for arg in get_args(kind):
        yield from _parts(arg)


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


# What does not


def junk(chance: random.Random) -> Any:
    """Anything msgpack knows."""
    match chance.randrange(9):
        case 0:
            return chance.choice((None, True, False))
        case 1 | 2:
            return chance.choice(_NUMBERS)
        case 3:
            return chance.choice((0.5, -0.0, 1e308, float("inf"), float("nan")))
        case 4:
            return chance.choice(_TEXTS)
        case 5:
            return chance.randbytes(chance.choice((0, 1, 16, 32, 64, 300)))
        case 6:
            return [junk(chance) for _ in range(chance.randrange(4))]
        case 7:
            return {str(chance.randrange(3)): junk(chance) for _ in range(chance.randrange(3))}
        case _:
            return nested(chance.choice((1, 5, 100, 400)))


def nested(depth: int) -> Any:
    """A list in a list in a list."""
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


def spoilt(plain: Plain, chance: random.Random) -> Plain:
    """A message with a field dropped, added, exchanged or of another type."""
    plain = dict(plain)
    key = chance.choice(list(plain))
    match chance.randrange(6):
        case 0:
            del plain[key]
        case 1:
            plain[chance.choice(("seat", "extra", "", "x" * 40, "t "))] = junk(chance)
        case 2 if len(plain) > 1:
            other = chance.choice(list(plain))
            plain[key], plain[other] = plain[other], plain[key]
        case 3:
            plain = dict(chance.sample(list(plain.items()), len(plain)))
        case _:
            plain[key] = junk(chance)
    return plain


def scrambled(frame: bytes, chance: random.Random, other: bytes = b"") -> bytes:
    """Bytes flipped, cut out, put in, doubled, or those of two frames spliced."""
    place = chance.randrange(len(frame))
    match chance.randrange(8):
        case 0 | 1:
            return frame[:place] + bytes([frame[place] ^ 1 << chance.randrange(8)]) + frame[place + 1 :]
        case 2:
            return frame[:place] + frame[place + chance.randrange(1, 9) :]
        case 3:
            return frame[:place] + chance.randbytes(chance.randrange(1, 9)) + frame[place:]
        case 4:
            return frame + frame[place:]
        case 5:
            return frame[:place] + other[chance.randrange(len(other) + 1) :]
        case 6:
            # The length fits, what is in it does not.
            body = frame[4:]
            cut = chance.randrange(len(body) + 1)
            return encode(body[:cut] + chance.randbytes(chance.randrange(1, 9)) + body[cut + chance.randrange(4) :])
        case _:
            return encode(b"\x81\xa1t" + chance.choice((b"\x91", b"\x81\xa1a")) * chance.choice((3, 500, 1300)))


def framed(plain: Plain) -> bytes:
    """As it is sent."""
    return encode(pack(plain))


def chunks(stream: bytes, chance: random.Random) -> Iterator[bytes]:
    """A stream in pieces."""
    while stream:
        size = len(stream) if chance.random() < 0.7 else chance.randint(1, len(stream))
        yield stream[:size]
        stream = stream[size:]


# What came of it


@contextmanager
def same_games(chance: random.Random) -> Iterator[None]:
    """Games that are played meanwhile depend on the given chance alone, all but their keys."""
    with (
        patch("net.host.game.logged_game.os.urandom", chance.randbytes),
        patch("net.host.game.logged_game.new_id", lambda: f"{chance.randrange(10**26):026d}"),
    ):
        yield


@dataclass
class Tally:
    """How many inputs there were, and how many of them were valid messages."""

    inputs: int = 0
    accepted: int = 0

    def __iadd__(self, other: Tally) -> Tally:
        self.inputs += other.inputs
        self.accepted += other.accepted
        return self

    @property
    def ratio(self) -> float:
        return self.accepted / self.inputs


def refused(error: NetError) -> None:
    """That an error is one that a person can be told."""
    assert error.code in _CODES
    assert error.__cause__ is None
    assert str(error)

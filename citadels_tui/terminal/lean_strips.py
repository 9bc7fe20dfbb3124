"""Lean strips: a row of cells makes the caches that it uses, and not all that it might.

Textual gives each row seven when it is made, and makes several rows of each that it paints: a screen that opens made
17,000 caches, most of them for nothing, which took a tenth of its time and made Python look for garbage.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from rich.segment import Segment
from textual.cache import FIFOCache
from textual.strip import Strip


class LateCache:
    """A cache of a strip that is made when it is asked for."""

    def __init__(self, name: str, size: int) -> None:
        self._place: Any = vars(Strip)[name]
        self._size = size

    def __get__(self, strip: Strip, kind: type[Strip] | None = None) -> FIFOCache[Any, Any]:
        try:
            made: FIFOCache[Any, Any] = self._place.__get__(strip)
        except AttributeError:
            made = FIFOCache(self._size)
            self._place.__set__(strip, made)
        return made

    def __set__(self, strip: Strip, cache: FIFOCache[Any, Any]) -> None:
        self._place.__set__(strip, cache)


@cache
def make_lean() -> None:
    """Let all strips be lean from now on."""
    # Textual lacks a way to choose what a strip caches.
    whole, rest = Strip(()), []
    for name in set(Strip.__slots__) - {"_segments", "_cell_length"}:
        value = getattr(whole, name)
        if isinstance(value, FIFOCache):
            setattr(Strip, name, LateCache(name, value._maxsize))
        else:
            rest.append((name, value))

    def begin(strip: Strip, segments: Iterable[Segment], cell_length: int | None = None) -> None:
        strip._segments = list(segments)
        strip._cell_length = cell_length
        for name, value in rest:
            setattr(strip, name, value)

    Strip.__init__ = begin  # type: ignore[assignment, method-assign]

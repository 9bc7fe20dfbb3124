"""Card ids: the ids of many cards at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.card import District


def ids(cards: Sequence[District]) -> tuple[str, ...]:
    """The ids of cards, in a tuple."""
    return ids_in(tuple(cards)) if cards else ()


def sorted_ids(cards: Sequence[District]) -> tuple[str, ...]:
    """The ids of cards in alphabetical order, which says nothing of how they came."""
    return _sorted_ids(tuple(cards)) if cards else ()


@lru_cache(maxsize=8192)
def _sorted_ids(cards: tuple[District, ...]) -> tuple[str, ...]:
    return tuple(sorted([c.id for c in cards]))


@lru_cache(maxsize=8192)
def ids_in(cards: tuple[District, ...]) -> tuple[str, ...]:
    """The ids of cards that are in a tuple already: one call less than `ids`."""
    # The same cities and hands are looked at again and again.
    return tuple([c.id for c in cards])

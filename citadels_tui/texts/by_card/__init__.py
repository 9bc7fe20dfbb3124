"""Texts by card: one value for each card, from which the tables of texts are made.

A card that says nothing of its own has none: its name and text come from the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from citadels_tui.texts.by_card.actions import ACTIONS
from citadels_tui.texts.by_card.districts import DISTRICTS
from citadels_tui.texts.by_card.rank1 import RANK1
from citadels_tui.texts.by_card.rank2 import RANK2
from citadels_tui.texts.by_card.rank3 import RANK3
from citadels_tui.texts.by_card.rank4 import RANK4
from citadels_tui.texts.by_card.rank5 import RANK5
from citadels_tui.texts.by_card.rank6 import RANK6
from citadels_tui.texts.by_card.rank7 import RANK7
from citadels_tui.texts.by_card.rank8 import RANK8
from citadels_tui.texts.by_card.rank9 import RANK9
from citadels_tui.texts.forms import Phrases

T = TypeVar("T")

CARDS: tuple[Phrases, ...] = (
    *RANK1,
    *RANK2,
    *RANK3,
    *RANK4,
    *RANK5,
    *RANK6,
    *RANK7,
    *RANK8,
    *RANK9,
    *DISTRICTS,
    *ACTIONS,
)
"""Every card that says something of its own."""


def gathered(said: Callable[[Phrases], Mapping[str, T]], general: Mapping[str, T] | None = None) -> dict[str, T]:
    """One table: what belongs to no card, and what each card adds.

    Raises:
        ValueError: when two of them say something under the same key.
    """
    table = dict(general or {})
    for card in CARDS:
        for key, text in said(card).items():
            if key in table:
                raise ValueError(f"{card.card} says {key!r}, which is said already")
            table[key] = text
    return table

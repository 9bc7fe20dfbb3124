"""The characters, by rank and edition."""

from __future__ import annotations

from collections.abc import Mapping

from engine.card import Character
from engine.cards.characters import rank1, rank2, rank3, rank4, rank5, rank6, rank7, rank8, rank9

_RANKS = (rank1, rank2, rank3, rank4, rank5, rank6, rank7, rank8, rank9)

CHARACTERS: Mapping[str, Mapping[str, Character]] = {
    "deluxe": {card.id: card for rank in _RANKS for card in rank.DELUXE},
    "classic": {card.id: card for rank in _RANKS for card in rank.CLASSIC},
    "dark_city": {card.id: card for rank in _RANKS for card in (*rank.CLASSIC, *rank.DARK_CITY)},
}
"""Every character by id, for each edition."""

"""The characters, by rank."""

from __future__ import annotations

from engine.cards.card import Character
from engine.cards.characters import rank1, rank2, rank3, rank4, rank5, rank6, rank7, rank8, rank9

CHARACTERS: dict[str, Character] = {
    card.id: card
    for rank in (rank1, rank2, rank3, rank4, rank5, rank6, rank7, rank8, rank9)
    for card in rank.CHARACTERS
}
"""Every character by id."""

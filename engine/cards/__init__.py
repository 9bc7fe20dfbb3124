"""Every card of the game, by id."""

from __future__ import annotations

from engine.cards.card import TYPES, Card, Character, District
from engine.cards.characters import CHARACTERS
from engine.cards.districts import DISTRICTS

__all__ = ["CHARACTERS", "DISTRICTS", "TYPES", "Card", "Character", "District", "card", "district"]


def card(id: str) -> Card:
    """A character or district by its id; a beautified district by its id with ``+``.

    Raises:
        KeyError: when there is no such card.
    """
    return CHARACTERS.get(id) or district(id)


def district(id: str) -> District:
    """A district by its id, beautified when the id ends in ``+``.

    Raises:
        KeyError: when there is no such district.
    """
    found = DISTRICTS[id.removesuffix("+")]
    return found.beauty if id.endswith("+") else found

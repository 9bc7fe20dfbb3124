"""Every card of the game, by edition and id."""

from __future__ import annotations

from engine.card import TYPES, Card, Character, District
from engine.cards.characters import CHARACTERS
from engine.cards.districts import DISTRICTS

__all__ = ["CHARACTERS", "DISTRICTS", "TYPES", "Card", "Character", "District", "card", "district"]


def card(id: str, edition: str = "deluxe") -> Card:
    """A character or district of an edition; a beautified district has ``+`` behind its id.

    Raises:
        KeyError: when there is no such card.
    """
    return CHARACTERS[edition].get(id) or district(id, edition)


def district(id: str, edition: str = "deluxe") -> District:
    """A card of an edition's district deck, beautified when the id ends in ``+``.

    Raises:
        KeyError: when there is no such card.
    """
    found = DISTRICTS[edition][id.removesuffix("+")]
    return found.beauty if id.endswith("+") else found

"""The districts, in the order of the card list."""

from __future__ import annotations

from engine.cards.card import District
from engine.cards.districts.plain import PLAIN
from engine.cards.districts.unique import UNIQUE

DISTRICTS: dict[str, District] = {card.id: card for card in (*PLAIN, *UNIQUE)}
"""Every district by id."""

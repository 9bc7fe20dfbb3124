"""The 36 unique districts of the deluxe edition, in the order in which their hooks run."""

from __future__ import annotations

from engine.card import District
from engine.cards.districts.building import BUILDING
from engine.cards.districts.scoring import SCORING
from engine.cards.districts.turns import TURNS
from engine.cards.districts.watching import WATCHING

DELUXE: tuple[District, ...] = tuple(sorted((*BUILDING, *SCORING, *TURNS, *WATCHING), key=lambda card: card.id))
"""Every unique district of the deluxe edition."""

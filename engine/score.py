"""Scoring a city."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.card import TYPES

if TYPE_CHECKING:
    from engine.state import State

Parts = list[tuple[str, int]]
"""Points by source: ``districts``, ``types``, ``first``, ``complete`` or the id of a card."""


def score(g: State, seat: int) -> Parts:
    """The points of a seat by source, as if the game ended now (deluxe rulebook, end of the game).

    A district that may count as a type of choice counts as the type that is worth most.
    """
    city = g.players[seat].city
    choices = TYPES if any(d.free_type for d in city) else ("",)
    return max((_parts(g, seat, choice) for choice in choices), key=lambda parts: sum(n for _, n in parts))


def _parts(g: State, seat: int, choice: str) -> Parts:
    city = g.players[seat].city
    types = [choice if d.free_type else d.type for d in city]
    parts: Parts = [("districts", sum(d.points for d in city))]
    if all(type in types for type in TYPES):
        parts.append(("types", 3))
    if seat in g.firsts:
        parts.append(("first", 4))
    elif g.complete(seat):
        parts.append(("complete", 2))
    for card in g.ruleset.scorers:
        points = card.score(g, seat, city, types)
        if points:
            parts.append((card.id, points))
    return parts

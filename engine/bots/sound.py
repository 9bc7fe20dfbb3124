"""Sound moves: a search and a review do not try what harms its own player where another move costs nothing.

A search imagines its own next moves as a steward's. Where those are worse than the real ones will be, a move that
prevents them looks good in every world, though it destroys a district of one's own.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.move import Move
from engine.ruleset import ruleset
from engine.view import View


def sound(view: View, moves: Sequence[Move]) -> list[Move]:
    """Return the moves that are not self-defeating, in their order; all of them where each one is."""
    return [move for move in moves if not self_defeating(view, move)] or list(moves)


def self_defeating(view: View, move: Move) -> bool:
    """Whether a move does harm that another one avoids for nothing.

    It destroys a district of the own city, ends the turn while income can be collected, or keeps a card that the city
    has and may not have twice.
    """
    if move.verb == "destroy":
        return move.seat == view.seat
    if move.verb == "end":
        return any(other.verb == "collect" for other in view.moves)
    if view.asked is None or view.asked.kind != "keep" or not move.card:
        return False
    rules = ruleset(view.rules)
    city = [rules.district(id).plain for id in view.me.city]
    if rules.duplicates or rules.district(move.card) not in city:
        return False
    if any(card.id == "quarry" for card in (*city, *[rules.district(id) for id in view.hand])):
        return False
    return any(rules.district(other.card) not in city for other in view.moves if other.card)

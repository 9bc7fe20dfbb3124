"""Prices of rank 8: the gold it pays for a district it aims at."""

from __future__ import annotations

from citadels_tui.texts import names
from engine.move import Move
from engine.table import table
from engine.view import View

WALL = "great_wall"


def price(view: View, move: Move) -> int | None:
    """The gold that a move costs; None when it aims at no district for gold.

    Conflict C14 for the Warlord's discount, C8 for the Great Wall.

    Args:
        view: The view of the player who may move.
        move: One of its legal moves.
    """
    match move.verb:
        case "destroy":
            return max(names.district(move.target).cost - 1, 0) + _toll(view, move.seat, move.target)
        case "seize":
            return names.district(move.target).cost + _toll(view, move.seat, move.target)
        case "offer" if view.asked is not None:
            wanted, other = view.asked.card, view.asked.other
            more = names.district(wanted).cost - names.district(move.card).cost
            return max(more, 0) + _toll(view, other, wanted)
        case _:
            return None


def _toll(view: View, seat: int, target: str) -> int:
    """The extra gold behind a Great Wall."""
    walled = any(id.rstrip("+") == WALL for id in view.players[seat].city)
    return int(walled and (target.rstrip("+") != WALL or bool(table(view.rules).option("wall_covers_itself"))))

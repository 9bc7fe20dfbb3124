"""Payable: when a player will have the gold that a price lacks, said in one way for everything that costs gold."""

from __future__ import annotations

from textual.content import Content

from citadels_tui.desk.consequences import outcome_of
from citadels_tui.texts import _, refusals, say
from engine.move import Move
from engine.turn import GOLD
from engine.view import View

COLLECT = "collect"
"""The verb by which a character takes its own gold, once in a turn."""


def when_payable(view: View, missing: int, *, brief: bool = False) -> Content:
    """When a price can be paid: after the income, or not even then.

    Income is all gold that the player can still take for sure in this turn, that for the character's districts, too.

    Args:
        view: What the seat sees.
        missing: How much more the price is than the player's gold now, at least 1.
        brief: Whether there is no room for more than a number.
    """
    collected = max((_coming(view, move) for move in view.moves if move.verb == COLLECT), default=0)
    coming = _coming(view, GOLD) + collected
    if missing <= coming:
        return Content(_(refusals.AFTER_INCOME))
    text = refusals.SHORT if brief else refusals.SHORT_AFTER if coming else refusals.SHORT_OF_GOLD
    return say(text, amount=missing - coming)


def _coming(view: View, move: Move) -> int:
    """The gold that a move would bring, where it can still be chosen."""
    return max(outcome_of(view, move).gold, 0) if move in view.moves else 0

"""Hazards: dangers that everybody can see the others hold for this player."""

from __future__ import annotations

from collections.abc import Iterator

from citadels_tui.texts import board, names
from citadels_tui.texts.forms import Hazard
from engine.view import View


def hazards(view: View) -> list[Hazard]:
    """The dangers to one's own characters of this round, until they have struck or can no more."""
    return list(dict.fromkeys(_found(view))) if view.seat is not None else []


def bewitched(view: View) -> bool:
    """Whether the turn in progress is one that the Witch will play on."""
    turn = view.turn
    return turn is not None and not turn.resumed and view.marks.get("bewitched") == turn.rank


def _found(view: View) -> Iterator[Hazard]:
    turn, me = view.turn, view.me
    playing = turn.rank if turn is not None and turn.seat == view.seat and not turn.resumed else 0
    coming = [rank for rank in view.roles if rank not in (*me.shown, *view.silent)]
    for mark, hazard in board.HAZARDS.items():
        rank, tokens = view.marks.get(mark, 0), view.tokens.get(mark)
        if rank in coming or (rank == playing != 0 and hazard.lasts):
            yield hazard
        if tokens is not None and tokens.holder != view.seat and {playing, *coming} & set(tokens.on):
            yield hazard
    if playing and _taxed(view):
        yield board.TAXED


def _taxed(view: View) -> bool:
    """Whether building costs more than its price, or somebody collects from the builder."""
    prices = {price.move: price.gold for price in view.prices}
    for outcome in view.outcomes:
        if outcome.move.verb == "build" and outcome.move.seat < 0 and outcome.gold:
            printed = names.district(outcome.move.card, view.rules.edition).cost
            if -outcome.gold > prices.get(outcome.move, printed):
                return True
    return view.marks.get("taxman", view.seat) != view.seat

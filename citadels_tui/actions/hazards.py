"""Hazards: dangers that everybody can see the others hold for this player."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from citadels_tui.texts import board, names, say
from citadels_tui.texts.forms import Hazard
from citadels_tui.wording.voice import Voice
from engine.view import View


def hazards(view: View) -> list[Hazard]:
    """The dangers to one's own characters of this round, until they have struck or can no more."""
    return list(dict.fromkeys(hazard for hazard, _rank in _found(view)))


def warnings(view: View, voice: Voice) -> list[Content]:
    """The sentences about those dangers; to a player of several characters each says which one it hangs over."""
    several = len(view.roles) > 1
    told = (
        say(hazard.as_one if several else hazard.sentence, character=voice.character(rank), whom=voice.whom(rank))
        for hazard, rank in _found(view)
    )
    return list({sentence.plain: sentence for sentence in told}.values())


def bewitched(view: View) -> bool:
    """Whether the turn in progress is one that the Witch will play on."""
    turn = view.turn
    return turn is not None and not turn.resumed and view.marks.get("bewitched") == turn.rank


def _found(view: View) -> Iterator[tuple[Hazard, int]]:
    """The dangers, each with the rank that it hangs over; none for a spectator."""
    if view.seat is None:
        return
    turn, me = view.turn, view.me
    playing = turn.rank if turn is not None and turn.seat == view.seat and not turn.resumed else 0
    coming = [rank for rank in view.roles if rank not in (*me.shown, *view.silent)]
    for mark, hazard in board.HAZARDS.items():
        rank, tokens = view.marks.get(mark, 0), view.tokens.get(mark)
        if rank in coming or (rank == playing != 0 and hazard.lasts):
            yield hazard, rank
        if tokens is not None and tokens.holder != view.seat:
            yield from ((hazard, each) for each in dict.fromkeys((playing, *coming)) if each in tokens.on)
    if playing and _taxed(view):
        yield board.TAXED, playing


def _taxed(view: View) -> bool:
    """Whether building costs more than its price, or somebody collects from the builder."""
    prices = {price.move: price.gold for price in view.prices}
    for outcome in view.outcomes:
        if outcome.move.verb == "build" and outcome.move.seat < 0 and outcome.gold:
            printed = names.district(outcome.move.card, view.rules.edition).cost
            if -outcome.gold > prices.get(outcome.move, printed):
                return True
    return view.marks.get("taxman", view.seat) != view.seat

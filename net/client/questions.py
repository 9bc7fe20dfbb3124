"""Questions: what a player may decide, and a hint for it, read from the host's messages."""

from __future__ import annotations

from engine import Move, View
from engine.errors import NotationError
from engine.review.reasons import Reason
from engine.step import Outcome, Price, Refusal
from net.base.errors import ProtocolError
from net.client.updates import Decision, Hinted
from net.protocol.host_messages import DecisionNote, HintNote


def decision(note: DecisionNote, did: int, view: View | None, seat: int | None) -> Decision:
    """The question that a player is asked.

    Args:
        note: The host's message.
        did: Id of the question that the log has left open.
        view: What the player sees.
        seat: The player's.

    Raises:
        ProtocolError: ``bad_schema``, when it is not this player's question, or no question.
    """
    if view is None or view.asked is None or view.asked.seat != seat or note.did != did:
        raise ProtocolError("bad_schema")
    # What is answered for the player must be no choice.
    if note.auto is not None and len(note.moves) != 1:
        raise ProtocolError("bad_schema")
    try:
        moves = tuple(Move.parse(text) for text in note.moves)
        refusals = tuple(Refusal(Move.parse(each.move), each.code, each.amount, each.card) for each in note.refusals)
        prices = tuple(Price(Move.parse(each.move), each.gold, each.card) for each in note.prices)
        outcomes = tuple(
            Outcome(Move.parse(each.move), each.gold, each.cards, each.built, each.complete, each.types)
            for each in note.outcomes
        )
    except NotationError:
        raise ProtocolError("bad_schema") from None
    asked = view.copy()
    asked.moves, asked.prices, asked.outcomes = moves, prices, outcomes
    return Decision(note.did, view.asked.kind, moves, refusals, asked, note.auto is not None, note.undo)


def hinted(note: HintNote, players: int) -> Hinted:
    """A hint.

    Raises:
        ProtocolError: ``bad_schema``, when it names no move, or a seat that is not there.
    """
    if note.seat is not None and note.seat >= players:
        raise ProtocolError("bad_schema")
    try:
        move = Move.parse(note.move)
        usual = Move.parse(note.usual)
    except NotationError:
        raise ProtocolError("bad_schema") from None
    seat = -1 if note.seat is None else note.seat
    reason = Reason(note.reason, seat, note.amount / 10) if note.reason else None
    return Hinted(note.did, move, usual, note.gain / 1000, reason)

"""Decision note: the open question for the seat that is asked, with the cost and the outcome of each legal move."""

from __future__ import annotations

from engine import History
from net.protocol.host_messages import DecisionNote, OutcomeNote, PriceNote, RefusalNote


def decision_note(history: History, did: int, auto: float | None) -> DecisionNote:
    """Make the message that gives the asked seat its moves.

    Args:
        history: The game.
        did: Id of the open decision.
        auto: Seconds after which the only move is to be made for the player; None when there is a choice.
    """
    state = history.state
    return DecisionNote(
        did=did,
        moves=[str(move) for move in state.moves],
        refusals=[
            RefusalNote(move=str(refusal.move), code=refusal.code, amount=refusal.amount, card=refusal.card)
            for refusal in state.refusals()
        ],
        prices=[PriceNote(move=str(p.move), gold=p.gold, card=p.card) for p in state.prices()],
        outcomes=[
            OutcomeNote(move=str(o.move), gold=o.gold, cards=o.cards, built=o.built, complete=o.complete, types=o.types)
            for o in state.outcomes()
        ],
        auto=None if auto is None else round(auto * 1000),
        undo=history.refusal,
    )

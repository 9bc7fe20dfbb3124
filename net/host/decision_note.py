"""Decision note: the open question for the seat that is asked, with the cost and the outcome of each legal move."""

from __future__ import annotations

from engine import History
from net.protocol.host_messages import DecisionNote


def decision_note(history: History, did: int, auto: float | None) -> DecisionNote:
    """Make the message that gives the asked seat its moves.

    Args:
        history: The game.
        did: Id of the open decision.
        auto: Seconds after which the only move is to be made for the player; None when there is a choice.
    """
    state = history.state
    # Each part is checked as a part of the whole: to make a message of each first takes three times as long.
    return DecisionNote.model_validate(
        {
            "did": did,
            "moves": [str(move) for move in state.moves],
            "refusals": [
                {"move": str(r.move), "code": r.code, "amount": r.amount, "card": r.card} for r in state.refusals()
            ],
            "prices": [{"move": str(p.move), "gold": p.gold, "card": p.card} for p in state.prices()],
            "outcomes": [
                {
                    "move": str(o.move),
                    "gold": o.gold,
                    "cards": o.cards,
                    "built": o.built,
                    "complete": o.complete,
                    "types": o.types,
                }
                for o in state.outcomes()
            ],
            "auto": None if auto is None else round(auto * 1000),
            "undo": history.refusal,
        }
    )

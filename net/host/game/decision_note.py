"""Decision note: the open question for the seat that is asked, with the cost and the outcome of each legal move."""

from __future__ import annotations

from typing import Any

from engine import History
from net.protocol.frames import encode, pack


def decision_frame(history: History, did: int, auto: float | None) -> bytes:
    """Make the frame of the `net.protocol.host_messages.DecisionNote` that gives the asked seat its moves.

    It is packed at once: making a message of it and its hundred parts first would take as long as finding all they say.

    Args:
        history: The game.
        did: Id of the open decision.
        auto: Seconds after which the only move is to be made for the player; None when there is a choice.
    """
    state = history.state
    note: dict[str, Any] = {
        "t": "decision",
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
    }
    if auto is not None:
        note["auto"] = round(auto * 1000)
    return encode(pack(note | {"undo": history.refusal}))

"""Outcomes: what a legal move leads to at once, for a person who is about to choose.

They are found by playing the move on a copy, as far as it goes without another answer, so that no card says
twice what it does. What the player may not know yet is left out: how many cards are drawn is told, never which.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.player import Turn
from engine.score import score
from engine.step import Outcome

if TYPE_CHECKING:
    from engine.move import Move
    from engine.state import State

COLLECT = "collect"
"""The verb by which a character takes what it gets for its districts."""
FINDS = frozenset({"matches"})
"""Events that tell what lay hidden before the move."""


def outcomes(g: State) -> list[Outcome]:
    """The outcome of each legal move; nothing for a move that changes none of what an outcome tells."""
    found = (outcome(g, move) for move in g.moves)
    return [each for each in found if each is not None]


def outcome(g: State, move: Move) -> Outcome | None:
    """The outcome of one legal move for whoever plays it, as far as it is certain; None for nothing.

    For a character in the draft: what it would collect if it were called now.
    """
    seat = g.seat
    assert seat is not None
    after = g.clone()
    if move.verb == "pick":
        _collect(after, seat, g.ruleset.rank_of(move.card))
    elif not _played(after, seat, move):
        return None
    old, new = g.players[seat], after.players[seat]
    gold, cards, built = new.gold - old.gold, len(new.hand) - len(old.hand), after.size(seat) - g.size(seat)
    before, then = (dict(score(each, seat)) for each in (g, after)) if built else ({}, {})
    complete, types = (
        sum(then.get(source, 0) - before.get(source, 0) for source in sources)
        for sources in (("first", "complete"), ("types",))
    )
    return Outcome(move, gold, cards, built, complete, types) if gold or cards or built else None


def _played(g: State, seat: int, move: Move) -> bool:
    """Play a move until somebody must answer, what it began is done, or the turn is over.

    Which card is kept of those that were drawn changes no number, so that answer is given, too.

    Returns:
        Whether all of that could be foreseen.
    """
    turn, stack = g.turn, g.stack
    step = stack.pop()
    depth = len(stack)
    step.answer(g, move)
    while len(stack) > depth and g.turn is turn:
        step = stack[-1]
        if step.kind == "keep":
            asked, moves = step.ask(g)
            if asked != seat:
                break
            stack.pop().answer(g, moves[0])
        elif step.kind:
            break
        else:
            stack.pop().act(g)
    return not any(event[0] in FINDS for event in g.log)


def _collect(g: State, seat: int, rank: int) -> None:
    """Begin the turn of a character that is chosen now, as if no other were: who else has which is not known yet."""
    g.owners = [-1] * len(g.owners)
    g.owners[rank] = seat
    turn = g.turn = Turn(seat, g.ruleset.char(rank))
    turn.char.on_start(g, turn)
    collect = next((move for move in turn.char.moves(g, turn) if move.verb == COLLECT and not move.card), None)
    if collect is not None:
        turn.char.verbs[COLLECT](g, turn, collect)

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
QUIET = frozenset({"end", "kill", "look", "rob", "rose", "sign"})
"""The verbs that never bring anything at once: the turn is over, or something is named."""
FINDS = frozenset({"matches"})
"""Kinds of events that tell what lay hidden before the move; no card and no source is called like one."""


def outcomes(g: State) -> list[Outcome]:
    """The outcome of each legal move for its player, as far as it is certain; none for one without any.

    For a character in the draft: what it would collect if it were called now.
    """
    seat = g.seat
    assert seat is not None
    old, size = g.players[seat], g.size(seat)
    before: dict[str, int] = {}
    found: list[Outcome] = []
    for move in g.moves:
        if move.verb in QUIET:
            continue
        after = _collected(g, seat, move) if move.verb == "pick" else _played(g.clone(), seat, move)
        if after is None:
            continue
        new = after.players[seat]
        gold, cards, built = new.gold - old.gold, len(new.hand) - len(old.hand), after.size(seat) - size
        complete = types = 0
        if built:
            before = before or dict(score(g, seat))
            then = dict(score(after, seat))
            complete = _more("first", before, then) + _more("complete", before, then)
            types = _more("types", before, then)
        if gold or cards or built:
            found.append(Outcome(move, gold, cards, built, complete, types))
    return found


def _more(source: str, before: dict[str, int], then: dict[str, int]) -> int:
    return then.get(source, 0) - before.get(source, 0)


def _played(g: State, seat: int, move: Move) -> State | None:
    """Play a move until somebody must answer, what it began is done, or the turn is over.

    Which card is kept of those that were drawn changes no number, so that answer is given, too.

    Returns:
        The same game afterwards; None when not all of that could be foreseen.
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
    return g if FINDS.isdisjoint(g.log) else None


def _collected(g: State, seat: int, move: Move) -> State | None:
    """Begin the turn of a character on a copy, as if nobody had another one: who has which is not known yet.

    Returns:
        The copy afterwards; None when the character takes nothing by itself.
    """
    rank = g.ruleset.rank_of(move.card)
    char = g.ruleset.char(rank)
    if not char.starts and COLLECT not in char.verbs:
        return None
    g = g.clone()
    g.owners = [-1] * len(g.owners)
    g.owners[rank] = seat
    turn = g.turn = Turn().begin(seat, char)
    char.on_start(g, turn)
    collect = next((move for move in char.moves(g, turn) if move.verb == COLLECT and not move.card), None)
    if collect is not None:
        char.verbs[COLLECT](g, turn, collect)
    return g

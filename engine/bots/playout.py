"""A playout: a move is played in an imagined world, and then the round to its end.

The others play on by the light policy. The seat itself does so, too, or as a steward: then a power that is used one
move later counts the same, and a character is worth what its turn is.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from engine.bots.districts import VALUES
from engine.bots.features import Outlook
from engine.bots.light import play_on
from engine.bots.memory import Memory
from engine.bots.steward import judgement
from engine.bots.targets import Aims
from engine.event import Event, seen
from engine.move import Move
from engine.state import State
from engine.view import View, view

STEPS = 400
"""No round has so many decisions; a world that has is judged as it stands."""

REMEMBERED = frozenset({"pick", "trade", "trade_role", "spare", "reveal", "resume", "build", "play"})
"""The events of a round that a steward remembers."""


def preferred(seen_view: View, memory: Memory) -> list[Move]:
    """All legal moves, the one first that a steward without whims would play."""
    o = Outlook(seen_view, memory, VALUES)
    judge = judgement(o, Aims(o))
    return sorted(seen_view.moves, key=lambda move: -judge(move))


def play_round(
    world: State, seat: int, move: Move, random: Random, memory: Memory | None = None, plan: Iterable[Move] = ()
) -> State:
    """Play a move in a world, and then the round to its end.

    Args:
        world: The world; it is not changed.
        seat: Who moves.
        move: What is tried.
        random: Sways the light policy.
        memory: What the seat remembers, to play on as a steward; it is not changed. None: it plays on lightly.
        plan: What the seat plays next, move by move, until one of them is not legal.
    """
    g, planned = world.clone(), iter(plan)
    remembered = memory.copy() if memory is not None else None
    now = g.round
    g.apply(move)
    for _ in range(STEPS):
        if g.seat is None or (g.round != now and g.kind == "draft"):
            break
        if remembered is not None:
            for fields in g.log:
                if fields[0] in REMEMBERED:
                    remembered.watch(seen(Event._make(fields), seat))
        g.log.clear()
        own = next(planned, None) if g.seat == seat else None
        if own is not None and own in g.moves:
            g.apply(own)
            continue
        if g.seat == seat:
            planned = iter(())
        if remembered is not None and g.seat == seat and len(g.moves) > 1:
            g.apply(preferred(view(g, seat), remembered)[0])
        else:
            g.apply(play_on(g, random))
    return g

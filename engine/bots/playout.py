"""A playout: a move is played in an imagined world, and then the round to its end.

The players play on by the light policy, or as stewards: then a power of one's own that is used one move later counts
the same, a character is worth what its turn is, and rivals choose, kill and rob where it hurts. But nobody knows what
rivals will choose or name: they may have whims, or a search would learn to slip past stewards only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from engine.bots.districts import WORTHS
from engine.bots.features import Outlook
from engine.bots.knowledge import Judge
from engine.bots.light import EVEN, NAMING, Style, play_on
from engine.bots.memory import Memory
from engine.bots.steward import GUESSED, Steward, judgement
from engine.bots.targets import Aims
from engine.event import seen, told
from engine.move import Move
from engine.score import score
from engine.state import State
from engine.view import View, view

STEPS = 400
"""No round has so many decisions; a world that has is judged as it stands."""
CHOICE, NAME = 1.2, 0.5
"""How far, in points, chance sways which characters rivals choose, and whom they name; found by matches."""


class Playout(NamedTuple):
    """A round that was imagined to its end."""

    end: State
    decisions: int
    """How many were made in it: the time it took."""


REMEMBERED = frozenset({"pick", "trade", "trade_role", "spare", "reveal", "resume", "build", "play"})
"""The events of a round that a steward remembers."""


LASTING = REMEMBERED | {"round"}
"""Events that a steward remembers in a game of several rounds."""


def preferred(seen_view: View, memory: Memory) -> list[Move]:
    """All legal moves, the one first that a steward without whims would play."""
    judge = _judge(seen_view, memory)
    return sorted(seen_view.moves, key=lambda move: -judge(move))


def swayed(g: State, seen_view: View, memory: Memory, random: Random) -> Move:
    """The move of a steward with whims, where it is one that others try to guess; else the one it likes best."""
    if g.kind == "draft":
        whim = CHOICE
    elif g.kind in GUESSED or any(move.verb in NAMING for move in g.moves):
        whim = NAME
    else:
        return preferred(seen_view, memory)[0]
    judge = _judge(seen_view, memory)
    return max(seen_view.moves, key=lambda move: judge(move) + random.gauss(0, whim))


def _judge(seen_view: View, memory: Memory) -> Judge:
    o = Outlook(seen_view, memory, WORTHS)
    return judgement(o, Aims(o))


def memories(world: State, seat: int, memory: Memory) -> dict[int, Memory]:
    """By seat the memory of every player, for all to play on as stewards in a world.

    Args:
        world: The world.
        seat: Whose memory of the round is known; the others remember only their characters.
        memory: That memory.
    """
    remembered: dict[int, Memory] = {}
    for other, player in enumerate(world.players):
        remembered[other] = memory if other == seat else Memory()
        if other != seat:
            remembered[other].picked = tuple(player.roles)
    return remembered


def _loses(g: State, move: Move) -> bool:
    """Whether a move completes the first city of the game for a player who is behind then, and can build no more."""
    seat = g.seat
    if move.verb != "build" or seat is None or g.finished or g.size(seat) < g.target - 2:
        return False
    after = g.clone()
    after.apply(move)
    if seat not in after.finished or (after.seat == seat and any(each.verb == "build" for each in after.moves)):
        return False
    points = [sum([amount for _, amount in score(after, each)]) for each in range(len(after.players))]
    return points[seat] < max(points)


def play_round(
    world: State,
    seat: int,
    move: Move,
    random: Random,
    stewards: Mapping[int, Memory] | None = None,
    plan: Iterable[Move] = (),
    *,
    drafting: bool = True,
    whims: bool = False,
    styles: Mapping[int, Style] = MappingProxyType({}),
) -> Playout:
    """Play a move in a world, and then the round to its end.

    Args:
        world: The world; it is not changed.
        seat: Who moves.
        move: What is tried.
        random: Sways the light policy, and rivals.
        stewards: The seats that play on as stewards, with what they remember; that is not changed. All others play on
            lightly.
        plan: What the seat plays next, move by move, until one of them is not legal.
        drafting: Whether stewards also choose characters as such, which takes them longer than anything else.
        whims: Whether chance sways rivals among them.
        styles: The seats that play on lightly by a style of their own, stewards or not.
    """
    g, planned = world.clone(), iter(plan)
    remembered = {at: memory.copy() for at, memory in stewards.items() if at not in styles} if stewards else {}
    now = g.round
    g.apply(move)
    decisions = 1
    while decisions <= STEPS:
        if g.seat is None or (g.round != now and g.kind == "draft"):
            break
        if remembered and not REMEMBERED.isdisjoint(g.log):
            for event in told(g.log):
                if event.kind in REMEMBERED:
                    for steward, memory in remembered.items():
                        memory.watch(seen(event, steward))
        g.log.clear()
        decisions += 1
        own = next(planned, None) if g.seat == seat else None
        if own is not None and own in g.moves:
            g.apply(own)
            continue
        if g.seat == seat:
            planned = iter(())
        if g.seat in remembered and len(g.moves) > 1 and (drafting or g.kind != "draft"):
            asked, memory = view(g, g.seat), remembered[g.seat]
            if g.seat == seat:
                # Nobody has to end the game by losing it, and all points lie open.
                liked = preferred(asked, memory)
                g.apply(next((own for own in liked if not _loses(g, own)), liked[0]))
            else:
                g.apply(swayed(g, asked, memory, random) if whims else preferred(asked, memory)[0])
        else:
            g.apply(play_on(g, random, styles.get(g.seat, EVEN)))
    return Playout(g, decisions)


def play_out(g: State, remembered: Sequence[Memory], random: Random) -> State:
    """Play a game to its end, all seats as stewards; the game is changed, and returned.

    Args:
        g: The game.
        remembered: By seat what each player remembers; that is not changed.
        random: Sways the stewards.
    """
    stewards = [Steward(random) for _ in remembered]
    for steward, memory in zip(stewards, remembered, strict=True):
        steward.memory = memory.copy()
    while g.seat is not None:
        if not LASTING.isdisjoint(g.log):
            for event in told(g.log):
                if event.kind in LASTING:
                    for seat, steward in enumerate(stewards):
                        steward.watch(seen(event, seat))
        g.log.clear()
        g.apply(g.moves[0] if len(g.moves) == 1 else stewards[g.seat].choose(view(g, g.seat)))
    return g

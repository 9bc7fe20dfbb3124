"""Beliefs: the probability that a player holds a character, as far as one seat can tell.

The draft is followed card by card: a state is the set of characters that still go round,
and each player takes one of them with a probability in proportion to how much it is
wanted. States that contradict what the seat saw, what lies open and what has been called drop
out; running forward and backward over the rest gives the exact probability of every
(seat, rank) under that model. There are at most some 1,300 states, with eight players.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.bots.memory import Memory
from engine.ruleset import ruleset
from engine.view import View

Wishes = Sequence[Sequence[float]]
"""``wishes[seat][rank]``: how much a seat wants a character; positive, only proportions matter."""

States = dict[int, tuple[int, ...]]
"""The states at one moment of the draft, and which ranks may leave the pool then."""

Edge = tuple[int, float, int]
"""A card leaves the pool: (its rank, probability, the bits of the state that change)."""

POOL = 0xFFFF
"""The bits of the ranks that go round."""
HIDDEN = 16
"""Bits by which the card that is mixed in later is shifted within a state."""


class DraftTurn(NamedTuple):
    """One turn of the draft, as far as a seat knows it."""

    seat: int
    """The seat that chooses; the number of players, when a card goes aside or is mixed in."""
    free: int
    """The bits of the ranks that may leave the pool then."""
    hides: bool
    """Whether what leaves is the card that is mixed in later."""
    mixes: bool
    """Whether this card is mixed in then."""


class Evidence(NamedTuple):
    """Everything that a seat knows of a draft."""

    start: int
    """The bits of the ranks that go round at first."""
    turns: tuple[DraftTurn, ...]
    held: int
    """The bits of the ranks that were chosen by somebody."""


class Belief:
    """Probabilities of (seat, rank)."""

    __slots__ = ("_chances",)

    def __init__(self, chances: list[list[float]]) -> None:
        self._chances = chances

    def holds(self, seat: int, rank: int) -> float:
        """The probability that a seat holds a character now."""
        return self._chances[seat][rank]

    def held(self, rank: int) -> float:
        """The probability that anybody holds a character."""
        return sum([chances[rank] for chances in self._chances])


def believe(view: View, memory: Memory, wishes: Wishes) -> Belief:
    """The belief of a seat about who holds what.

    Args:
        view: What the seat sees; choices still to come are predicted like those made.
        memory: What it remembers of this round.
        wishes: How much each seat wants each character, as this seat sees it.
    """
    draft = _Draft(view, memory)
    found = _chances(draft.evidence(), tuple([tuple(each) for each in wishes]))
    if found:
        chances = [[*row] for row in found]
    else:  # the seat has missed a part of the round: no deal fits what it knows
        ranks = draft.ruleset.ranks
        chances = [[draft.choices / len(ranks)] * (len(ranks) + 1) for _ in wishes]
    chances = _exchange(chances, view, memory)
    if view.seat is not None and len(view.roles) == draft.choices:
        chances[view.seat] = [float(rank in view.roles) for rank in range(len(chances[view.seat]))]
    return Belief(chances)


class _Draft:
    """One round's selection and what a seat knows of it."""

    def __init__(self, view: View, memory: Memory) -> None:
        self.ruleset = ruleset(view.rules)
        self.turns = self.ruleset.schedule.turns
        self.n = view.rules.players
        self.seat = view.seat
        self.dealer = view.dealer
        self.mixed = self.ruleset.plan.mixed
        self.choices = len(self.ruleset.plan.picks[0])
        peeks = self.ruleset.edition.peek and self.seat == self.dealer
        self.peeked: tuple[int, ...] = view.aside[:1] if peeks else ()
        """The rank that went aside first, when this seat looked at it."""
        self.start = sum([1 << rank for rank in self.ruleset.ranks if rank not in view.faceup])
        self.places = self._places(view, memory)
        self.stays = self._stays(view, memory)

    def _places(self, view: View, memory: Memory) -> list[int]:
        """For each rank the bits of the seats that may have chosen it; n: put aside, n + 1: by this seat's choice."""
        n = self.n
        anywhere = (1 << n + 2) - 1
        places = [anywhere] * (len(self.ruleset.ranks) + 1)
        killed = view.marks.get("killed")
        for rank in view.silent:
            if rank != killed:
                places[rank] = 3 << n
        chosen_by = _choosers(view, memory)
        for seat, p in enumerate(view.players):
            for rank in p.shown:
                places[rank] = chosen_by[seat]
        if view.seat is not None:
            me = 1 << view.seat
            mine = _own_choices(view, memory)
            if len(mine) == self.choices:
                places = [place & ~me for place in places]
            laid = len(self.ruleset.plan.looks[(view.seat - self.dealer) % n]) - self.choices
            aside = view.aside[len(self.peeked) :]
            if len(aside) >= laid:
                places = [place & ~(2 << n) for place in places]
            for rank in mine:
                places[rank] = me
            for rank in self.peeked:
                places[rank] &= 1 << n | (1 << (self.dealer - 1) % n if self.mixed else 0)
            for i, rank in enumerate(aside):  # beside those laid by choice, what was left in the end
                places[rank] = (2 if i < laid else 1) << n
            for trade in memory.trades:
                if trade.got:
                    places[trade.got] = 1 << (trade.other if trade.seat == view.seat else trade.seat)
        return places

    def _stays(self, view: View, memory: Memory) -> list[int]:
        """For each turn of the schedule the ranks that cannot leave the pool then: this seat saw them later."""
        stays = [0] * len(self.turns)
        if view.seat is None or not _remembered(view, memory):
            return stays
        looks = self.ruleset.plan.looks[(view.seat - self.dealer) % self.n]
        first = 0
        for look, pool in zip(looks, view.saw, strict=False):
            mask = sum([1 << rank for rank in pool])
            mixed_in = any(self.turns[i][0] == "mix" for i in range(look))
            for i in range(first, look):
                stays[i] = 0 if mixed_in and self.turns[i][0] == "random" else mask
            first = look
        return stays

    def evidence(self) -> Evidence:
        """The facts on which the probabilities depend, besides the wishes."""
        turns: list[DraftTurn] = []
        for index, (action, offset) in enumerate(self.turns):
            seat = (self.dealer + offset) % self.n
            picks = action == "pick"
            place = 1 << (seat if picks else self.n + (action == "aside" and seat == self.seat))
            free = sum([1 << rank for rank in self.ruleset.ranks if self.places[rank] & place]) & ~self.stays[index]
            hides = self.mixed and action == "random"
            if hides:
                free = sum([1 << rank for rank in self.peeked]) or POOL & ~self.stays[index]
            elif action == "random" and self.peeked and not index:
                free = 1 << self.peeked[0]
            turns.append(DraftTurn(seat if picks else self.n, free, hides, action == "mix"))
        held = sum([1 << rank for rank in self.ruleset.ranks if not self.places[rank] >> self.n & 1])
        return Evidence(self.start, tuple(turns), held)


EQUAL = (1.0,) * HIDDEN


@lru_cache(maxsize=8)
def _chances(evidence: Evidence, wishes: tuple[tuple[float, ...], ...]) -> tuple[tuple[float, ...], ...]:
    """The probability of each (seat, rank) among the choices; nothing if no deal fits what is known.

    A backward pass finds how likely each state leads to what is known; a forward pass finds how likely each is reached.
    The last results are kept: in several questions of a turn, and in the imagined rounds of a search, a seat often
    knows and wishes the same.
    """
    steps = _steps(evidence)
    weights = (*wishes, EQUAL)
    future = {state: float(not state & evidence.held) for state in steps[-1]}
    futures = [future]
    edges: list[dict[int, list[Edge]]] = []
    for turn, step in zip(evidence.turns[::-1], steps[-2::-1], strict=True):
        weight, ahead, leaves = weights[turn.seat], future, LEAVES_HIDDEN if turn.hides else LEAVES
        future = {}
        by_pool: dict[int, list[Edge]] = {}
        for state, ranks in step.items():
            if turn.mixes:
                future[state] = ahead[(state | state >> HIDDEN) & POOL]
                continue
            pool = state & POOL
            found = by_pool.get(pool)
            if found is None:
                total = sum([weight[rank] for rank in _ranks(pool)])
                found = by_pool[pool] = [(rank, weight[rank] / total, leaves[rank]) for rank in ranks]
            future[state] = sum([share * ahead[state ^ leaving] for _, share, leaving in found])
        futures.append(future)
        edges.append(by_pool)
    total = future[evidence.start]
    if not total:
        return ()
    chances = [[0.0] * len(weights[0]) for _ in weights]
    masses = {evidence.start: 1 / total}
    for turn, by_pool, future in zip(evidence.turns, edges[::-1], futures[-2::-1], strict=True):
        row = chances[turn.seat]
        flows: dict[int, float] = {}
        for state, mass in masses.items():
            if turn.mixes:
                to = (state | state >> HIDDEN) & POOL
                flows[to] = flows.get(to, 0.0) + mass
                continue
            for rank, share, leaving in by_pool[state & POOL]:
                to = state ^ leaving
                likely = future[to]
                if likely:
                    flow = mass * share
                    flows[to] = flows.get(to, 0.0) + flow
                    row[rank] += flow * likely
        masses = flows
    return tuple([tuple(row) for row in chances[:-1]])


def _steps(evidence: Evidence) -> list[States]:
    """The ways on from each state before each turn of the draft.

    A state is given up early in which a rank that somebody chose still goes round, but can leave in no turn to come.
    """
    dues: list[int] = []
    later = 0
    for turn in reversed(evidence.turns):
        dues.append(evidence.held & ~later)
        later |= turn.free
    steps: list[States] = []
    step: States = {evidence.start: ()}
    for turn, due in zip(evidence.turns, reversed(dues), strict=True):
        steps.append(step)
        after: States = {}
        if turn.mixes:
            for state in step:
                after[(state | state >> HIDDEN) & POOL] = ()
        else:
            leaves = LEAVES_HIDDEN if turn.hides else LEAVES
            for state in step:
                late = state & due
                if late & late - 1:
                    continue
                ranks = step[state] = _ranks(state & turn.free & (late or POOL))
                for rank in ranks:
                    after[state ^ leaves[rank]] = ()
        step = after
    steps.append(step)
    return steps


LEAVES = [1 << rank for rank in range(HIDDEN)]
"""The bits that change in a state when a rank leaves it."""
LEAVES_HIDDEN = [1 << rank | 1 << rank + HIDDEN for rank in range(HIDDEN)]
"""The bits that change when the rank leaves it to be mixed in later."""


@lru_cache(maxsize=1024)
def _ranks(pool: int) -> tuple[int, ...]:
    """The ranks in a set of bits."""
    return tuple(rank for rank in range(pool.bit_length()) if pool >> rank & 1)


# Exchanges (Theater)


def _remembered(view: View, memory: Memory) -> bool:
    """Whether this seat has missed no exchange, so that what it saw while choosing still says who has what."""
    return "traded" not in view.marks or bool(memory.trades)


def _own_choices(view: View, memory: Memory) -> tuple[int, ...]:
    """The ranks this seat chose."""
    return memory.picked if memory.trades else view.roles


def _choosers(view: View, memory: Memory) -> list[int]:
    """The seats that may have chosen the card a seat holds now, in bits, for each seat."""
    seats = [1 << seat for seat in range(view.rules.players)]
    for trade in memory.trades:
        a, b = trade.seat, trade.other
        if len(ruleset(view.rules).plan.picks[0]) == 1:
            seats[a], seats[b] = seats[b], seats[a]
        else:
            seats[a] = seats[b] = seats[a] | seats[b]
    return seats


def _exchange(chances: list[list[float]], view: View, memory: Memory) -> list[list[float]]:
    """The belief after the exchanges.

    A player with two characters may have given either of them; what is open is not open to doubt.
    """
    if not memory.trades:
        return chances
    single = len(ruleset(view.rules).plan.picks[0]) == 1
    for trade in memory.trades:
        a, b = trade.seat, trade.other
        if single:
            chances[a], chances[b] = chances[b], chances[a]
        elif trade.given:
            other = chances[b if view.seat == a else a]
            other[trade.given], other[trade.got] = 1.0, 0.0
        else:
            both = [(x + y) / 2 for x, y in zip(chances[a], chances[b], strict=True)]
            chances[a], chances[b] = both, both[:]
    for seat, p in enumerate(view.players):
        for rank in p.shown:
            for other_seat, row in enumerate(chances):
                row[rank] = float(other_seat == seat)
    return chances

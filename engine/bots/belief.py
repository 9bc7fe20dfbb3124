"""Beliefs: the probability that a player holds a character, as far as one seat can tell.

The draft is followed card by card: a state is the set of characters that still go round,
and each player takes one of them with a probability in proportion to how much it is
wanted. States that contradict what the seat saw, what lies open and what has been called drop
out; running forward and backward over the rest gives the exact probability of every
(seat, rank) under that model. There are at most a few hundred states.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.bots.memory import Memory
from engine.ruleset import ruleset
from engine.view import View

Wishes = Sequence[Sequence[float]]
"""``wishes[seat][rank]``: how much a seat wants a character; positive, only proportions matter."""

Edge = tuple[int, int, float]
"""A card leaves the pool: (its rank or 0, the state after it, probability)."""

Layer = dict[int, list[Edge]]
"""The ways on from each state at one moment of the draft."""

POOL = 0xFFFF
"""The bits of the ranks that go round."""
HIDDEN = 16
"""By how many bits the card that is mixed in later is shifted within a state."""


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
    layers = draft.forward(wishes)
    chances = _exchange(draft.backward(layers), view, memory)
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

    def forward(self, wishes: Wishes) -> list[Layer]:
        """The possible states before each turn of the schedule, with the ways on from each, and at the end."""
        layers: list[Layer] = []
        states = {self.start: 1.0}
        for index, (action, offset) in enumerate(self.turns):
            seat = (self.dealer + offset) % self.n
            place = 1 << (seat if action == "pick" else self.n + (action == "aside" and seat == self.seat))
            free = sum([1 << r for r in self.ruleset.ranks if self.places[r] & place]) & ~self.stays[index]
            layer: Layer = {}
            after: dict[int, float] = {}
            for state, mass in states.items():
                if action == "mix":
                    edges = [(0, (state | state >> HIDDEN) & POOL, 1.0)]
                elif action == "pick":
                    edges = _picks(state, free, wishes[seat])
                elif action == "random" and self.mixed:
                    edges = _hides(state, sum([1 << r for r in self.peeked]) or ~self.stays[index])
                elif action == "random" and self.peeked and not index:
                    edges = _picks(state, 1 << self.peeked[0], EQUAL)
                else:
                    edges = _picks(state, free, EQUAL)
                layer[state] = edges
                for _, to, p in edges:
                    after[to] = after.get(to, 0.0) + mass * p
            layers.append(layer)
            states = after
        layers.append({state: [] for state in states})
        return layers

    def backward(self, layers: list[Layer]) -> list[list[float]]:
        """The probability of each (seat, rank) among the choices."""
        held = sum([1 << rank for rank in self.ruleset.ranks if not self.places[rank] >> self.n & 1])
        futures = [{state: float(not state & held) for state in layers[-1]}]
        for layer in layers[-2::-1]:
            known = futures[-1]
            futures.append({state: sum([p * known[to] for _, to, p in edges]) for state, edges in layer.items()})
        futures.reverse()
        total = futures[0][self.start]
        if not total:  # the seat has missed a part of the round: no deal fits what it knows
            return [[self.choices / len(self.ruleset.ranks)] * len(self.places) for _ in range(self.n)]
        chances = [[0.0] * len(self.places) for _ in range(self.n)]
        states = {self.start: 1 / total}
        for (action, offset), layer, future in zip(self.turns, layers, futures[1:], strict=False):
            row = chances[(self.dealer + offset) % self.n] if action == "pick" else [0.0] * len(self.places)
            after: dict[int, float] = {}
            for state, mass in states.items():
                for rank, to, p in layer[state]:
                    ahead = future[to]
                    if ahead:
                        flow = mass * p
                        after[to] = after.get(to, 0.0) + flow
                        row[rank] += flow * ahead
            states = after
        return chances


EQUAL = (1.0,) * HIDDEN


def _picks(state: int, free: int, wishes: Sequence[float]) -> list[Edge]:
    """One of the pool is taken, with a probability in proportion to the wishes."""
    total = sum([wishes[rank] for rank in _ranks(state & POOL)])
    return [(rank, state & ~(1 << rank), wishes[rank] / total) for rank in _ranks(state & POOL & free)]


def _hides(state: int, free: int) -> list[Edge]:
    """Any card goes aside unseen, to be mixed in later."""
    p = 1 / len(_ranks(state))
    return [(rank, state & ~(1 << rank) | 1 << rank + HIDDEN, p) for rank in _ranks(state & free)]


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
    """For each seat, in bits, the seats that may have chosen what it holds now."""
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

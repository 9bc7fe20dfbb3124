"""Notebook: who may hold which character, from one seat's own view and the events it has seen.

A round deals every character to one slot: a choice of a player, or a place face down aside. What the seat saw while
choosing, what lies open and what was called say which characters each slot may have; a character may be in a place
exactly when some way to fill all slots puts it there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache

from engine.bots.memory import Memory, RememberedTrade
from engine.draft import Action
from engine.event import Event
from engine.reducer import ViewReducer
from engine.ruleset import Ruleset, ruleset
from engine.view import View

ASIDE, POOL, FACE_UP = -1, -2, -3
"""Places that are no seat: face down aside, among the cards that still go round, and open on the table."""

FOLLOWED = frozenset(
    {
        "round", "layout", "pool", "pick", "aside", "mix", "call", "hear", "reveal", "heir", "kill", "shield", "trade",
        "trade_role", "round_over", "ask", "undo",
    }
)  # fmt: skip
"""Kinds of events that say something about characters."""


@dataclass(frozen=True, slots=True)
class Page:
    """The places where each character may be at one moment of a round."""

    places: tuple[frozenset[int], ...]
    """By rank the seats that may hold it, and `ASIDE`, `POOL` or `FACE_UP`; index 0 is unused."""

    def place(self, rank: int) -> int | None:
        """The only place where a character can be; None when there are several."""
        places = self.places[rank]
        return next(iter(places)) if len(places) == 1 else None

    @property
    def unheld(self) -> frozenset[int]:
        """The ranks that certainly nobody holds; what still goes round may yet be taken."""
        return frozenset(rank for rank, places in enumerate(self.places) if places and places <= {ASIDE, FACE_UP})

    def possible(self, seat: int) -> tuple[int, ...]:
        """The ranks that a player may hold."""
        return tuple(rank for rank, places in enumerate(self.places) if seat in places)

    def certain(self, seat: int) -> tuple[int, ...]:
        """The ranks that a player holds for certain."""
        return tuple(rank for rank in self.possible(seat) if len(self.places[rank]) == 1)


@dataclass(slots=True)
class RoundMemory:
    """The things about a round's characters that no view shows, or not for long."""

    choices: Memory = field(default_factory=Memory)
    """The choices of this seat, and the exchanges of characters."""
    murdered: int = 0
    """The rank that was killed and called in vain; 0 for none. A view forgets it before the round's characters."""
    treated: tuple[tuple[int, int], ...] = ()
    """(rank, seat): killed characters whose players took their income in a Hospital."""
    whole: bool = True
    """Whether the seat has seen every exchange of this round."""


class Notebook:
    """One seat's notes of a game; `page` is what follows from them."""

    def __init__(self, view: View) -> None:
        """Open a notebook with the view at the start of a game, or where the seat comes in."""
        self._reducer = ViewReducer(view.copy())
        killed = view.marks.get("killed", 0)
        self.memory = RoundMemory(murdered=killed * (killed in view.silent), whole="traded" not in view.marks)
        self.rounds: dict[int, Page] = {}
        """The rounds before by their numbers, each as it stood at its end; not those from before it was opened."""

    @property
    def last(self) -> Page | None:
        """The round before, as it stood at its end; None in the first round."""
        return next(reversed(self.rounds.values()), None)

    @property
    def picked(self) -> tuple[int, ...]:
        """The seat's own characters this round as it chose them, before any exchange."""
        return _picked(self._reducer.view, self.memory)

    def feed(self, events: Iterable[Event]) -> None:
        """Take note of events as this seat has seen them."""
        for event in events:
            self._note(event)

    def _note(self, event: Event) -> None:
        memory, view = self.memory, self._reducer.view
        if event.kind == "round":
            if view.round:
                self.rounds[view.round] = self.page()
            memory = self.memory = RoundMemory()
        elif event.kind == "call" and view.marks.get("killed") == event.rank:
            memory.murdered = event.rank
        elif event.kind == "treated":
            memory.treated += ((event.rank, event.seat),)
        with suppress(LookupError):  # a move from before this notebook was opened is taken back
            if event.kind in FOLLOWED:
                self._reducer.feed((event,))
            memory.choices.watch(event)

    def page(self) -> Page:
        """The places where each character may be now."""
        return deduce(self._reducer.view, self.memory)


def deduce(view: View, memory: RoundMemory) -> Page:
    """Work out where each character may be.

    Args:
        view: What the seat sees.
        memory: What it remembers of this round.
    """
    selection = _Selection(view, memory)
    places: list[set[int]] = [
        {FACE_UP} if rank in view.faceup else set() for rank in range(len(selection.cards.roster))
    ]
    places[0].clear()
    for slots in selection.fillings():
        found = _fitting(tuple(selection.allowed(slot) for slot in slots))
        for slot, fitting in zip(slots, found, strict=True):
            for rank in _ranks(fitting):
                places[rank].add(slot.place)
    if all(places[1:]):
        return Page(tuple(map(frozenset, places)))
    return Page(tuple(map(frozenset, selection.open_facts())))


@dataclass(frozen=True, slots=True)
class _Slot:
    """One card of the draft."""

    place: int
    """The seat that has it now, or `ASIDE` or `POOL`."""
    leaves: int
    """The turn of the schedule at which it leaves the cards that go round."""
    joins: int = 0
    """The turn from which it goes round: later than 0 for the card that is mixed in."""
    rank: int = 0
    """The character it is, when the seat has seen it there."""


class _Selection:
    """One round's characters as a seat knows them."""

    def __init__(self, view: View, memory: RoundMemory) -> None:
        self.view = view
        self.memory = memory
        self.cards: Ruleset = ruleset(view.rules)
        self.turns = self.cards.schedule.turns
        self.at = _position(view, self.turns)
        self.known: dict[int, int] = {rank: ASIDE for rank in view.silent if rank != memory.murdered}
        """Rank -> the place where it is seen to be."""
        self.known.update({rank: p.seat for p in view.players for rank in p.shown})
        self.known.update(memory.treated)
        self.over = self.at == len(self.turns)
        """Whether everybody has chosen."""
        self.looks: list[tuple[int, tuple[int, ...]]] = []
        """(turn, ranks): what the seat saw going round, and when."""
        if view.seat is not None and memory.whole:
            looks = self.cards.plan.looks[(view.seat - view.dealer) % view.rules.players]
            self.looks = list(zip(looks, view.saw, strict=False))

    def fillings(self) -> Iterator[list[_Slot]]:
        """The slots, once for each way in which the card that was mixed in and the exchanges may have gone."""
        slots, peeked = self._slots()
        mix = next((i for i, (action, _) in enumerate(self.turns) if action == "mix"), None)
        for late in [i for i, slot in enumerate(slots) if slot.leaves > mix] if mix is not None else [None]:
            dealt = slots.copy()
            if late is not None and mix is not None:
                if peeked and dealt[late].rank not in (0, peeked):
                    continue
                hidden = self.at <= mix
                place = ASIDE if hidden else dealt[late].place
                dealt[late] = replace(dealt[late], place=place, joins=mix + 1, rank=peeked or dealt[late].rank)
            yield from _exchanged(dealt, self.memory.choices.trades)

    def _slots(self) -> tuple[list[_Slot], int]:
        """The slots in the order of the schedule, and the rank of the first card aside if the seat looked at it."""
        view, n = self.view, self.view.rules.players
        chosen = list(_picked(view, self.memory))
        laid = list(view.aside)
        peeked = laid.pop(0) if laid and self.cards.edition.peek and view.seat == view.dealer else 0
        slots: list[_Slot] = []
        for index, (action, offset) in enumerate(self.turns):
            seat = (view.dealer + offset) % n
            mine = seat == view.seat
            gone = index < self.at
            if action == "pick":
                rank = chosen.pop(0) if mine and chosen else 0
                slots.append(_Slot(seat if gone else POOL, index, 0, rank))
            elif action == "aside":
                rank = laid.pop(0) if mine and laid else 0
                slots.append(_Slot(ASIDE if gone else POOL, index, 0, rank))
            elif action == "random" and not self.cards.plan.mixed:
                slots.append(_Slot(ASIDE if gone else POOL, index, 0, peeked if not index else 0))
        left = range(len(self.cards.ranks) - len(view.faceup) - len(slots))
        slots += [
            _Slot(ASIDE if self.over else POOL, len(self.turns), 0, laid[i] if i < len(laid) else 0) for i in left
        ]
        return slots, peeked

    def allowed(self, slot: _Slot) -> int:
        """The ranks, in bits, that a slot may have as far as it alone is concerned."""
        ranks = (slot.rank,) if slot.rank else self.cards.ranks
        return sum([1 << rank for rank in ranks if self._fits(slot, rank)])

    def _fits(self, slot: _Slot, rank: int) -> bool:
        view = self.view
        if rank in view.faceup or self.known.get(rank, slot.place) != slot.place:
            return False
        if self.over and view.seat is not None and (slot.place == view.seat) != (rank in view.roles):
            return False
        return all((rank in pool) == (slot.joins <= look <= slot.leaves) for look, pool in self.looks)

    def open_facts(self) -> Iterator[set[int]]:
        """By rank the places that what lies open leaves: for a round of which too much has been missed."""
        anywhere = {*range(self.view.rules.players), ASIDE} if self.over else {POOL, ASIDE}
        yield set()
        for rank in self.cards.ranks:
            if rank in self.view.faceup:
                yield {FACE_UP}
            elif self.view.seat is not None and rank in self.view.roles:
                yield {self.view.seat}
            else:
                yield {self.known[rank]} if rank in self.known else anywhere


def _picked(view: View, memory: RoundMemory) -> tuple[int, ...]:
    """The characters that the seat chose."""
    return memory.choices.picked if memory.choices.trades else view.roles


def _position(view: View, turns: Sequence[tuple[Action, int]]) -> int:
    """How far the schedule has come: the turn that is asked for now, or its end."""
    wanted = {"draft": "pick", "aside": "aside"}.get(view.asked.kind if view.asked else "")
    left = sum(player.roles for player in view.players)
    for index, (action, _) in enumerate(turns):
        if not left and action == wanted:
            return index
        left -= action == "pick"
    return len(turns)


def _exchanged(slots: list[_Slot], trades: Sequence[RememberedTrade]) -> Iterator[list[_Slot]]:
    """The slots after the exchanges: once for each choice of cards that may have changed hands."""
    if not trades:
        yield slots
        return
    trade, *later = trades
    for i, one in enumerate(slots):
        for j, two in enumerate(slots):
            if one.place == trade.seat and two.place == trade.other:
                after = slots.copy()
                after[i], after[j] = replace(one, place=two.place), replace(two, place=one.place)
                yield from _exchanged(after, later)


@lru_cache(maxsize=1024)
def _fitting(allowed: tuple[int, ...]) -> tuple[int, ...]:
    """For each slot, in bits, the ranks it has in some filling of all slots; none when they cannot all be filled.

    The sets of ranks that the first slots may have used up are followed forward, and those that lead to
    no filling are dropped on the way back.
    """
    layers = [frozenset({0})]
    for free in allowed:
        layers.append(frozenset([used | 1 << rank for used in layers[-1] for rank in _ranks(free & ~used)]))
    found: list[int] = []
    alive = layers[-1]
    for free, before in zip(allowed[::-1], layers[-2::-1], strict=True):
        steps = [(used, rank) for used in before for rank in _ranks(free & ~used) if used | 1 << rank in alive]
        alive = frozenset([used for used, _ in steps])
        found.append(sum({1 << rank for _, rank in steps}))
    return tuple(found[::-1])


@lru_cache(maxsize=1024)
def _ranks(bits: int) -> tuple[int, ...]:
    """The ranks in a set of bits."""
    return tuple(rank for rank in range(bits.bit_length()) if bits >> rank & 1)

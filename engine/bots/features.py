"""Features of a view for evaluation: cities, how near the end is, the leader.

Everything is counted in points: what gold, cards and districts are likely to score in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.bots.memory import Memory
from engine.cards import TYPES, Character, District, district
from engine.ruleset import ruleset
from engine.view import View

HORIZON = (0.0, 0.5, 0.85, 0.95)
"""How much a thing for later still counts, by the fewest districts that any city lacks."""

TEMPO = 1.0
"""The worth of one district more, of any kind: the end is nearer."""

ROUNDS = 5
"""Effects further ahead are not counted."""

EARLY, INCOME, LOOK, BUILD, LATE = 4000.0, 3000.0, 2500.0, 2000.0, 1000.0
"""The order of a turn: powers, income, others' cards, building, and what the rest of gold and cards is good for."""
NEVER = -1.0
"""Less than ending the turn, which is 0."""


@dataclass(frozen=True, slots=True)
class City:
    """The districts in front of a player."""

    cards: tuple[District, ...]
    names: frozenset[str]
    """Ids, not beautified."""
    points: int
    """Printed points, beauty included."""
    kinds: frozenset[str]
    """Types that surely count in scoring."""
    lacking: int
    """Types still lacking for all five, after those that may count as any."""
    incomes: Mapping[str, int]
    """Gold or cards a character gets for each type."""


class Candidate(NamedTuple):
    """A card that the own city may take."""

    card: District
    cost: int
    value: float
    size: int
    """Districts that it counts for."""


class Worths(NamedTuple):
    """The worth of districts and action cards beside their printed points, by id; `engine.bots.districts` has them."""

    extra: Mapping[str, Callable[[Outlook, int], float]]
    """Points that a district will give a seat."""
    per_round: Mapping[str, float]
    """Worth of a district's effect to its owner, a round."""
    held: Mapping[str, float]
    """Worth in hand of a card that is never built."""


@lru_cache(maxsize=4096)
def read_city(ids: tuple[str, ...], edition: str) -> City:
    """Count a city once."""
    cards = tuple([district(id, edition) for id in ids])
    kinds = frozenset([card.type for card in cards if not card.free_type and not card.action])
    return City(
        cards,
        frozenset([card.plain.id for card in cards]),
        sum([card.points for card in cards]),
        kinds,
        max(0, len(TYPES) - len(kinds) - sum([card.free_type for card in cards])),
        {type: sum([card.type == type or card.wild for card in cards]) for type in TYPES},
    )


class Outlook:
    """One decision as its seat sees it."""

    def __init__(self, view: View, memory: Memory, worths: Worths, *, frozen: bool = False) -> None:
        """Look at a decision; a frozen one is judged with the first steward's faults in the last turn."""
        assert view.seat is not None
        self.frozen = frozen
        self.view = view
        self.memory = memory
        self.worths = worths
        self.ruleset = ruleset(view.rules)
        self.seat: int = view.seat
        self.gold: int = view.me.gold
        card = self.ruleset.district
        self.hand: list[District] = [card(id) for id in view.hand]
        self.rivals: list[int] = [seat for seat in range(len(view.players)) if seat != view.seat]
        edition = view.rules.edition
        self.cities: list[City] = [read_city(p.city, edition) for p in view.players]
        """Every seat's city."""
        self.city: City = self.cities[view.seat]
        """The own city."""
        self.target: int = self.ruleset.target - len(view.things.get("bell_tower", ()))
        """Districts that complete a city; one fewer while the Bell Tower says so."""
        self.twins: bool = self.ruleset.duplicates or self.owns(view.seat, "quarry")
        """Whether the own city may have the same district more than once."""
        lacking = [self.target - len(city.cards) - ("monument" in city.names) for city in self.cities]
        self.missing: list[int] = [max(0, districts) for districts in lacking]
        """Districts that each seat's city still lacks; the Monument counts twice."""
        self.nearest: int = 0 if view.finished else min(self.missing)
        """The fewest districts that any city lacks: about as many rounds are to come."""
        self.rounds: int = min(self.nearest, ROUNDS)
        """The rounds to come whose effects are counted."""
        self.horizon: float = HORIZON[self.nearest] if self.nearest < len(HORIZON) else 1.0
        """How much a thing for later still counts: 1 at first, 0 in the last turn."""
        self.candidates: dict[bool, list[Candidate]] = {}
        """The hand cards that the own city may take; whether also what it already has."""
        self.gains: dict[tuple[int, tuple[str, ...]], list[float]] = {}
        """The points that each unseen card would add to the last turn, by gold and hand."""
        if view.finished:
            self.horizon = 0.4 if any(rank > view.called for rank in view.roles) else 0.0

    def card(self, id: str) -> District:
        """A card of the district deck by its id in a city or hand."""
        return self.ruleset.district(id)

    @property
    def character(self) -> Character:
        """The character whose turn it is."""
        turn = self.view.turn
        assert turn is not None
        return self.ruleset.char(turn.rank)

    @property
    def acting(self) -> bool:
        """Whether this seat's own turn is in progress."""
        return self.view.turn is not None and self.view.turn.seat == self.seat

    def owns(self, seat: int, id: str) -> bool:
        """Whether a district stands in a seat's city."""
        return id in self.cities[seat].names

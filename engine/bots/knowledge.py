"""Types for what a bot knows about a card: its worth, its moves in a turn, and the answers to its questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from engine.bots.features import Outlook
from engine.cards import Character
from engine.move import Move

if TYPE_CHECKING:
    from engine.bots.targets import Aims
    from engine.bots.turn_policy import TurnPolicy

Judge = Callable[[Move], float]
"""How good a move is: the best one is chosen."""
Answer = Callable[[Outlook, "Aims"], Judge]
"""How the answers to one question are judged."""
CardJudge = Callable[["TurnPolicy", Move], float]
"""How good a move with the verb of a card is in a turn: the higher, the sooner."""
Extra = Callable[[Outlook, int], float]


class Value(NamedTuple):
    """The worth of one district or action card."""

    extra: Extra | None = None
    """Points beside the printed ones that it will give its owner."""
    per_round: float = 0.0
    """What it does for its owner in a round."""
    held: float | None = None
    """What it is worth in hand, when it is never built."""
    judges: Mapping[str, CardJudge] = {}
    """How good a move with one of its verbs is in a turn."""
    answers: Mapping[str, Answer] = {}
    """How the answers to its questions are judged."""


class Values:
    """The worth of all districts and action cards; one that is not listed is worth what is printed on it."""

    def __init__(self, cards: Mapping[str, Value]) -> None:
        self.cards = cards
        self.extra = {id: value.extra for id, value in cards.items() if value.extra is not None}
        self.per_round = {id: value.per_round for id, value in cards.items() if value.per_round}
        self.held = {id: value.held for id, value in cards.items() if value.held is not None}


class Prospect(NamedTuple):
    """The gain a character brings beside the ordinary turn."""

    gold: float = 0.0
    cards: float = 0.0
    bonus: float = 0.0
    """Points of its power."""


Power = Callable[[Outlook, int, Character], Prospect]


def _income(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(gold=o.cities[seat].incomes.get(getattr(character, "type", ""), 0))


def _takings(o: Outlook) -> tuple[int, int]:
    return o.city.incomes.get(getattr(o.character, "type", ""), 0), 0


class Known(NamedTuple):
    """The knowledge about one character."""

    power: Power = _income
    """What it would bring a seat."""
    harm: Callable[[Outlook], float] = lambda o: 0.0
    """What it may do to the own seat this round, in points."""
    takings: Callable[[Outlook], tuple[int, int]] = _takings
    """The gold and the cards that ``collect`` would bring, as far as they help in the same turn."""
    free: str = ""
    """A type that does not count towards its limit."""
    refund: bool = False
    """Whether the gold it builds with comes back at the end of its turn."""
    twins: bool = False
    """Whether it may build what its city already has."""
    tax: int = 0
    """Gold that others pay it for each building."""
    judges: Mapping[str, CardJudge] = {}
    """How good a move with one of its verbs is in a turn."""
    answers: Mapping[str, Answer] = {}
    """How the answers to its questions are judged."""
    guessed: tuple[str, ...] = ()
    """Its questions whose answers others try to guess."""

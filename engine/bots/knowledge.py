"""Types for what a bot knows about a character, and for its judgement of moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.bots.features import Outlook
from engine.cards import Character
from engine.move import Move

Judge = Callable[[Move], float]
"""How good a move is: the best one is chosen."""


class Weighed(NamedTuple):
    """A move, and what it is worth to the bot. A bot that has such numbers tells them by a method `weigh`."""

    move: Move
    worth: float
    """Points, or of a bot that searches a chance to win."""


def comparable(worth: float) -> float:
    """A worth as it is compared with others.

    Sums of the same numbers differ in their last digits from one release of Python to another, and a move that a host's
    bot has made is checked on other machines: once in 2,000 decisions that would choose another one.
    """
    return round(worth, 9)


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
    """Worth of its turn to a seat."""
    harm: Callable[[Outlook], float] = lambda o: 0.0
    """Expected harm to the own seat this round, in points."""
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

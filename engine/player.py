"""A player: the possessions of one seat, and its turn in progress."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.cards.card import Character, District


@dataclass(slots=True, eq=False, repr=False)
class Player:
    """One seat's possessions."""

    gold: int = 0
    hand: list[District] = field(default_factory=list)
    city: tuple[District, ...] = ()
    roles: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()
    saw: tuple[tuple[int, ...], ...] = ()

    def clone(self) -> Player:
        """A copy that shares nothing mutable."""
        p: Player = Player.__new__(Player)
        p.gold = self.gold
        p.hand = self.hand[:]
        p.city = self.city
        p.roles = self.roles
        p.shown = self.shown
        p.aside = self.aside
        p.saw = self.saw
        return p


class Turn:
    """The turn in progress: a seat acting as a character.

    Not a dataclass: the compiler reads the types of a dataclass's fields when the class is made, and the characters
    are made later.
    """

    __slots__ = ("built", "char", "gathered", "limit", "ready", "resumed", "seat", "spent", "used")

    def begin(self, seat: int, char: Character, *, gathered: bool = False, resumed: bool = False) -> Turn:
        """Make a new object a turn that begins; with an `__init__`, `clone` would set everything twice."""
        self.seat = seat
        self.char = char
        self.gathered = gathered
        self.ready = True
        """Whether the powers have begun; until then only income may be taken."""
        self.resumed = resumed
        self.built = 0
        """Districts built that count towards the limit."""
        self.limit: int = char.builds
        self.spent = 0
        """Gold paid for districts."""
        self.used: tuple[str, ...] = ()
        """The verbs that were used, but for building and income; and marks of cards that may be used once."""
        return self

    def clone(self) -> Turn:
        """A copy that shares nothing mutable."""
        t = Turn()
        t.seat = self.seat
        t.char = self.char
        t.gathered = self.gathered
        t.ready = self.ready
        t.resumed = self.resumed
        t.built = self.built
        t.limit = self.limit
        t.spent = self.spent
        t.used = self.used
        return t

"""A player: the possessions of one seat, and its turn in progress."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.card_ids import ids_in

if TYPE_CHECKING:
    from engine.card import Character, District


class Player:
    """One seat's possessions."""

    __slots__ = ("aside", "city", "city_ids", "gold", "hand", "roles", "saw", "shown")

    def start(self) -> Player:
        """Make a new object a player who has nothing; with an `__init__`, `clones` would set everything twice."""
        self.gold = 0
        self.hand: list[District] = []
        self.city: tuple[District, ...] = ()
        self.city_ids: tuple[str, ...] = ()
        """The ids of the city, which every view shows: it changes seldom, and is looked at all the time."""
        self.roles: tuple[int, ...] = ()
        self.shown: tuple[int, ...] = ()
        self.aside: tuple[int, ...] = ()
        self.saw: tuple[tuple[int, ...], ...] = ()
        return self

    def settle(self, city: Sequence[District]) -> None:
        """Let these districts be the whole city."""
        self.city = tuple(city)
        self.city_ids = ids_in(self.city)


def clones(players: Sequence[Player]) -> list[Player]:
    """Copies that share nothing mutable."""
    copies: list[Player] = []
    for player in players:
        p = Player()
        p.gold = player.gold
        p.hand = player.hand.copy()
        p.city = player.city
        p.city_ids = player.city_ids
        p.roles = player.roles
        p.shown = player.shown
        p.aside = player.aside
        p.saw = player.saw
        copies.append(p)
    return copies


class Turn:
    """The turn in progress: a seat acting as a character."""

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

"""Characters that take gold or cards for the districts of a type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from engine.cards.card import Character, verb
from engine.move import Move

if TYPE_CHECKING:
    from engine.state import State, Turn

COLLECT = (Move("collect"),)


class Collector(Character):
    """Takes 1 gold for each district of its type, once in the turn, all at one time."""

    type: ClassVar[str]
    """The district type."""

    def count(self, g: State, seat: int) -> int:
        """How many districts of the type that seat has; the School of Magic is of any."""
        n = 0
        for d in g.players[seat].city:
            if d.type == self.type or d.wild:
                n += 1
        return n

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        return COLLECT if "collect" not in turn.used and self.count(g, turn.seat) else ()

    @verb
    def collect(self, g: State, turn: Turn, move: Move) -> None:
        """Take the gold of the districts."""
        g.gain(turn.seat, self.count(g, turn.seat), self.id)


class CardCollector(Collector):
    """Draws 1 card for each district of its type."""

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        return super().moves(g, turn) if g.drawable() else ()

    @verb
    def collect(self, g: State, turn: Turn, move: Move) -> None:
        """Draw the cards of the districts."""
        g.draw(turn.seat, self.count(g, turn.seat), self.id)

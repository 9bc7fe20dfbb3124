"""Characters that take gold or cards for the districts of a type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.card import Character, verb
from engine.move import Move
from engine.step import Refusal

if TYPE_CHECKING:
    from engine.player import Turn
    from engine.state import State

COLLECT = (Move("collect"),)


def nothing_to_draw(g: State, turn: Turn, move: Move = COLLECT[0]) -> Sequence[Refusal]:
    """The reason why cards cannot be collected: none can be drawn (open case A59)."""
    return () if g.drawable() or "collect" in turn.used else (Refusal(move, "empty_deck"),)


class Collector(Character):
    """Takes 1 gold or draws 1 card for each district of its type, once in the turn, all at one time."""

    type: str
    """The district type."""
    draws: bool = False
    """Whether it draws cards."""

    def count(self, g: State, seat: int) -> int:
        """How many districts of the type that seat has; the School of Magic is of any."""
        n, type = 0, self.type
        for d in g.players[seat].city:
            if d.type == type or d.wild:
                n += 1
        return n

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        if "collect" not in turn.used and (not self.draws or g.drawable()):
            type = self.type
            for d in g.players[turn.seat].city:
                if d.type == type or d.wild:
                    return COLLECT
        return ()

    @verb
    def collect(self, g: State, turn: Turn, move: Move) -> None:
        """Take the gold or the cards of the districts."""
        take = g.draw if self.draws else g.gain
        take(turn.seat, self.count(g, turn.seat), self.id)

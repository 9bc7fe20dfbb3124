"""Rank 7: Architect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.cards.card import Character, verb
from engine.cards.characters.income import COLLECT
from engine.move import Move

if TYPE_CHECKING:
    from engine.state import State, Turn


class Architect(Character):
    """Draws two extra cards; builds up to three districts."""

    id, name, rank, builds = "architect", "Architect", 7, 3
    text = "Draw 2 extra cards. You may build up to 3 districts."

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        return COLLECT if g.deck and "collect" not in turn.used else ()

    @verb
    def collect(self, g: State, turn: Turn, move: Move) -> None:
        """Draw the extra cards."""
        g.draw(turn.seat, 2, self.id)


CHARACTERS = (Architect(),)

"""The novice: greedy, with the mistakes of somebody who plays for the first time."""

from __future__ import annotations

from engine.bots.greedy import Greedy, Sight
from engine.move import Move

SLIP = 0.15
"""How often it does not see what a move is good for."""


class Novice(Greedy):
    """Builds what it can pay at once, and looks neither at the others nor ahead."""

    def draft(self, s: Sight) -> Move:
        """The character that brings most gold now, or one whose picture it likes."""
        return self.random.choice(s.view.moves) if self.random.random() < 2 * SLIP else super().draft(s)

    def turn(self, s: Sight) -> Move:
        """Forgets the power of its character now and then, and ends the turn too early."""
        if s.moves("end") and self.random.random() < SLIP:
            return s.moves("end")[0]
        return super().turn(s)

    def wants_gold(self, s: Sight) -> bool:
        """Draws for something that can be paid at once, instead of saving up."""
        return any(card.cost <= s.me.gold + 2 for card in s.useful)

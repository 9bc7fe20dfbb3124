"""Rank 7: Architect, Navigator, Scholar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.card import Character, verb
from engine.cards.characters.income import COLLECT, nothing_to_draw
from engine.move import Move
from engine.turn import look

if TYPE_CHECKING:
    from engine.player import Turn
    from engine.state import State
    from engine.step import Refusal


class Architect(Character):
    """Draws two extra cards; builds up to three districts."""

    id = "architect"
    name = "Architect"
    rank = 7
    builds = 3
    text = "Draw 2 extra cards. You may build up to 3 districts."

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        return COLLECT if g.drawable() and "collect" not in turn.used else ()

    def refusals(self, g: State, turn: Turn) -> Sequence[Refusal]:
        return nothing_to_draw(g, turn)

    @verb
    def collect(self, g: State, turn: Turn, move: Move) -> None:
        """Draw the extra cards."""
        g.draw(turn.seat, 2, self.id)


class Navigator(Character):
    """Four gold or four cards; may not build."""

    id = "navigator"
    name = "Navigator"
    rank = 7
    builds = 0
    text = "Take 4 extra gold or draw 4 extra cards. You may not build this turn."

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        if "collect" in turn.used:
            return ()
        return (CARGO_GOLD, CARGO_CARDS) if g.drawable() else (CARGO_GOLD,)

    def refusals(self, g: State, turn: Turn) -> Sequence[Refusal]:
        return nothing_to_draw(g, turn, CARGO_CARDS)

    @verb
    def collect(self, g: State, turn: Turn, move: Move) -> None:
        """Take the gold or the cards."""
        if move == CARGO_GOLD:
            g.gain(turn.seat, 4, self.id)
        else:
            g.draw(turn.seat, 4, self.id)


class Scholar(Character):
    """Draws seven cards and keeps one; builds up to two districts."""

    id = "scholar"
    name = "Scholar"
    rank = 7
    builds = 2
    text = "Draw 7 cards, keep 1 and shuffle the others into the deck. You may build up to 2 districts."

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        return COLLECT if g.drawable() and "collect" not in turn.used else ()

    def refusals(self, g: State, turn: Turn) -> Sequence[Refusal]:
        return nothing_to_draw(g, turn)

    @verb
    def collect(self, g: State, turn: Turn, move: Move) -> None:
        """Look at the cards."""
        look(g, turn.seat, 7, 1, self.id, shuffle=True)


CARGO_GOLD = Move("collect", "gold")
CARGO_CARDS = Move("collect", "cards")
ARCHITECT, NAVIGATOR = Architect(), Navigator()
DELUXE = (ARCHITECT, NAVIGATOR, Scholar())
CLASSIC = (ARCHITECT,)
DARK_CITY = (NAVIGATOR,)

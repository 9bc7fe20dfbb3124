"""Rank 6: Merchant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.characters.income import Collector

if TYPE_CHECKING:
    from engine.state import State, Turn


class Merchant(Collector):
    """Gold for trade districts, and one extra."""

    id, name, rank, type = "merchant", "Merchant", 6, "trade"
    text = "1 gold for each of your trade districts, and 1 extra gold whatever income you take."

    def on_start(self, g: State, turn: Turn) -> None:
        g.gain(turn.seat, 1, self.id)


CHARACTERS = (Merchant(),)

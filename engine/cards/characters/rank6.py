"""Rank 6: Merchant, Alchemist, Trader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.card import Character, District
from engine.cards.characters.income import Collector

if TYPE_CHECKING:
    from engine.player import Turn
    from engine.state import State


class Merchant(Collector):
    """Gold for trade districts, and one extra."""

    id = "merchant"
    name = "Merchant"
    rank = 6
    type = "trade"
    text = "1 gold for each of your trade districts, and 1 extra gold whatever income you take."

    def on_start(self, g: State, turn: Turn) -> None:
        g.gain(turn.seat, 1, self.id)


class Alchemist(Character):
    """Gets back what was paid for districts."""

    id = "alchemist"
    name = "Alchemist"
    rank = 6
    text = "At the end of your turn you get back all the gold you paid for districts this turn."

    def on_end(self, g: State, turn: Turn) -> None:
        """Open cases A13, A19, A38: one's own payments, less what was given back, after the Poor House."""
        if turn.char is self:
            g.gain(turn.seat, turn.spent, self.id)


class Trader(Collector):
    """Gold for trade districts, which do not count towards the limit."""

    id = "trader"
    name = "Trader"
    rank = 6
    type = "trade"
    text = "1 gold for each of your trade districts. Trade districts do not count towards your building limit."

    def free(self, g: State, turn: Turn, card: District) -> bool:
        return turn.char is self and card.type == "trade"


MERCHANT, ALCHEMIST = Merchant(), Alchemist()
DELUXE = (MERCHANT, ALCHEMIST, Trader())
CLASSIC = (MERCHANT,)
DARK_CITY = (ALCHEMIST,)

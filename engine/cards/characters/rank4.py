"""Rank 4: King."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.characters.income import Collector

if TYPE_CHECKING:
    from engine.state import State, Turn


class King(Collector):
    """Takes the crown; gold for noble districts; heir when killed."""

    id, name, rank, type = "king", "King", 4, "noble"
    text = "Take the crown: you call the characters and choose first. 1 gold for each of your noble districts."

    def on_start(self, g: State, turn: Turn) -> None:
        if not turn.resumed:
            g.move_crown(turn.seat)

    def on_bewitched(self, g: State, seat: int) -> None:
        g.move_crown(seat)

    def on_round_end(self, g: State) -> None:
        """Killed: shows the card and takes the crown as heir (conflict C11)."""
        seat = g.owners[self.rank]
        if seat >= 0 and g.marks.get("killed") == self.rank:
            g.players[seat].shown += (self.rank,)
            g.emit("heir", seat, -1, self.rank)
            g.move_crown(seat)


CHARACTERS = (King(),)

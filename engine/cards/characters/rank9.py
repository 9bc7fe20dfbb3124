"""Rank 9: Queen, Artist, Tax Collector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.card import Character, District, verb
from engine.cards.characters.income import COLLECT
from engine.draft import CROWN
from engine.move import Move, made
from engine.step import Refusal

if TYPE_CHECKING:
    from engine.player import Turn
    from engine.state import State


class Queen(Character):
    """Gold when seated next to the player of rank 4."""

    id = "queen"
    name = "Queen"
    rank = 9
    text = "If you sit next to the player who revealed the rank 4 character, take 3 gold."

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        if "collect" in turn.used:
            return ()
        royal = g.owners[CROWN]
        return COLLECT if royal >= 0 and CROWN not in g.silent and beside(g, turn.seat, royal) else ()

    @verb
    def collect(self, g: State, turn: Turn, move: Move) -> None:
        """Take the gold."""
        g.gain(turn.seat, 3, self.id)

    def on_round_end(self, g: State) -> None:
        """Rank 4 was killed: the gold comes when that card is revealed."""
        queen, royal = g.owners[self.rank], g.owners[CROWN]
        if queen >= 0 and royal >= 0 and g.marks.get("killed") == CROWN and beside(g, queen, royal):
            g.gain(queen, 3, self.id)


def beside(g: State, a: int, b: int) -> bool:
    """Whether two seats are neighbours."""
    n = len(g.players)
    return (a - b) % n in (1, n - 1)


class Artist(Character):
    """Beautifies up to two districts."""

    id = "artist"
    name = "Artist"
    rank = 9
    text = (
        "Lay 1 gold from your stash on each of up to 2 of your districts, only once per district. Its cost and "
        "points are then 1 higher for good."
    )

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        return self._beautifying(g, turn) if g.players[turn.seat].gold else ()

    def refusals(self, g: State, turn: Turn) -> Sequence[Refusal]:
        return [Refusal(move, "need_gold", 1) for move in self._beautifying(g, turn) if not g.players[turn.seat].gold]

    def _beautifying(self, g: State, turn: Turn) -> Sequence[Move]:
        """The moves of the ability for a player with gold; a Circus Tent has no cost and no points (open case A36)."""
        if turn.used.count("beautify") == 2:
            return ()
        city = dict.fromkeys(g.players[turn.seat].city)
        return [made("beautify", d.id) for d in city if not (d.beautified or d.action)]

    @verb
    def beautify(self, g: State, turn: Turn, move: Move) -> None:
        """Lay the gold."""
        p = g.players[turn.seat]
        p.gold -= 1
        i = p.city_ids.index(move.card)
        p.settle((*p.city[:i], p.city[i].beauty, *p.city[i + 1 :]))
        g.log += ("beautify", turn.seat, move.card, 1)


class TaxCollector(Character):
    """Takes what everybody pays for building."""

    id = "tax_collector"
    name = "Tax Collector"
    rank = 9
    text = (
        "Whoever builds a district puts 1 gold from the stash on the Tax Collector's token. At any moment of your "
        "turn you may take all the gold on it. You do not pay."
    )

    def on_build(self, g: State, seat: int, card: District) -> None:
        """Each district built, whether the Tax Collector is in play or not (conflict C2)."""
        turn = g.turn
        if turn and turn.char is self and turn.seat == seat:
            return
        if g.players[seat].gold:
            g.pay(seat, 1, "tax")
            g.put(self.id, self.gold(g) + 1)

    def gold(self, g: State) -> int:
        """Gold on the token."""
        return sum(g.things.get(self.id, ()))

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        return COLLECT if self.gold(g) and "collect" not in turn.used else ()

    @verb
    def collect(self, g: State, turn: Turn, move: Move) -> None:
        """Take the gold."""
        gold = self.gold(g)
        g.put(self.id)
        g.gain(turn.seat, gold, self.id)


QUEEN, ARTIST = Queen(), Artist()
DELUXE = (QUEEN, ARTIST, TaxCollector())
CLASSIC: tuple[Character, ...] = ()
DARK_CITY = (QUEEN, ARTIST)

"""Rank 5: Bishop, Abbot, Cardinal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.build import declare, place
from engine.card import District, verb
from engine.cards.characters.income import Collector, nothing_to_draw
from engine.hand import gifts, pass_card
from engine.move import Move, made
from engine.step import About, Question, Step, step
from engine.turn import DRAW, GOLD

if TYPE_CHECKING:
    from engine.player import Turn
    from engine.state import State
    from engine.step import Refusal


class Bishop(Collector):
    """Gold for religious districts; the city is safe from rank 8."""

    id = "bishop"
    name = "Bishop"
    rank = 5
    type = "religious"
    text = (
        "1 gold for each of your religious districts. This round the rank 8 character cannot use its ability "
        "on your city."
    )

    def on_start(self, g: State, turn: Turn) -> None:
        g.marks["protected"] = turn.seat
        g.log += ("protect", turn.seat)

    def guards(self, g: State, by: int) -> int:
        """Open case A29: not from the owner's own rank 8."""
        seat = g.marks.get("protected", -1)
        return seat if seat != by else -1


class Abbot(Collector):
    """Gold or cards for religious districts; a gold from the richest."""

    id = "abbot"
    name = "Abbot"
    rank = 5
    type = "religious"
    text = (
        "1 gold or 1 card for each of your religious districts, mixed as you like; 1 gold and 1 card for the School "
        "of Magic. If you are not among the richest, the richest player gives you 1 gold."
    )

    @verb
    def collect(self, g: State, turn: Turn, move: Move) -> None:
        """Choose the mix; the School of Magic brings both (conflict C28)."""
        schools = sum([d.wild for d in g.players[turn.seat].city])
        mixed = self.count(g, turn.seat) - schools
        if mixed:
            g.stack.append(Tithe(mixed, schools, schools))
        else:
            take_tithe(g, turn.seat, schools, schools)

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        moves = list(super().moves(g, turn))
        if "beg" not in turn.used:
            moves += [made("beg", "", seat) for seat in self.richest(g, turn.seat)]
        return moves

    def richest(self, g: State, seat: int) -> list[int]:
        """The seats that may be asked for gold (open case A26)."""
        most = max([p.gold for p in g.players])
        if g.players[seat].gold == most:
            return []
        return [other for other, p in enumerate(g.players) if p.gold == most]

    @verb
    def beg(self, g: State, turn: Turn, move: Move) -> None:
        """Take a gold from the richest."""
        g.give(move.seat, turn.seat, 1, self.id)


class OldAbbot(Abbot):
    """Gold only; nothing from several richest."""

    text = (
        "1 gold for each of your religious districts. If one other player alone is the richest, you get 1 gold from "
        "that player."
    )

    @verb
    def collect(self, g: State, turn: Turn, move: Move) -> None:
        """Take the gold of the districts."""
        g.gain(turn.seat, self.count(g, turn.seat), self.id)

    def richest(self, g: State, seat: int) -> list[int]:
        found = super().richest(g, seat)
        return found if len(found) == 1 else []


@step("tithe")
class Tithe(Step):
    """Gold or a card for the Abbot's next district? The mix is chosen before anything is taken."""

    left: int
    """Districts still to be chosen for."""
    gold: int
    """Gold there will be."""
    cards: int
    """Cards there will be."""

    def ask(self, g: State) -> Question:
        assert g.turn is not None
        more = len(g.deck) + len(g.discards) > self.cards
        return g.turn.seat, (GOLD, DRAW) if more else (GOLD,)

    def about(self, g: State) -> About:
        return About("", -1, 0, self.left)

    def answer(self, g: State, move: Move) -> None:
        assert g.turn is not None
        seat = g.turn.seat
        gold, cards = self.gold + (move.verb == "gold"), self.cards + (move.verb == "draw")
        if self.left > 1:
            g.stack.append(Tithe(self.left - 1, gold, cards))
            return
        take_tithe(g, seat, gold, cards)


def take_tithe(g: State, seat: int, gold: int, cards: int) -> None:
    """Take what the Abbot's districts bring."""
    g.gain(seat, gold, "abbot")
    g.draw(seat, cards, "abbot")


class Cardinal(Collector):
    """Cards for religious districts; borrows the gold that is missing for a building."""

    id = "cardinal"
    name = "Cardinal"
    rank = 5
    type = "religious"
    draws = True
    text = (
        "Draw 1 card for each of your religious districts. When you lack gold for a building, take what is "
        "missing from one other player, giving 1 hand card for each gold."
    )

    def refusals(self, g: State, turn: Turn) -> Sequence[Refusal]:
        return nothing_to_draw(g, turn) if self.count(g, turn.seat) else ()

    def ways(self, g: State, turn: Turn, card: District, price: int) -> Sequence[Move]:
        """Open case A25: one lender, who can lend all that is missing; once per turn."""
        if "lend" in turn.used:
            return ()
        p = g.players[turn.seat]
        missing = price - p.gold
        if not 1 <= missing <= len(p.hand) - 1:
            return ()
        least = 1 if card.by_cards else missing
        return [made("build", card.id, seat) for seat in lenders(g, turn.seat, least)]

    def settle(self, g: State, turn: Turn, move: Move, card: District, price: int) -> bool:
        if move.seat < 0 or move.target or turn.char is not self:
            return False
        turn.used += ("lend",)
        if card.by_cards:
            return False
        missing = price - g.players[turn.seat].gold
        declare(g, turn, card)
        g.stack.append(Lend(card, move.seat, missing, missing, price))
        return True


def lenders(g: State, borrower: int, gold: int) -> list[int]:
    """The seats that have as much gold to lend."""
    return [seat for seat, p in enumerate(g.players) if seat != borrower and p.gold >= gold]


def credit(g: State, turn: Turn, cards: int) -> int:
    """How much gold the active player may borrow for so many hand cards: from one lender, and only as Cardinal."""
    if not isinstance(turn.char, Cardinal) or "lend" in turn.used:
        return 0
    return min(cards, max([p.gold for seat, p in enumerate(g.players) if seat != turn.seat]))


@step("lend")
class Lend(Step):
    """Which hand card is given for the next gold that is lent?"""

    card: District
    """The district to be built."""
    lender: int
    left: int
    """Cards still to give."""
    missing: int
    """Gold that is lent in all."""
    price: int
    """Gold that will be paid."""

    def ask(self, g: State) -> Question:
        assert g.turn is not None
        return g.turn.seat, gifts(g.players[g.turn.seat].hand, self.lender)

    def about(self, g: State) -> About:
        return About(self.card.id, self.lender, 0, self.left)

    def answer(self, g: State, move: Move) -> None:
        turn = g.turn
        assert turn is not None
        pass_card(g, turn.seat, move.seat, move.card)
        if self.left > 1:
            g.stack.append(Lend(self.card, self.lender, self.left - 1, self.missing, self.price))
            return
        g.give(self.lender, turn.seat, self.missing, "cardinal")
        g.pay(turn.seat, self.price, "build")
        place(g, turn, self.card, self.price)


BISHOP = Bishop()
DELUXE = (BISHOP, Abbot(), Cardinal())
CLASSIC = (BISHOP,)
DARK_CITY = (OldAbbot(),)

"""Unique districts, one class each, in alphabetical order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.cards.card import District, verb
from engine.cards.characters.rank5 import Lend
from engine.move import Move
from engine.state import ids
from engine.step import About, Question, Refusal, Step
from engine.turn import DONE, PASS, declare, naming, place, take_from

if TYPE_CHECKING:
    from engine.state import State, Turn


class Cemetery(District):
    """Its owner may buy back what rank 8 destroys."""

    id, name, cost = "cemetery", "Cemetery", 5
    text = (
        "When the Warlord destroys a district, you may pay 1 gold and take that card into your hand, "
        "unless you are the Warlord."
    )

    def on_destroy(self, g: State, seat: int, card: District, by: int) -> bool:
        for owner, p in enumerate(g.players):
            if g.owns(owner, self) and owner != by and p.gold >= 1:
                g.stack.append(Recover(card.plain, owner))
                return True
        return False


@dataclass(slots=True)
class Recover(Step):
    """Buy a destroyed district back for 1 gold?"""

    card: District
    owner: int
    kind: ClassVar[str] = "cemetery"

    def ask(self, g: State) -> Question:
        return self.owner, (Move("recover"), PASS)

    def about(self, g: State) -> About:
        return About(self.card.id, -1, 0, 1)

    def answer(self, g: State, move: Move) -> None:
        if move.verb == "pass":
            g.under_deck((self.card,))
            g.emit("buried", -1, -1, 0, self.card.id)
        else:
            g.pay(self.owner, 1, "cemetery")
            g.players[self.owner].hand.append(self.card)
            g.emit("recover", self.owner, -1, 0, self.card.id)


class DragonGate(District):
    """Two more points than it costs."""

    id, name, cost, points = "dragon_gate", "Dragon Gate", 6, 8
    text = "Worth 2 extra points at the end of the game."


class Factory(District):
    """Other unique districts cost 1 less."""

    id, name, cost = "factory", "Factory", 5
    text = "You pay 1 gold less to build any other unique district."

    def discount(self, g: State, card: District) -> int:
        return 1 if card.type == "unique" else 0


class HauntedQuarter(District):
    """Any type in scoring."""

    id, name, cost, free_type = "haunted_quarter", "Haunted Quarter", 2, True
    text = "At the end of the game it counts as one district type of your choice."


class ImperialTreasury(District):
    """A point for each gold."""

    id, name, cost = "imperial_treasury", "Imperial Treasury", 5
    text = "At the end of the game, 1 extra point for each gold in your stash."

    def score(self, g: State, seat: int, city: Sequence[District], types: Sequence[str]) -> int:
        return g.players[seat].gold if g.owns(seat, self) else 0


class Keep(District):
    """Safe from rank 8."""

    id, name, cost = "keep", "Keep", 3
    text = "The rank 8 character cannot use its ability on the Keep."

    def guards(self, g: State, seat: int, card: District, by: int) -> bool:
        return card.plain is self


class Laboratory(District):
    """A card for 2 gold."""

    id, name, cost = "laboratory", "Laboratory", 5
    text = "Once per turn, discard 1 card from your hand to take 2 gold."

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        return () if "sell" in turn.used else naming("sell", g.players[turn.seat].hand)

    @verb
    def sell(self, g: State, turn: Turn, move: Move) -> None:
        """Discard a hand card for gold."""
        card = take_from(g.players[turn.seat].hand, move.card)
        g.under_deck((card,))
        g.emit("discard", turn.seat, -1, 0, "", (card.id,), (), 1, self.id)
        g.gain(turn.seat, 2, self.id)


class Library(District):
    """Keeps all drawn cards."""

    id, name, cost = "library", "Library", 6
    text = "If you draw cards for your income, you keep all of them."

    def income_cards(self, g: State, seat: int) -> tuple[int, bool]:
        return 0, g.owns(seat, self)


class MapRoom(District):
    """A point for each hand card."""

    id, name, cost = "map_room", "Map Room", 5
    text = "At the end of the game, 1 extra point for each card in your hand."

    def score(self, g: State, seat: int, city: Sequence[District], types: Sequence[str]) -> int:
        return len(g.players[seat].hand) if g.owns(seat, self) else 0


class Quarry(District):
    """Allows duplicates."""

    id, name, cost = "quarry", "Quarry", 5
    text = "You may build districts that your city already has."

    def twins(self, g: State, seat: int) -> bool:
        return g.owns(seat, self)


class SchoolOfMagic(District):
    """Any type for income."""

    id, name, cost, wild = "school_of_magic", "School of Magic", 6, True
    text = "When you take income for districts of a type, it counts as the type of your choice."


class Smithy(District):
    """Two gold for three cards."""

    id, name, cost = "smithy", "Smithy", 5
    text = "Once per turn, pay 2 gold to draw 3 cards."

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        if "forge" in turn.used or not g.deck or g.players[turn.seat].gold < 2:
            return ()
        return (FORGE,)

    def refusals(self, g: State, turn: Turn) -> Sequence[Refusal]:
        missing = 2 - g.players[turn.seat].gold
        return (Refusal(FORGE, "need_gold", missing),) if missing > 0 and "forge" not in turn.used else ()

    @verb
    def forge(self, g: State, turn: Turn, move: Move) -> None:
        """Pay gold, draw cards."""
        g.pay(turn.seat, 2, self.id)
        g.draw(turn.seat, 3, self.id)


FORGE = Move("forge")


class Statue(District):
    """Points for the crown."""

    id, name, cost = "statue", "Statue", 3
    text = "At the end of the game, 5 extra points if you hold the crown."

    def score(self, g: State, seat: int, city: Sequence[District], types: Sequence[str]) -> int:
        return 5 if g.crown == seat and g.owns(seat, self) else 0


class Theater(District):
    """Exchange characters after the selection."""

    id, name, cost = "theater", "Theater", 6
    text = (
        "After characters have been chosen, you may exchange your character card with another player's, "
        "unseen. With 2 or 3 players: one of yours for a random one of theirs."
    )

    def on_drafted(self, g: State) -> None:
        for seat in range(len(g.players)):
            if g.owns(seat, self):
                g.stack.append(Trade(seat))


@dataclass(slots=True)
class Trade(Step):
    """Exchange a character card with somebody?"""

    owner: int
    kind: ClassVar[str] = "theater"

    def ask(self, g: State) -> Question:
        seats = [s for s in range(len(g.players)) if s != self.owner]
        roles = g.players[self.owner].roles
        if len(roles) == 1:
            return self.owner, [*(Move("trade", "", s) for s in seats), PASS]
        names = [g.table.char(r).id for r in roles]
        return self.owner, [*(Move("trade", name, s) for name in names for s in seats), PASS]

    def answer(self, g: State, move: Move) -> None:
        if move.verb == "pass":
            return
        me, other = self.owner, move.seat
        mine, theirs = g.players[me].roles, g.players[other].roles
        given = g.table.rank_of(move.card) if move.card else mine[0]
        taken = theirs[g.below(len(theirs), "trade") if len(theirs) > 1 else 0]
        g.players[me].roles = tuple([taken if r == given else r for r in mine])
        g.players[other].roles = tuple([given if r == taken else r for r in theirs])
        g.owners[given], g.owners[taken] = other, me
        g.marks["traded"] = 1
        g.emit("trade", me, other)
        g.emit("trade_role", me, other, given, "", (), (taken,))
        g.emit("trade_role", other, me, taken, "", (), (given,))


class ThievesDen(District):
    """May be paid with hand cards."""

    id, name, cost = "thieves_den", "Thieves' Den", 6
    text = "You may pay any part of its cost with cards from your hand, 1 card for 1 gold."
    by_cards = True

    def ways(self, g: State, turn: Turn, card: District, price: int) -> Sequence[Move]:
        p = g.players[turn.seat]
        return (self.build,) if card is self and p.gold < price <= p.gold + len(p.hand) - 1 else ()

    def settle(self, g: State, turn: Turn, move: Move, card: District, price: int) -> bool:
        if card is not self or len(g.players[turn.seat].hand) == 1:
            return False
        declare(g, turn, card)
        g.stack.append(PayCards(card, price, (), move.seat))
        return True


@dataclass(slots=True)
class PayCards(Step):
    """Which hand cards pay for the Thieves' Den? The rest is paid in gold, the last part of it perhaps lent."""

    den: District
    price: int
    cards: tuple[District, ...]
    """Cards laid down so far."""
    lender: int
    """The seat that lends the missing gold (Cardinal; open case A25), or -1."""
    kind: ClassVar[str] = "thieves_den"
    secret: ClassVar[str] = "cards"

    def ask(self, g: State) -> Question:
        turn = g.turn
        assert turn is not None
        p = g.players[turn.seat]
        owed = self.price - len(self.cards)
        missing = owed - p.gold
        moves: list[Move] = []
        if owed and (self.lender < 0 or missing > 1):
            moves += naming("pay", p.hand)
        if missing <= 0 if self.lender < 0 else 1 <= missing <= g.players[self.lender].gold:
            moves.append(DONE)
        return turn.seat, moves

    def about(self, g: State) -> About:
        return About(self.den.id, self.lender, 0, self.price - len(self.cards))

    def answer(self, g: State, move: Move) -> None:
        turn = g.turn
        assert turn is not None
        p = g.players[turn.seat]
        if move.verb == "pay":
            card = take_from(p.hand, move.card)
            g.emit("hold", turn.seat, -1, 0, "", (card.id,), (), 1)
            g.stack.append(PayCards(self.den, self.price, (*self.cards, card), self.lender))
            return
        if self.cards:
            g.under_deck(self.cards)
            g.emit("bottom", turn.seat, -1, 0, "", ids(self.cards), (), len(self.cards))
        owed = self.price - len(self.cards)
        if self.lender >= 0:
            g.stack.append(Lend(self.den, self.lender, owed - p.gold, owed - p.gold, owed))
        else:
            g.pay(turn.seat, owed, "build")
            place(g, turn, self.den, owed)


class WishingWell(District):
    """A point for each unique district."""

    id, name, cost = "wishing_well", "Wishing Well", 5
    text = "At the end of the game, 1 extra point for each unique district in your city, itself included."

    def score(self, g: State, seat: int, city: Sequence[District], types: Sequence[str]) -> int:
        return types.count("unique") if g.owns(seat, self) else 0


UNIQUE: tuple[District, ...] = (
    Cemetery(),
    DragonGate(),
    Factory(),
    HauntedQuarter(),
    ImperialTreasury(),
    Keep(),
    Laboratory(),
    Library(),
    MapRoom(),
    Quarry(),
    SchoolOfMagic(),
    Smithy(),
    Statue(),
    Theater(),
    ThievesDen(),
    WishingWell(),
)
"""Every unique district."""

"""Unique districts about building: prices, other ways to pay, and what happens when they are built."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.build import declare, place
from engine.card import District
from engine.cards.characters.rank5 import Lend
from engine.city import bury, check_complete, movable, remove
from engine.hand import mixed, naming, take_from
from engine.move import Move, made
from engine.step import About, Question, Step, step
from engine.turn import DONE, PASS

if TYPE_CHECKING:
    from engine.player import Turn
    from engine.ruleset import Ruleset
    from engine.state import State


class BellTower(District):
    """Lets the game end one district earlier."""

    id = "bell_tower"
    name = "Bell Tower"
    cost = 5
    text = (
        "When you build it, decide at once whether the game ends with one district fewer. If it is destroyed, the "
        "game ends as usual again."
    )

    def on_build(self, g: State, seat: int, card: District) -> None:
        if card is self:
            g.stack.append(RingBell(seat))

    def on_leave(self, g: State, seat: int, other: int) -> None:
        """Open case A32: destroyed, cities that never had the usual number are not complete any more."""
        if other >= 0 or self.id not in g.things:
            return
        g.put(self.id)
        for player in g.finished:
            if player not in g.full:
                g.log += ("incomplete", player)
        g.finished = tuple([player for player in g.finished if player in g.full])
        g.firsts = tuple([player for player in g.firsts if player in g.full])
        if g.full and not g.firsts:
            g.firsts = g.full[:1]
            g.log += ("complete", g.firsts[0], 1)


@step("bell_tower")
class RingBell(Step):
    """Does the game end with one district fewer?"""

    seat: int

    def ask(self, g: State) -> Question:
        return self.seat, (SHORTEN, PASS)

    def about(self, g: State) -> About:
        return About("bell_tower", -1, 0, g.target - 1)

    def answer(self, g: State, move: Move) -> None:
        """Open case A32: all cities complete at that moment get the first player's points."""
        if move.verb == "pass":
            return
        nobody = not g.finished
        g.put("bell_tower", self.seat)
        for seat in range(len(g.players)):
            if nobody and g.complete(seat):
                g.firsts += (seat,)
            check_complete(g, seat)


class Factory(District):
    """Other unique districts cost 1 less."""

    id = "factory"
    name = "Factory"
    cost = 5
    text = "You pay 1 gold less to build any other unique district."

    def discount(self, ruleset: Ruleset, city: Sequence[District], card: District) -> int:
        return 1 if card.type == "unique" else 0


class Framework(District):
    """Replaces the cost of a district."""

    id = "framework"
    name = "Framework"
    cost = 3
    text = "When you build a district, you may destroy the Framework instead of paying its cost."

    def ways(self, g: State, turn: Turn, card: District, price: int) -> Sequence[Move]:
        if card is self:
            return ()
        own = next(d for d in g.players[turn.seat].city if d.plain is self)
        return (made("build", card.id, turn.seat, own.id),)

    def settle(self, g: State, turn: Turn, move: Move, card: District, price: int) -> bool:
        if move.target.removesuffix("+") != self.id:
            return False
        sacrifice(g, turn, move, card)
        return True


def sacrifice(g: State, turn: Turn, move: Move, card: District) -> None:
    """Build a card for a district of one's own city that is destroyed."""
    declare(g, turn, card)
    bury(g, remove(g, turn.seat, move.target, turn.seat))
    place(g, turn, card, 0)


class Lighthouse(District):
    """Takes a card from the deck."""

    id = "lighthouse"
    name = "Lighthouse"
    cost = 3
    text = "When you build it, look through the district deck, take 1 card and shuffle the deck."

    def on_build(self, g: State, seat: int, card: District) -> None:
        if card is self and g.deck:
            g.stack.append(Search(seat))


@step("search", opens_deck=True)
class Search(Step):
    """Which card of the deck?"""

    seat: int

    def ask(self, g: State) -> Question:
        return self.seat, [*naming("take", mixed(g.deck)), PASS]

    def sight(self, g: State) -> Sequence[District]:
        return g.deck

    def about(self, g: State) -> About:
        return About("lighthouse")

    def answer(self, g: State, move: Move) -> None:
        if move.verb == "take":
            g.to_hand(self.seat, [take_from(g.deck, move.card)], "lighthouse")
        g.shuffle_deck()


class Monument(District):
    """Counts as two districts."""

    id = "monument"
    name = "Monument"
    cost = 4
    text = (
        "You may not build it when your city has 5 or more districts. It counts as 2 districts towards completing "
        "your city."
    )

    def may_build(self, g: State, seat: int) -> bool:
        """Open case A34: a Circus Tent does not count, which is a district for completion and scoring alone."""
        return sum([not d.action for d in g.players[seat].city]) < 5

    def size(self, g: State, seat: int) -> int:
        return 1 if g.owns(seat, self) else 0


class Necropolis(District):
    """May be built by destroying a district."""

    id = "necropolis"
    name = "Necropolis"
    cost = 5
    text = "You may build it by destroying 1 district of your city, not a Circus Tent, instead of paying its cost."

    def own_ways(self, g: State, turn: Turn, price: int) -> Sequence[Move]:
        """Open case A48: not for a Circus Tent."""
        return [made("build", self.id, turn.seat, d.id) for d in movable(g, turn.seat)]

    def settle(self, g: State, turn: Turn, move: Move, card: District, price: int) -> bool:
        if card is not self or not move.target:
            return False
        sacrifice(g, turn, move, card)
        return True


class Quarry(District):
    """Allows duplicates."""

    id = "quarry"
    name = "Quarry"
    cost = 5
    text = "You may build districts that your city already has."

    def twins(self, g: State, seat: int) -> bool:
        return g.owns(seat, self)


class Stables(District):
    """Does not count towards the limit."""

    id = "stables"
    name = "Stables"
    cost = 2
    text = "Building the Stables does not count towards your building limit."

    def free(self, g: State, turn: Turn, card: District) -> bool:
        return card is self


class ThievesDen(District):
    """May be paid with hand cards."""

    id = "thieves_den"
    name = "Thieves' Den"
    cost = 6
    text = "You may pay any part of its cost with cards from your hand, 1 card for 1 gold."
    by_cards = True

    def own_ways(self, g: State, turn: Turn, price: int) -> Sequence[Move]:
        p = g.players[turn.seat]
        return (self.build,) if p.gold < price <= p.gold + len(p.hand) - 1 else ()

    def settle(self, g: State, turn: Turn, move: Move, card: District, price: int) -> bool:
        if card is not self or len(g.players[turn.seat].hand) == 1:
            return False
        declare(g, turn, card)
        g.stack.append(PayCards(card, price, (), move.seat))
        return True


@step("thieves_den", secret="cards")
class PayCards(Step):
    """Which hand cards pay for the Thieves' Den? The rest is paid in gold, the last part of it perhaps lent."""

    den: District
    price: int
    cards: tuple[District, ...]
    """Cards laid down so far."""
    lender: int
    """The seat that lends the missing gold (Cardinal; open case A25), or -1."""

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
            g.log += ("hold", turn.seat, (card.id,), 1)
            g.stack.append(PayCards(self.den, self.price, (*self.cards, card), self.lender))
            return
        g.discard(turn.seat, self.cards, "bottom")
        owed = self.price - len(self.cards)
        if self.lender >= 0:
            g.stack.append(Lend(self.den, self.lender, owed - p.gold, owed - p.gold, owed))
        else:
            g.pay(turn.seat, owed, "build")
            place(g, turn, self.den, owed)


SHORTEN = Move("shorten")
BUILDING: tuple[District, ...] = (
    BellTower(),
    Factory(),
    Framework(),
    Lighthouse(),
    Monument(),
    Necropolis(),
    Quarry(),
    Stables(),
    ThievesDen(),
)

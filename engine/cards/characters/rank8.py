"""Rank 8: Warlord, Diplomat, Marshal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from engine.card import District, verb
from engine.cards.characters.income import Collector
from engine.city import add, bury, check_complete, may_have, remove
from engine.move import Move, made
from engine.player import Turn
from engine.state import State
from engine.step import About, Price, Question, Refusal, Step, step

if TYPE_CHECKING:
    from engine.card import Character
    from engine.ruleset import Ruleset

COST = attrgetter("cost")


def toll(ruleset: Ruleset, city: Sequence[District], card: District) -> int:
    """The gold that rank 8 pays on top for a district of a city (open case A28)."""
    more = 0
    for other in ruleset.tolls:
        more += other.toll(ruleset, city, card)
    return more


def guard(g: State, seat: int, card: District, by: int) -> str:
    """The card that keeps a district in that seat's city safe from rank 8, which is seat ``by``; or ``""``."""
    for other in g.ruleset.guards:
        if other.guards(g, by) == seat:
            return other.id
    return card.plain.id if card.safe else ""


class Raider(Collector):
    """The characters of rank 8 have in common: gold for military districts, and an ability used on one district."""

    type = "military"
    verb_: str
    """The verb of the ability."""

    def price(self, ruleset: Ruleset, city: Sequence[District], card: District, own: District | None = None) -> int:
        """The price of the ability on a district of a city, in gold; ``own`` is what is given for it, if anything."""
        raise NotImplementedError

    def least(self, g: State, turn: Turn, seat: int, card: District) -> int:
        """The least that the ability costs on a district, in gold."""
        return self.price(g.ruleset, g.players[seat].city, card)

    def reason(self, g: State, turn: Turn, seat: int, card: District) -> str:
        """The reason why the ability cannot be used on a district that is not safe and could be paid for, or ``""``."""
        return ""

    def cities(self, g: State, turn: Turn) -> Sequence[int]:
        """The seats whose cities the ability may be used on."""
        return range(len(g.players))

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        moves = list(super().moves(g, turn))
        if self.verb_ in turn.used:
            return moves
        target, verb = g.target, self.verb_
        safe = [card.guards(g, turn.seat) for card in g.ruleset.guards]
        for seat in self.cities(g, turn):
            if seat not in safe and g.players[seat].city and g.size(seat) < target:
                moves += [made(verb, "", seat, d.id) for d in self.targets(g, turn, seat)]
        return moves

    def targets(self, g: State, turn: Turn, seat: int) -> list[District]:
        """The different districts that the ability can be used on in a city that is not safe."""
        raise NotImplementedError

    def refusals(self, g: State, turn: Turn) -> Sequence[Refusal]:
        return [] if self.verb_ in turn.used else list(self._refusals(g, turn))

    def _refusals(self, g: State, turn: Turn) -> Iterator[Refusal]:
        gold = g.players[turn.seat].gold
        for seat in self.cities(g, turn):
            complete = g.complete(seat)
            for d in dict.fromkeys(g.players[seat].city):
                move = made(self.verb_, "", seat, d.id)
                reason = "complete" if complete else self.reason(g, turn, seat, d)
                if reason:
                    yield Refusal(move, reason)
                elif safe := guard(g, seat, d, turn.seat):
                    yield Refusal(move, "protected", 0, safe)
                elif self.least(g, turn, seat, d) > gold:
                    yield Refusal(move, "need_gold", self.least(g, turn, seat, d) - gold)

    def priced(self, g: State) -> list[Price]:
        """The prices of the legal moves that use the ability."""
        return [self.offered(g, move, move.seat, move.target) for move in g.moves if move.verb == self.verb_]

    def offered(self, g: State, move: Move, seat: int, target: str, own: District | None = None) -> Price:
        """The price of a move that uses the ability on a district."""
        ruleset, city, card = g.ruleset, g.players[seat].city, g.ruleset.district(target)
        source = next((other.id for other in ruleset.tolls if other.toll(ruleset, city, card)), "")
        return Price(move, self.price(ruleset, city, card, own), source)


class Warlord(Raider):
    """Gold for military districts; destroys a district for its cost less 1."""

    id = "warlord"
    name = "Warlord"
    rank = 8
    verb_ = "destroy"
    text = (
        "1 gold for each of your military districts. You may destroy 1 district by paying 1 gold less than its "
        "cost, but not in a completed city."
    )

    def price(self, ruleset: Ruleset, city: Sequence[District], card: District, own: District | None = None) -> int:
        """Conflict C14: the printed cost, 1 more when beautified; discounts do not matter."""
        cost = card.cost - 1 if card.cost else 0
        return cost + toll(ruleset, city, card)

    def prices(self, g: State, turn: Turn) -> Sequence[Price]:
        return self.priced(g)

    def targets(self, g: State, turn: Turn, seat: int) -> list[District]:
        """Tolls only add to the price: it is worked out for what could be paid without them."""
        ruleset, gold, city = g.ruleset, g.players[turn.seat].gold, g.players[seat].city
        most = gold + 1
        found = [d for d in dict.fromkeys(city) if d.cost <= most and not d.safe]
        return [d for d in found if self.price(ruleset, city, d) <= gold] if ruleset.tolls else found

    @verb
    def destroy(self, g: State, turn: Turn, move: Move) -> None:
        """Destroy a district."""
        card = g.ruleset.district(move.target)
        g.pay(turn.seat, self.price(g.ruleset, g.players[move.seat].city, card), "destroy")
        remove(g, move.seat, move.target, turn.seat)
        for hook in g.ruleset.on_destroy:
            if hook(g, move.seat, card, turn.seat):
                return
        bury(g, card)


class OldWarlord(Warlord):
    """Only other players' districts (conflict C13)."""

    text = (
        "1 gold for each of your military districts. You may destroy 1 district of another player by paying 1 gold "
        "less than its cost, but not in a completed city."
    )

    def cities(self, g: State, turn: Turn) -> Sequence[int]:
        return [seat for seat in range(len(g.players)) if seat != turn.seat]


class Marshal(Raider):
    """Takes a district of cost 3 or less, paying its owner."""

    id = "marshal"
    name = "Marshal"
    rank = 8
    verb_ = "seize"
    text = (
        "1 gold for each of your military districts. You may take 1 district of cost 3 or less from another city "
        "that is not completed, paying its owner the cost; not one your city already has."
    )

    def cities(self, g: State, turn: Turn) -> Sequence[int]:
        return [seat for seat in range(len(g.players)) if seat != turn.seat]

    def price(self, ruleset: Ruleset, city: Sequence[District], card: District, own: District | None = None) -> int:
        return card.cost + toll(ruleset, city, card)

    def reason(self, g: State, turn: Turn, seat: int, card: District) -> str:
        if card.cost > 3:
            return "too_expensive"
        if not may_have(g, turn.seat, card):
            return "twin"
        return ""

    def targets(self, g: State, turn: Turn, seat: int) -> list[District]:
        """Prices with tolls are worked out only for districts that could be paid for without them."""
        ruleset, gold, city = g.ruleset, g.players[turn.seat].gold, g.players[seat].city
        most = min(gold, 3)
        found = [d for d in dict.fromkeys(city) if d.cost <= most and not d.safe and may_have(g, turn.seat, d)]
        return [d for d in found if self.price(ruleset, city, d) <= gold] if ruleset.tolls else found

    def prices(self, g: State, turn: Turn) -> Sequence[Price]:
        return self.priced(g)

    @verb
    def seize(self, g: State, turn: Turn, move: Move) -> None:
        """Take a district; conflict C4: that is not building."""
        card = g.ruleset.district(move.target)
        price = self.price(g.ruleset, g.players[move.seat].city, card)
        if price:
            g.give(turn.seat, move.seat, price, self.id)
        remove(g, move.seat, move.target, turn.seat, to=turn.seat)
        add(g, card, turn.seat, move.seat)
        check_complete(g, turn.seat)


class Diplomat(Raider):
    """Exchanges a district of the own city for another player's, paying the difference."""

    id = "diplomat"
    name = "Diplomat"
    rank = 8
    verb_ = "exchange"
    text = (
        "1 gold for each of your military districts. You may exchange 1 of your districts for 1 in another city that "
        "is not completed, paying its owner the difference when it costs more; neither city may get a name that it "
        "already has."
    )

    def cities(self, g: State, turn: Turn) -> Sequence[int]:
        return [seat for seat in range(len(g.players)) if seat != turn.seat]

    def price(self, ruleset: Ruleset, city: Sequence[District], card: District, own: District | None = None) -> int:
        """The difference, paid to the other player."""
        return max(card.cost - (own or card).cost, 0) + toll(ruleset, city, card)

    def least(self, g: State, turn: Turn, seat: int, card: District) -> int:
        offers = self.offers(g, turn, seat, card)
        return self.price(g.ruleset, g.players[seat].city, card, max(offers, key=COST, default=None))

    def targets(self, g: State, turn: Turn, seat: int) -> list[District]:
        ruleset, gold, city = g.ruleset, g.players[turn.seat].gold, g.players[seat].city
        own = max(self.for_new(g, turn, seat), key=COST, default=None)
        if own is None:
            return []
        return [
            d
            for d in dict.fromkeys(city)
            if not d.safe and may_have(g, turn.seat, d) and self.price(ruleset, city, d, own) <= gold
        ]

    def reason(self, g: State, turn: Turn, seat: int, card: District) -> str:
        return "" if self.offers(g, turn, seat, card) else "no_offer"

    def offers(self, g: State, turn: Turn, seat: int, card: District) -> list[District]:
        """The districts of the own city that could be given for a district: none for a name it has (open case A47)."""
        return self.for_new(g, turn, seat) if may_have(g, turn.seat, card) else []

    def for_new(self, g: State, turn: Turn, seat: int) -> list[District]:
        """The districts of the own city that could be given for one that it may have."""
        mine = dict.fromkeys(g.players[turn.seat].city)
        return [own for own in mine if not own.safe and may_have(g, seat, own)]

    @verb
    def exchange(self, g: State, turn: Turn, move: Move) -> None:
        """Choose the other district; one's own follows."""
        g.stack.append(Offer(move.seat, move.target))


class OldDiplomat(Diplomat):
    """Not with a completed city of one's own either; the same district twice where that is allowed (conflict C16)."""

    text = (
        "1 gold for each of your military districts. You may exchange 1 of your districts for 1 in another city, "
        "paying its owner the difference when it costs more; neither city may be completed. Where a city may not "
        "have a district twice, neither may get a name that it already has."
    )

    def cities(self, g: State, turn: Turn) -> Sequence[int]:
        return () if g.complete(turn.seat) else super().cities(g, turn)


@step("offer")
class Offer(Step):
    """Which district of the own city does the Diplomat give?"""

    other: int
    target: str
    """Id of the district that is taken."""

    def ask(self, g: State) -> Question:
        turn = g.turn
        assert turn is not None
        char, card = self._parts(g, turn.char)
        gold = g.players[turn.seat].gold
        city = g.players[self.other].city
        offers = char.offers(g, turn, self.other, card)
        return turn.seat, [Move("offer", own.id) for own in offers if char.price(g.ruleset, city, card, own) <= gold]

    def about(self, g: State) -> About:
        return About(self.target, self.other)

    def prices(self, g: State) -> list[Price]:
        assert g.turn is not None
        char, _ = self._parts(g, g.turn.char)
        return [char.offered(g, move, self.other, self.target, g.ruleset.district(move.card)) for move in g.moves]

    def answer(self, g: State, move: Move) -> None:
        turn = g.turn
        assert turn is not None
        char, card = self._parts(g, turn.char)
        own = g.ruleset.district(move.card)
        price = char.price(g.ruleset, g.players[self.other].city, card, own)
        if price:
            g.give(turn.seat, self.other, price, char.id)
        remove(g, self.other, self.target, turn.seat, to=turn.seat)
        remove(g, turn.seat, own.id, turn.seat, to=self.other)
        add(g, card, turn.seat, self.other)
        add(g, own, self.other, turn.seat)
        check_complete(g, turn.seat)
        check_complete(g, self.other)

    def _parts(self, g: State, char: Character) -> tuple[Diplomat, District]:
        assert isinstance(char, Diplomat)
        return char, next(d for d in g.players[self.other].city if d.id == self.target)


DELUXE = (Warlord(), Diplomat(), Marshal())
CLASSIC = (OldWarlord(),)
DARK_CITY = (OldDiplomat(),)

"""Targets: the gain of naming a rank, of destroying or exchanging a district, and the like."""

from __future__ import annotations

from collections import Counter

from engine.bots.belief import Belief, believe
from engine.bots.characters import AVERAGE, CROWN, GOLD, known
from engine.bots.evaluation import BEST_OF_THREE, menaces, new_cards, purse, useful_cards, worth
from engine.bots.features import TEMPO, Outlook
from engine.bots.last_turn import best_of, cards_to_come, gold_coming, is_last
from engine.bots.prospects import own_turn, prospect, turns, wishes
from engine.cards import District
from engine.cards.characters.rank8 import Raider

CLOSE = (4.0, 4.0, 1.5)
"""Extra loss of a player who lacks so many districts and loses one."""


class Aims:
    """The rivals as targets in one decision."""

    def __init__(self, o: Outlook) -> None:
        self.o = o
        self._turns: list[list[float]] | None = None
        self._wishes: list[list[float]] | None = None
        self._shares: list[float] | None = None
        self._belief: Belief | None = None
        self._menace: list[float] | None = None
        self._unseen: dict[str, float] | None = None
        self._worths: dict[tuple[int, District], float] = {}

    @property
    def turns(self) -> list[list[float]]:
        """The worth of a turn as each rank to each seat."""
        if self._turns is None:
            self._turns = turns(self.o)
        return self._turns

    @property
    def wishes(self) -> list[list[float]]:
        """How much each seat wants each rank."""
        if self._wishes is None:
            self._wishes = wishes(self.turns)
        return self._wishes

    @property
    def shares(self) -> list[float]:
        """How often each rank is the one that is aimed at: as often as it is wanted, rank 1 apart."""
        if self._shares is None:
            wanted = [sum(wishes) for wishes in zip(*self.wishes, strict=True)]
            self._shares = [wish / sum(wanted[2:]) for wish in wanted]
        return self._shares

    @property
    def belief(self) -> Belief:
        """The belief about who holds what."""
        if self._belief is None:
            self._belief = believe(self.o.view, self.o.memory, self.wishes)
        return self._belief

    @property
    def menace(self) -> list[float]:
        """How much each seat's loss is worth."""
        if self._menace is None:
            self._menace = menaces(self.o)
        return self._menace

    def loss(self, seat: int, rank: int) -> float:
        """The worth of a rival's lost turn."""
        return self.menace[seat] * (self.turns[seat][rank] - 0.5 * self.o.view.players[seat].gold)

    def mine(self, rank: int) -> bool:
        """Whether this seat holds the rank, which is then never a target."""
        return rank in self.o.view.roles

    def kill(self, rank: int) -> float:
        """The loss of the player of a rank, and the harm that the rank would have done here."""
        if self.mine(rank):
            return -10.0
        o = self.o
        harm = self._harm(rank)
        return sum([self.belief.holds(seat, rank) * (self.loss(seat, rank) + harm) for seat in o.rivals])

    def _harm(self, rank: int) -> float:
        """The harm that a rank may do to the own seat this round."""
        return known(self.o.ruleset.char(rank)).harm(self.o)

    def rob(self, rank: int) -> float:
        """The gold of the player of a rank, here instead of there."""
        players = self.o.view.players
        return sum(
            [
                self.belief.holds(seat, rank) * players[seat].gold * (GOLD + GOLD * self.menace[seat])
                for seat in self.o.rivals
            ]
        )

    def threaten(self, rank: int) -> float:
        """The gold a rank will have when it must pay."""
        if self.mine(rank):
            return -10.0
        players = self.o.view.players
        return sum([self.belief.holds(seat, rank) * (players[seat].gold + 2) for seat in self.o.rivals])

    def sign(self, rank: int) -> float:
        """The district a rank is likely to pay for."""
        if self.mine(rank):
            return -10.0
        o, value = self.o, 0.0
        for seat in o.rivals:
            p = o.view.players[seat]
            if p.hand:
                gold = p.gold + 2 + prospect(o, seat, rank).gold
                district = min(gold, AVERAGE + 1) if gold >= 2 else 0.5
                value += self.belief.holds(seat, rank) * (district + TEMPO)
        return value

    def bewitch(self, rank: int) -> float:
        """A turn as that rank, taken from its holder."""
        o, belief = self.o, self.belief
        if self.mine(rank):
            return -10.0
        gain = own_turn(o, rank) - purse(o, o.gold)
        return sum([belief.holds(seat, rank) * (gain + self.loss(seat, rank)) for seat in o.rivals])

    def destroy(self, seat: int, target: str) -> float:
        """A district less in a rival's city, for gold."""
        o, card = self.o, self.o.card(target)
        if seat == o.seat:
            return -10.0
        price = self.price(seat, card)
        return self.ruin(seat, card) - purse(o, o.gold) + purse(o, o.gold - price)

    def price(self, seat: int, card: District, own: District | None = None) -> int:
        """The price of a district of a city for rank 8, with ``own`` given for it."""
        o = self.o
        raider = o.character
        assert isinstance(raider, Raider)
        return raider.price(o.ruleset, o.cities[seat].cards, card, own)

    def ruin(self, seat: int, card: District) -> float:
        """The worth of a rival's loss of a district."""
        o = self.o
        missing = o.missing[seat]
        loss = worth(o, seat, card) + TEMPO
        if not o.view.finished and missing < len(CLOSE):
            loss += CLOSE[missing]
        return self.menace[seat] * loss

    def take(self, seat: int, card: District) -> float:
        """A rival's district in the own city."""
        return self.ruin(seat, card) + worth(self.o, self.o.seat, card) + TEMPO

    def exchange(self, seat: int, card: District, own: District) -> float:
        """A rival's district for one of the own city, and what is paid for it."""
        o = self.o
        paid = self.price(seat, card, own)
        here = self._worth(o.seat, card) - self._worth(o.seat, own) - purse(o, o.gold) + purse(o, o.gold - paid)
        there = self._worth(seat, card) - self._worth(seat, own) - 0.5 * paid
        return here + self.menace[seat] * there

    def _worth(self, seat: int, card: District) -> float:
        """The worth of a district in a seat's city; each of many exchanges asks it of both districts in both cities."""
        found = self._worths.get((seat, card))
        if found is None:
            found = self._worths[seat, card] = worth(self.o, seat, card)
        return found

    def spy(self, seat: int, type: str) -> float:
        """The cards of a type that a hand is likely to have: a gold and a card for each."""
        o = self.o
        p = o.view.players[seat]
        found = p.hand * self.unseen.get(type, 0.0)
        gold = min(found, p.gold) * (GOLD + GOLD * self.menace[seat])
        return gold + cards_to_come(o, found, useful_cards(o, o.hand))

    @property
    def unseen(self) -> dict[str, float]:
        """The share of each type among the cards this seat has not seen."""
        if self._unseen is None:
            o = self.o
            left = Counter([card.type for card in o.ruleset.cards])
            for card in (*o.hand, *[card for city in o.cities for card in city.cards]):
                left[card.type] -= 1
            total = max(1, left.total())
            self._unseen = {type: count / total for type, count in left.items()}
        return self._unseen

    def look(self, seat: int) -> float:
        """The best card of a hand, and its owner's loss of it."""
        o = self.o
        count = o.view.players[seat].hand
        best = new_cards(o, 1, useful_cards(o, o.hand)) * (BEST_OF_THREE if count > 2 else 0.7 + 0.3 * count)
        if is_last(o):
            best = best_of(o, count, gold_coming(o), o.hand)
        return best + self.menace[seat] * o.horizon

    def crown(self, seat: int) -> float:
        """The crown for a rival: the less it helps them, and the sooner this seat chooses after them, the better."""
        o = self.o
        n = len(o.view.players)
        statue = 5 if o.owns(seat, "statue") and o.nearest < 3 else 0
        after = (o.seat - seat) % n
        return -self.menace[seat] * (CROWN * o.horizon + statue) - 0.4 * o.horizon * after / n

    def trade(self, seat: int, given: int) -> float:
        """A character of another seat for one of this seat's."""
        o, belief = self.o, self.belief
        chances = [belief.holds(seat, rank) for rank in o.ruleset.ranks]
        total = sum(chances) or 1.0
        mine = own_turn(o, given) - self.menace[seat] * self.turns[seat][given]
        theirs = 0.0
        for rank, chance in zip(o.ruleset.ranks, chances, strict=True):
            if chance > 0.01:
                theirs += chance / total * (own_turn(o, rank) - self.menace[seat] * self.turns[seat][rank])
        return theirs - mine - 0.5

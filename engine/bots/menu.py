"""What to do next in one's own turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from engine.bots.aims import Aims
from engine.bots.outlook import Outlook
from engine.bots.prospects import takings
from engine.bots.worth import (
    CHOICE,
    TEMPO,
    Plan,
    finishing,
    new_cards,
    plan,
    price,
    promises,
    purse,
    useful_cards,
    worth,
)
from engine.cards import District
from engine.move import Move

EARLY, INCOME, BUILD, LATE = 4000.0, 3000.0, 2000.0, 1000.0
"""The order of a turn: powers, income, building, and what the rest of the gold and cards are good for."""
NEVER = -1.0
"""Less than ending the turn, which is 0."""

Judge = Callable[[Move], float]


class Menu:
    """Judges the moves of a turn: the best one is what comes next."""

    def __init__(self, o: Outlook, aims: Aims) -> None:
        self.o = o
        self.aims = aims
        assert o.view.turn is not None
        self.verbs = {move.verb for move in o.view.moves}
        self.limit = max(0, o.character.builds - o.memory.built)
        self.income = 0 if o.view.turn.gathered else 2
        gold, self.cards_due = takings(o) if "collect" in self.verbs else (0, 0)
        self.gold_due = gold
        self.judges: dict[str, Judge] = {
            "gold": self.gold,
            "draw": self.draw,
            "collect": self.collect,
            "build": self.build,
            "kill": lambda move: EARLY + aims.kill(self.rank(move)),
            "rob": lambda move: EARLY + aims.rob(self.rank(move)),
            "sign": lambda move: EARLY + aims.sign(self.rank(move)),
            "rose": lambda move: EARLY + aims.threaten(self.rank(move)),
            "divine": lambda move: EARLY,
            "swap": self.swap,
            "discard": self.discard,
            "sell": self.sell,
            "forge": self.forge,
            "beautify": self.beautify,
            "destroy": self.destroy,
            "end": lambda move: 0.0,
        }

    def __call__(self, move: Move) -> float:
        """How good a move is now; a verb of a card not known here is worse than ending the turn."""
        judge = self.judges.get(move.verb)
        return judge(move) if judge is not None else NEVER

    def rank(self, move: Move) -> int:
        """The rank a move names."""
        return self.o.table.rank_of(move.card)

    @cached_property
    def plan(self) -> Plan:
        """What to build with the gold that is and will be there in this turn."""
        return plan(self.o, self.o.gold + self.gold_due + self.income, self.limit, self.o.hand)

    @cached_property
    def next(self) -> District | None:
        """The district of the plan to build now: what helps the others first, else the least."""
        o = self.o
        ready = [card for card in self.plan.cards if price(o, card) <= o.gold]
        return min(ready, key=lambda card: (card.id not in ("factory", "quarry"), card.cost)) if ready else None

    # Income

    def gold(self, move: Move) -> float:
        """Two gold."""
        return INCOME + self.plan.value

    def draw(self, move: Move) -> float:
        """The better of two cards, or all of them."""
        o = self.o
        have = useful_cards(o, o.hand)
        count = 2.0 if o.owns(o.seat, "library") else 1.0
        cards = new_cards(o, count, have) * (1.0 if count > 1 else CHOICE)
        return INCOME + plan(o, o.gold + self.gold_due, self.limit, o.hand).value + cards

    def collect(self, move: Move) -> float:
        """At once, but after building what the income counts, when the gold suffices for it."""
        if self.cards_due:
            return EARLY
        wanted = self.plan.cards
        counts = any(card.type == getattr(self.o.character, "type", "") or card.wild for card in wanted)
        paid = sum([price(self.o, card) for card in wanted]) <= self.o.gold + self.income
        return LATE + 500 if counts and paid else EARLY

    # Building

    def build(self, move: Move) -> float:
        """The next district of the plan, unless another way of building is better."""
        o, card = self.o, self.o.card(move.card)
        missing = price(o, card) - o.gold
        if move.seat < 0 and missing <= 0:
            return BUILD if card is self.next else NEVER
        others = o.hand.copy()
        others.remove(card)
        given = sum([value for value, _ in promises(o, others)[:missing]])
        value = worth(o, o.seat, card) + TEMPO - given
        if o.missing(o.seat) == 1:
            value += finishing(o)
        if move.seat >= 0:
            value += 0.5 * missing * self.aims.menace[move.seat]
        return BUILD + value if value > self.plan.value else NEVER

    # Hand

    @property
    def hand_tier(self) -> float:
        """Hands change after building, or at once when there is nothing to build."""
        return LATE if self.plan.cards else EARLY

    def swap(self, move: Move) -> float:
        """Another hand instead of the own."""
        o = self.o
        count = o.view.players[move.seat].hand
        kept = promises(o, [card for card in o.hand if card not in self.plan.cards])
        gain = new_cards(o, 0.9 * count, 0) + 0.3 * self.aims.menace[move.seat] * (count - len(kept))
        gain -= sum([value for value, _ in kept])
        return self.hand_tier + gain if gain > 0 else NEVER

    def discard(self, move: Move) -> float:
        """The worst cards for new ones."""
        o = self.o
        poor = [value for value, _ in promises(o, o.hand) if value < 0.4 * o.horizon]
        if not poor:
            return NEVER
        gain = new_cards(o, len(poor), len(o.hand) - len(poor)) - sum(poor)
        worst = promises(o, o.hand)[0][1]
        return self.hand_tier + gain if gain > 0 and move.card == worst.id else NEVER

    def sell(self, move: Move) -> float:
        """The worst card for 2 gold."""
        o = self.o
        value, worst = promises(o, o.hand)[0]
        if move.card != worst.id or worst in self.plan.cards:
            return NEVER
        have = o.gold + self.gold_due + self.income
        rest = o.hand.copy()
        rest.remove(worst)
        gain = plan(o, have + 2, self.limit, rest).value - self.plan.value
        return EARLY - 500 if gain > min(value, 0.9) else NEVER

    def forge(self, move: Move) -> float:
        """Three cards for 2 gold."""
        o = self.o
        have = o.gold + self.gold_due + self.income
        useful = useful_cards(o, o.hand)
        gain = new_cards(o, 3, useful) - self.plan.value + plan(o, have - 2, self.limit, o.hand).value
        return LATE + gain if gain > 0 else NEVER

    # The rest of the gold

    def beautify(self, move: Move) -> float:
        """A point for a gold; best where it makes destroying dearer."""
        o = self.o
        gain = 1 - purse(o, o.gold) + purse(o, o.gold - 1)
        if gain <= 0:
            return NEVER
        return LATE + gain + (0.5 if move.card == "keep" else 0.1 / (1 + self.o.card(move.card).cost))

    def destroy(self, move: Move) -> float:
        """What hurts most for the gold."""
        gain = self.aims.destroy(move.seat, move.target)
        return LATE + gain if gain > 0 else NEVER

"""Turn policy: chooses the next step in the bot's own turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.bots.building_plan import BuildingPlan, finishing, plan
from engine.bots.districts import flight
from engine.bots.evaluation import (
    BEST_OF_THREE,
    completed,
    income_gold,
    new_cards,
    points_in_hand,
    price,
    promises,
    purse,
    useful_cards,
    worth,
)
from engine.bots.features import BUILD, EARLY, INCOME, LATE, LOOK, NEVER, TEMPO, Outlook
from engine.bots.knowledge import Judge
from engine.bots.last_turn import best_of, cards_to_come, drawn_income, is_last, terms_left
from engine.bots.prospects import takings
from engine.bots.targets import Aims
from engine.cards import District
from engine.cards.districts.turns import Laboratory, Smithy
from engine.move import Move


class TurnPolicy:
    """Judges the moves of a turn: the best one is what comes next."""

    def __init__(self, o: Outlook, aims: Aims, judges: Mapping[str, CardJudge]) -> None:
        self.o = o
        self.aims: Aims = aims
        self._judges = judges
        assert o.view.turn is not None
        self.verbs = {move.verb for move in o.view.moves}
        self.terms = terms_left(o)
        self.income = 0 if o.view.turn.gathered else income_gold(o)
        self.gold_due, self.cards_due = takings(o) if "collect" in self.verbs else (0, 0)
        self.budget: int = o.gold + self.gold_due + self.income
        """The gold that is and will be there in this turn."""
        self._plan: BuildingPlan | None = None

    def __call__(self, move: Move) -> float:
        """How good a move is now; a verb of a card not known here is worse than ending the turn."""
        judge = self._judges.get(move.verb)
        return judge(self, move) if judge is not None else NEVER

    def rank(self, move: Move) -> int:
        """The rank a move names."""
        return self.o.ruleset.rank_of(move.card)

    def named(self, gain: Callable[[int], float], move: Move) -> float:
        """The gain of naming a rank; rather one that somebody may hold, even where there is nothing to gain."""
        rank = self.rank(move)
        return gain(rank) - (0.1 if rank in self.o.view.faceup and not self.o.frozen else 0.0)

    @property
    def plan(self) -> BuildingPlan:
        """The plan for the gold that is and will be there in this turn."""
        if self._plan is None:
            self._plan = plan(self.o, self.budget, self.terms, self.o.hand)
        return self._plan

    @property
    def next(self) -> District | None:
        """The district of the plan to build now: what helps the others first, else the least."""
        o = self.o
        ready = [card for card in self.plan.cards if price(o, card) <= o.gold]
        return min(ready, key=lambda card: (card.id not in ("factory", "quarry"), card.cost)) if ready else None

    # Income

    def gold(self, move: Move) -> float:
        """The income as gold."""
        return INCOME + self.plan.value + self._forged(0, self.budget, 0.0)

    def draw(self, move: Move) -> float:
        """The value of drawing cards, of which the seat keeps one or all."""
        o = self.o
        gold = o.gold + self.gold_due
        cards = drawn_income(o, gold)
        return INCOME + plan(o, gold, self.terms, o.hand).value + cards + self._forged(2, gold, cards)

    def _forged(self, drawn: int, gold: int, gain: float) -> float:
        """In the last turn: how much more the Smithy adds to the cards that an income brings."""
        o = self.o
        if "forge" not in self.verbs or not is_last(o):
            return 0.0
        smithy = o.card("smithy")
        assert isinstance(smithy, Smithy)
        left = gold - smithy.pays
        rest = plan(o, left, self.terms, o.hand).value - plan(o, gold, self.terms, o.hand).value
        return max(0.0, rest + best_of(o, drawn + smithy.draws, left, o.hand) - gain)

    def collect(self, move: Move) -> float:
        """At once, but after building what the income counts, when the gold suffices for it."""
        if self.cards_due:
            return EARLY
        if move.card:  # the Navigator's choice
            o = self.o
            gold = o.gold + self.income
            value = purse(o, gold + 4) - purse(o, gold)
            return EARLY + (value if move.card == "gold" else new_cards(o, 4, useful_cards(o, o.hand)))
        wanted = self.plan.cards
        counts = any(card.type == getattr(self.o.character, "type", "") or card.wild for card in wanted)
        paid = sum([price(self.o, card) for card in wanted]) <= self.o.gold + self.income
        return LATE + 500 if counts and paid else EARLY

    # Building

    def build(self, move: Move) -> float:
        """The next district of the plan, unless another way of building is better."""
        o, card = self.o, self.o.card(move.card)
        if move.target:
            return self.sacrifice(card, o.card(move.target))
        missing = price(o, card) - o.gold
        if move.seat < 0 and missing <= 0:
            return BUILD if card is self.next else NEVER
        others = o.hand.copy()
        others.remove(card)
        given = sum([value for value, _ in promises(o, others)[:missing]])
        value = worth(o, o.seat, card) + TEMPO - given
        if o.missing[o.seat] == 1:
            value += finishing(o)
        if move.seat >= 0:
            value += 0.5 * missing * self.aims.menace[move.seat]
        return BUILD + value if value > self.plan.value else NEVER

    def sacrifice(self, card: District, lost: District) -> float:
        """A district for one that stands, instead of gold."""
        o = self.o
        if lost.plain is card:
            return NEVER
        value = worth(o, o.seat, card) - worth(o, o.seat, lost) + purse(o, self.budget)
        return BUILD + value if value > self.plan.value + 0.5 else NEVER

    # Hand

    @property
    def hand_tier(self) -> float:
        """When hands change: after building, or at once when there is nothing to build."""
        return LATE if self.plan.cards else EARLY

    def swap(self, move: Move) -> float:
        """Another hand instead of the own."""
        o = self.o
        count = o.view.players[move.seat].hand
        if is_last(o):
            gain = plan(o, self.budget, self.terms, ()).value + best_of(o, count, self.budget, ()) - self.plan.value
            return EARLY + gain if gain > 0 else NEVER
        kept = promises(o, [card for card in o.hand if card not in self.plan.cards])
        gain = new_cards(o, 0.9 * count, 0) + 0.3 * self.aims.menace[move.seat] * (count - len(kept))
        gain -= sum([value for value, _ in kept])
        return self.hand_tier + gain if gain > 0 else NEVER

    def discard(self, move: Move) -> float:
        """The worst cards for new ones."""
        o = self.o
        if is_last(o):
            idle = [card for card in o.hand if card not in self.plan.cards]
            gain = best_of(o, len(idle), self.budget, self.plan.cards)
            return self.hand_tier + gain if gain > 0 and move.card == idle[0].id else NEVER
        poor = [value for value, _ in promises(o, o.hand) if value < 0.4 * o.horizon]
        if not poor:
            return NEVER
        gain = new_cards(o, len(poor), len(o.hand) - len(poor)) - sum(poor)
        worst = promises(o, o.hand)[0][1]
        return self.hand_tier + gain if gain > 0 and move.card == worst.id else NEVER

    def sell(self, move: Move) -> float:
        """The worst card for gold."""
        o = self.o
        value, worst = promises(o, o.hand)[0]
        if move.card != worst.id or worst in self.plan.cards:
            return NEVER
        laboratory = o.card("laboratory")
        assert isinstance(laboratory, Laboratory)
        rest = o.hand.copy()
        rest.remove(worst)
        gain = plan(o, self.budget + laboratory.pays, self.terms, rest).value - self.plan.value
        return EARLY - 500 if gain > min(value, 0.9) else NEVER

    def forge(self, move: Move) -> float:
        """Cards for gold."""
        o = self.o
        smithy = o.card("smithy")
        assert isinstance(smithy, Smithy)
        after = plan(o, self.budget - smithy.pays, self.terms, o.hand).value
        new = cards_to_come(o, smithy.draws, useful_cards(o, o.hand), self.budget - smithy.pays)
        gain = new - self.plan.value + after
        return (LOOK if is_last(o) else LATE) + gain if gain > 0 else NEVER

    # The rest of the gold

    def beautify(self, move: Move) -> float:
        """A point for a gold; best where it makes destroying cost more."""
        o = self.o
        gain = 1 - purse(o, o.gold) + purse(o, o.gold - 1)
        if gain <= 0:
            return NEVER
        return LATE + gain + (0.5 if move.card == "keep" else 0.1 / (1 + self.o.card(move.card).cost))

    def destroy(self, move: Move) -> float:
        """The worth of destroying a district, its price included."""
        gain = self.aims.destroy(move.seat, move.target)
        return LATE + gain if gain > 0 else NEVER

    def demolish(self, move: Move) -> float:
        """Only against a rival who lacks one district, while the own city lacks more, or whose city is complete."""
        o, rival = self.o, move.seat
        if rival == o.seat:
            return NEVER
        if o.missing[rival] and (o.view.finished or o.missing[rival] != 1 or o.missing[o.seat] < 2):
            return NEVER
        armory = next(card for card in o.city.cards if card.plain.id == "armory")
        cost = worth(o, o.seat, armory) + TEMPO + completed(o, o.seat)
        gain = self.aims.ruin(rival, o.card(move.target)) + self.aims.menace[rival] * completed(o, rival) - cost
        return LATE + gain if gain > 0 else NEVER

    def seize(self, move: Move) -> float:
        """A cheap district from another city, when building does not need the gold more."""
        o, card = self.o, self.o.card(move.target)
        paid = self.aims.price(move.seat, card)
        gain = self.aims.take(move.seat, card) - 0.4 * self.aims.menace[move.seat] * card.cost
        if o.missing[o.seat] == 1:
            gain += finishing(o)
        gain += plan(o, self.budget - paid, self.terms, o.hand).value - self.plan.value
        return LOOK + gain if gain > 0 else NEVER

    def exchange(self, move: Move) -> float:
        """The best exchange for a district of another city."""
        o, card = self.o, self.o.card(move.target)
        gains = [
            self.aims.exchange(move.seat, card, own)
            for own in o.city.cards
            if own.plain.id not in ("keep", "circus_tent")
            and (o.ruleset.duplicates or own.plain.id not in o.cities[move.seat].names)
            and self.aims.price(move.seat, card, own) <= o.gold
        ]
        gain = max(gains, default=0.0)
        return LATE + gain if gain > 0.3 else NEVER

    # What lies under a district, on a wagon or in hand to be played

    def store(self, move: Move) -> float:
        """A card that promises less than the point it is worth under the Museum."""
        o = self.o
        spare = [pair for pair in promises(o, o.hand) if pair[1] not in self.plan.cards]
        if not spare or move.card != spare[0][1].id:
            return NEVER
        value, card = spare[0]
        if card.id not in o.worths.held and len(spare) > min(o.missing[o.seat], 4):
            value *= 0.3  # there are more cards than the city will take
        return LATE + 0.8 - value if value < 0.8 else NEVER

    def stake(self, move: Move) -> float:
        """The best of three cards for a gold."""
        o = self.o
        have = useful_cards(o, o.hand)
        new = best_of(o, 3, o.gold - 1, o.hand) if is_last(o) else BEST_OF_THREE * new_cards(o, 1, have)
        gain = new - purse(o, o.gold) + purse(o, o.gold - 1)
        gain -= 0.4 * self.aims.menace[move.seat]
        return LATE + gain if gain > 0 else NEVER

    def play(self, move: Move) -> float:
        """An action card, when it brings more than it is worth in hand."""
        o = self.o
        tier, gain = LATE, 0.0
        match move.card:
            case "circus_tent":
                gain = finishing(o) if o.missing[o.seat] == 1 else 0.0
            case "director":
                tier = LOOK
                more = self.terms._replace(limit=self.terms.limit + 2)
                gain = plan(o, self.budget, more, o.hand).value - self.plan.value
            case "cash_wagon":
                gain = 1.5 if o.nearest > 3 else 0.0
            case "human_cannonball":
                gain = max([flight(o, card, below) for card in o.hand for below in o.city.cards], default=0.0)
            case "fortune_teller":
                tier = EARLY
                gain = self.aims.look(move.seat)
        value = gain - max(1.0, points_in_hand(o, o.card(move.card)))
        return tier + value if value > 0.2 else NEVER


CardJudge = Callable[[TurnPolicy, Move], float]
"""How good a move with a verb is in a turn: the higher, the sooner."""
Answer = Callable[[Outlook, Aims], Judge]
"""How the answers to one question are judged."""


class CardMoves(NamedTuple):
    """The judgements of the moves that a card brings."""

    judges: Mapping[str, CardJudge] = {}
    """Judges by verb."""
    answers: Mapping[str, Answer] = {}
    """Answers by the kind of question."""
    guessed: tuple[str, ...] = ()
    """Questions whose answers others try to guess."""


JUDGES: Mapping[str, CardJudge] = {
    "gold": TurnPolicy.gold,
    "draw": TurnPolicy.draw,
    "collect": TurnPolicy.collect,
    "build": TurnPolicy.build,
    "play": TurnPolicy.play,
    "end": lambda turn, move: 0.0,
}
"""How the verbs of every turn are judged."""

"""The building plan of a turn: the districts to build, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from engine.bots.evaluation import price, purse, standing, useful, worth
from engine.bots.features import TEMPO, Candidate, Outlook
from engine.cards import District

WIDTH = 8
"""At most so many cards are combined: those worth most."""


class Terms(NamedTuple):
    """The terms on which the own seat builds in a turn."""

    limit: int
    """Districts that may be built; -1: none at all, not even those that do not count."""
    free: str = ""
    """A type that does not count towards the limit."""
    refund: bool = False
    """Whether the gold comes back at the end of the turn."""
    twins: bool = False
    """Whether what the city has may be built again."""
    tax: int = 0
    """Gold to be paid for each building, when there is any left."""

    def counts(self, card: District) -> bool:
        """Whether building a card counts towards the limit."""
        return card.type != self.free and card.id != "stables"


class BuildingPlan(NamedTuple):
    """A plan of the districts to build in this turn."""

    value: float
    """Worth of the new districts and of the gold that is left."""
    cards: tuple[District, ...]


def plan(o: Outlook, gold: int, terms: Terms, hand: Sequence[District]) -> BuildingPlan:
    """The best use of some gold for building."""
    best = BuildingPlan(purse(o, gold), ())
    if terms.limit < 0:
        return best
    options: list[tuple[Candidate, bool]] = []
    for option in candidates(o, hand, terms.twins):
        counts = terms.counts(option.card)
        if option.cost <= gold and counts <= terms.limit:
            options.append((option, counts))
    missing = o.missing[o.seat]
    free = sum([not counts for _, counts in options])
    # Its points are the gold that is left when it stands, not the gold that pays for it.
    treasury = next((pair for pair in options if pair[0].card.id == "imperial_treasury" and not o.frozen), None)
    if len(options) > WIDTH and terms.limit + free > 1:
        options = sorted(options, key=lambda pair: -pair[0].value)[:WIDTH]
    for count in range(1, min(terms.limit + free, len(options)) + 1):
        for chosen in combinations(options, count):
            cost = counted = size = 0
            value = 0.0
            for option, counts in chosen:
                cost += option.cost
                value += option.value
                size += option.size
                counted += counts
            if cost <= gold and counted <= terms.limit:
                left = gold - cost
                left -= min(left, terms.tax * count)
                left += cost if terms.refund else 0
                value += purse(o, left)
                if treasury and treasury in chosen:
                    value += max(0.0, left - purse(o, left)) - min(o.gold, 6)
                if 0 < missing <= size:
                    value += finishing(o)
                if value > best.value:
                    best = BuildingPlan(value, tuple([option.card for option, _ in chosen]))
    return best


def candidates(o: Outlook, hand: Sequence[District], twins: bool) -> Sequence[Candidate]:
    """The cards of a hand that the own city may take; ``twins``: in this turn also what it already has."""
    if hand is not o.hand:
        return _candidates(o, hand, twins)
    # A turn is planned for each character, and with each income.
    found = o.candidates.get(twins)
    if found is None:
        found = o.candidates[twins] = _candidates(o, hand, twins)
    return found


def _candidates(o: Outlook, hand: Sequence[District], twins: bool) -> list[Candidate]:
    return [
        Candidate(card, price(o, card), worth(o, o.seat, card) + TEMPO, 1 + (card.id == "monument"))
        for card in (hand if o.twins or twins else dict.fromkeys(hand))
        if useful(o, card, twins)
    ]


def finishing(o: Outlook) -> float:
    """The worth of completing the own city now: its points, and that the game ends."""
    if o.view.finished:
        return 2.0
    ahead = standing(o, o.seat) - max([standing(o, seat) for seat in o.rivals])
    return 4.0 + max(-4.0, min(4.0, ahead / 2 + 2))

"""The last turn: a card that can still be built counts there, and nothing else that is drawn.

So does a card that would complete the own city at once, whenever it is drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import fsum

from engine.bots.building_plan import Terms, plan
from engine.bots.characters import terms
from engine.bots.evaluation import another, income_cards, income_gold, new_cards, price, useful, useful_cards
from engine.bots.features import Outlook
from engine.cards import District


def terms_left(o: Outlook) -> Terms:
    """The terms on which the rest of the own turn builds."""
    assert o.view.turn is not None
    found = terms(o.ruleset, o.view.turn.rank)
    if found.limit < 0:
        return found
    built = sum([found.counts(o.card(id)) for id in o.memory.built])
    limit = max(0, found.limit + 2 * o.memory.directors - built)
    if not limit and any(found.counts(o.card(move.card)) for move in o.view.moves if move.verb == "build"):
        limit = 1  # something was built that did not count
    return found if limit == found.limit else found._replace(limit=limit)


def is_last(o: Outlook) -> bool:
    """Whether this is the own last turn of the game, in which nothing counts that is for later."""
    return not o.horizon and o.acting and not o.frozen


def gold_coming(o: Outlook) -> int:
    """The own gold, with the income of the turn if it is still to come."""
    assert o.view.turn is not None
    return o.gold + (0 if o.view.turn.gathered else income_gold(o))


def cards_to_come(o: Outlook, count: float, have: int, gold: int | None = None) -> float:
    """The worth of cards not yet seen; in the last turn of the best of them, if it is built.

    Args:
        o: The decision.
        count: How many there are.
        have: How many useful ones are in hand.
        gold: What there is to build with then; all that is there and will be when None.
    """
    if not is_last(o):
        return new_cards(o, count, have)
    return best_of(o, count, gold_coming(o) if gold is None else gold, o.hand)


def drawn_income(o: Outlook, gold: int) -> float:
    """The worth of the own income as cards, with some gold to build with after it."""
    later = 0.0 if is_last(o) else income_cards(o, useful_cards(o, o.hand))
    completes = o.missing[o.seat] == 1 and not o.view.finished and not o.frozen
    if not (is_last(o) or completes):
        return later
    return max(later, best_of(o, 3 if o.owns(o.seat, "observatory") else 2, gold, o.hand))


def card_in_hand(o: Outlook, card: District) -> float:
    """The worth of a certain card in hand; in the last turn that of building it."""
    if not is_last(o):
        return another(o, card)
    gold, how = gold_coming(o), terms_left(o)
    return plan(o, gold, how, [*o.hand, card]).value - plan(o, gold, how, o.hand).value + 0.01 * another(o, card)


def best_of(o: Outlook, count: float, gold: int, hand: Sequence[District]) -> float:
    """How much the best of some unseen cards adds to what can be built in this turn from a hand."""
    if count <= 0 or gold < 0:
        return 0.0
    key = (gold, tuple([card.id for card in hand]))
    gains = o.gains.get(key)
    if gains is None:
        gains = o.gains[key] = _gains(o, gold, hand)
    n = len(gains)
    return fsum([gain * (((i + 1) / n) ** count - (i / n) ** count) for i, gain in enumerate(gains) if gain])


def _gains(o: Outlook, gold: int, hand: Sequence[District]) -> list[float]:
    """The gains of all cards that the seat has not seen, least first."""
    how = terms_left(o)
    before = plan(o, gold, how, hand).value
    left = Counter(o.ruleset.cards)
    left.subtract([*o.hand, *[card.plain for city in o.cities for card in city.cards]])
    gains: list[float] = []
    for card, copies in left.items():
        gain = 0.0
        if copies > 0 and how.limit >= 0 and price(o, card) <= gold and useful(o, card, how.twins):
            gain = max(0.0, plan(o, gold, how, [*hand, card]).value - before)
        gains += [gain] * copies
    return sorted(gains) or [0.0]

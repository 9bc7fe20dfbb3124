"""What districts, gold and cards are worth, in points. All knowledge of single districts stands here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from engine.bots.outlook import City, Outlook
from engine.cards import District

TEMPO = 1.0
"""A district more, whatever it is: the end is nearer."""
GOLD = ((5, 0.65), (4, 0.4), (99, 0.15))
"""The first 5 gold are worth 0.65 each, the next 4 0.4, more 0.15: only so much can be spent in a turn."""
NEW_CARD = (1.3, 0.9, 0.6, 0.4, 0.25)
"""A card not yet seen, by the number of useful cards in hand."""
CHOICE = 1.3
"""How much better the best of two cards is than one."""
COLOURS = (3.0, 1.3, 0.5, 0.15, 0.0, 0.0)
"""What a city has of the 3 points for all types, by the types it lacks."""
INCOME = 0.1
"""What a district brings a round through the character of its type."""
PATIENCE = 0.85
"""What a card that cannot be paid yet keeps a round of waiting."""
EARNINGS = 3
"""Gold a round."""
SPITE = (1.0, 0.6, 0.4)
"""What the leader's loss is worth with one rival, two, more."""
TIE = 0.01
"""What decides between things that are worth nothing any more: gold breaks ties."""
ROUNDS = 5
"""Effects further ahead are not counted."""

Extra = Callable[[Outlook, int], float]


def _crown(o: Outlook, seat: int) -> float:
    holds = o.view.crown == seat
    if not o.horizon:
        return 5.0 if holds else 0.0
    return 2.5 if holds else 1.2


def _uniques(o: Outlook, seat: int) -> float:
    return sum([card.type == "unique" for card in o.cities[seat].cards]) + (not o.owns(seat, "wishing_well"))


SCORING: Mapping[str, Extra] = {
    "imperial_treasury": lambda o, seat: min(o.view.players[seat].gold, 6),
    "map_room": lambda o, seat: min(o.view.players[seat].hand, 6),
    "statue": _crown,
    "wishing_well": _uniques,
}
"""Points beside the printed ones that a district will give its owner."""

ROUNDLY: Mapping[str, float] = {
    "laboratory": 0.5,
    "smithy": 0.5,
    "library": 0.6,
    "school_of_magic": 0.4,
    "factory": 0.3,
    "quarry": 0.3,
    "theater": 0.2,
    "cemetery": 0.1,
    "keep": 0.1,
}
"""What a district does for its owner in a round, in points."""


def worth(o: Outlook, seat: int, card: District) -> float:
    """What a district in a seat's city, standing there or about to, is worth to the seat."""
    value = card.points + _colour(o.cities[seat], o.missing(seat), card)
    rounds = min(o.nearest, ROUNDS)
    if card.type == "unique":
        extra = SCORING.get(card.plain.id)
        if extra is not None:
            value += extra(o, seat)
        value += ROUNDLY.get(card.plain.id, 0.0) * rounds
    else:
        value += INCOME * rounds
    return value


def _colour(city: City, missing: int, card: District) -> float:
    """The share of the points for all types that depends on this card."""
    lacking = city.lacking
    stands = card.plain.id in city.names
    if stands and sum([other.type == card.type for other in city.cards]) > 1 and not card.free_type:
        return 0.0
    if stands:
        return COLOURS[lacking] - COLOURS[lacking + 1]
    if not lacking or (card.type in city.kinds and not card.free_type) or lacking > missing:
        return 0.0
    return COLOURS[lacking - 1] - COLOURS[lacking]


def standing(o: Outlook, seat: int) -> float:
    """How a seat stands: its points if the game ended now, and what it has for later."""
    city, p = o.cities[seat], o.view.players[seat]
    points = city.points + (0.0 if city.lacking else 3.0)
    for id, extra in SCORING.items():
        if id in city.names:
            points += extra(o, seat)
    if seat in o.view.finished:
        points += 4 if o.view.finished[0] == seat else 2
    return points + o.horizon * (0.5 * p.gold + 0.5 * p.hand + TEMPO * len(city.cards))


def menaces(o: Outlook) -> list[float]:
    """How much each seat's gain is this seat's loss: the leader's most of all, the own 0.

    What hurts one of several rivals helps the others as well.
    """
    stands = [standing(o, seat) for seat in range(len(o.view.players))]
    best = max([stands[seat] for seat in o.rivals])
    shared = SPITE[min(len(o.rivals), len(SPITE)) - 1]
    found = [shared * max(0.15, 1 - (best - stand) / 8) for stand in stands]
    found[o.seat] = 0.0
    return found


# Gold and cards


def purse(o: Outlook, gold: int) -> float:
    """What gold in the own stash is worth."""
    value, rest = 0.0, gold
    for step, each in GOLD:
        here = min(rest, step)
        value += here * each
        rest -= here
    value *= o.horizon
    if o.owns(o.seat, "imperial_treasury"):
        value = max(value, float(gold))
    return value + gold * TIE


def price(o: Outlook, card: District) -> int:
    """The gold the own seat would pay for a card."""
    return card.cost - (card.type == "unique" and o.owns(o.seat, "factory"))


def useful(o: Outlook, card: District) -> bool:
    """Whether the own city may ever take a card."""
    return card.id not in o.city.names or o.owns(o.seat, "quarry")


def promise(o: Outlook, card: District) -> float:
    """What a card in the own hand is worth, one of each kind."""
    if not useful(o, card):
        return spare(o)
    cost = price(o, card)
    gain = worth(o, o.seat, card) + TEMPO - GOLD[0][1] * cost
    short = cost - o.gold - 2
    if short > 0:
        gain *= PATIENCE ** (short / EARNINGS)
    return max(spare(o), gain * max(o.horizon, TIE))


def spare(o: Outlook) -> float:
    """What a card that will never be built is worth: for sale, or to be counted."""
    if o.owns(o.seat, "map_room"):
        return 1.0
    return (1.0 if o.owns(o.seat, "laboratory") else 0.1) * max(o.horizon, TIE)


def promises(o: Outlook, hand: Sequence[District]) -> list[tuple[float, District]]:
    """The cards of a hand by what they promise, least first; a second of a kind promises little."""
    found: list[tuple[float, District]] = []
    for i, card in enumerate(hand):
        found.append((spare(o) if card in hand[:i] else promise(o, card), card))
    return sorted(found, key=lambda pair: (pair[0], pair[1].id))


def new_cards(o: Outlook, count: float, have: int) -> float:
    """What cards not yet seen are worth to who has some useful ones."""
    value, left = 0.0, count
    while left > 0:
        value += min(1.0, left) * NEW_CARD[min(have, len(NEW_CARD) - 1)]
        left -= 1
        have += 1
    value *= o.horizon
    return max(value, count) if o.owns(o.seat, "map_room") else value


def useful_cards(o: Outlook, hand: Sequence[District]) -> int:
    """How many different cards of a hand the own city may take."""
    return len({card for card in hand if useful(o, card)})


# Building


class Plan(NamedTuple):
    """What to build in this turn."""

    value: float
    """What it brings, with the gold that is left."""
    cards: tuple[District, ...]


def plan(o: Outlook, gold: int, limit: int, hand: Sequence[District]) -> Plan:
    """The best use of some gold for up to ``limit`` buildings."""
    options: list[tuple[District, int, float]] = []
    for card in dict.fromkeys(hand):
        if useful(o, card):
            cost = price(o, card)
            if cost <= gold:
                options.append((card, cost, worth(o, o.seat, card) + TEMPO))
    best = Plan(purse(o, gold), ())
    missing = o.missing(o.seat)
    if len(options) > 8 and limit > 1:
        options = sorted(options, key=lambda option: -option[2])[:8]
    for count in range(1, min(limit, len(options)) + 1):
        finish = finishing(o) if 0 < missing <= count else 0.0
        for chosen in combinations(options, count):
            cost = sum([option[1] for option in chosen])
            if cost <= gold:
                value = sum([option[2] for option in chosen]) + purse(o, gold - cost) + finish
                if value > best.value:
                    best = Plan(value, tuple([option[0] for option in chosen]))
    return best


def finishing(o: Outlook) -> float:
    """What it is worth to complete the own city now: its points, and that the game ends."""
    if o.view.finished:
        return 2.0
    ahead = standing(o, o.seat) - max([standing(o, seat) for seat in o.rivals])
    return 4.0 + max(-4.0, min(4.0, ahead / 2 + 2))

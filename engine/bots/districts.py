"""Worth of each district and action card beside its printed points. `district_moves` judges their moves."""

from __future__ import annotations

from engine.bots.evaluation import (
    price,
    promise,
    promises,
    purse,
    useful,
    worth,
)
from engine.bots.features import NEVER, TEMPO, Outlook, Worths
from engine.cards import TYPES, District


def _crown(o: Outlook, seat: int) -> float:
    holds = o.view.crown == seat
    if not o.horizon:
        return 5.0 if holds else 0.0
    return 2.5 if holds else 1.2


def _uniques(o: Outlook, seat: int) -> float:
    return sum([card.type == "unique" for card in o.cities[seat].cards])


def _odd(o: Outlook, seat: int) -> float:
    return sum([card.cost % 2 for card in o.cities[seat].cards]) + 0.4 * o.missing[seat]


def _triple(o: Outlook, seat: int) -> float:
    types = [card.type for card in o.cities[seat].cards]
    most = max([types.count(type) for type in TYPES])
    return 3.0 if most > 2 else min(2.0, 0.5 * most + 0.3 * o.missing[seat])


def _alone(o: Outlook, seat: int) -> float:
    others = [card for card in o.cities[seat].cards if card.type == "unique" and card.plain.id != "ivory_tower"]
    return 0.0 if any(not card.free_type for card in others) else 4.0


def _stored(o: Outlook, seat: int) -> float:
    under = o.view.tokens.get("museum")
    return (under.amount if under and o.owns(seat, "museum") else 0) + 0.6 * o.rounds


def _ender(o: Outlook, seat: int) -> float:
    return 1.0 if seat not in o.view.things.get("bell_tower", ()) else 0.5


def flight(o: Outlook, card: District, below: District) -> float:
    """The gain of building a card over a district of the own city."""
    if below.action or card.cost <= below.cost or not useful(o, card):
        return NEVER
    paid = max(0, price(o, card) - below.cost)
    missing = max(0, paid - o.gold)
    gain = worth(o, o.seat, card) - worth(o, o.seat, below)
    if missing:  # the Cardinal gives cards for it
        others = o.hand.copy()
        others.remove(card)
        given = [value for value, _ in promises(o, others)[:missing]]
        if o.character.id != "cardinal" or len(given) < missing:
            return NEVER
        gain -= sum(given)
    return gain - purse(o, o.gold) + purse(o, o.gold + missing - paid) - 0.5 * promise(o, card)


WORTHS = Worths(
    extra={
        "imperial_treasury": lambda o, seat: min(o.view.players[seat].gold, 6),
        "map_room": lambda o, seat: min(o.view.players[seat].hand, 6),
        "statue": _crown,
        "wishing_well": _uniques,
        "basilica": _odd,
        "capitol": _triple,
        "ivory_tower": _alone,
        "museum": _stored,
        "monument": lambda o, seat: TEMPO,
        "bell_tower": _ender,
    },
    per_round={
        "laboratory": 0.5,
        "smithy": 0.5,
        "library": 0.6,
        "school_of_magic": 0.4,
        "factory": 0.3,
        "quarry": 0.3,
        "theater": 0.2,
        "cemetery": 0.1,
        "graveyard": 0.1,
        "keep": 0.1,
        "gold_mine": 0.5,
        "observatory": 0.3,
        "park": 0.4,
        "poor_house": 0.4,
        "throne_room": 0.4,
        "great_wall": 0.2,
        "hospital": 0.1,
        "framework": 0.2,
        "armory": 0.2,
    },
    held={
        "secret_vault": 2.7,
        "fortune_teller": 1.8,
        "circus_tent": 1.7,
        "human_cannonball": 1.5,
        "director": 1.4,
        "rasputin": 1.4,
        "acrobat": 1.2,
        "cash_wagon": 1.2,
    },
)
"""A card that is not listed is worth what is printed on it."""

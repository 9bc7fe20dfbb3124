"""Evaluation of districts, gold and cards, in points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine import build
from engine.bots.features import TEMPO, City, Outlook
from engine.cards import District

GOLD = ((5, 0.65), (4, 0.4), (99, 0.15))
"""The first 5 gold are worth 0.65 each, the next 4 0.4, more 0.15: only so much can be spent in a turn."""
NEW_CARD = (1.3, 0.9, 0.6, 0.4, 0.25)
"""A card not yet seen, by the number of useful cards in hand."""
CHOICE = 1.3
"""How much better the best of two cards is than one."""
BEST_OF_THREE = 1.6
COLOURS = (3.0, 1.3, 0.5, 0.15, 0.0, 0.0)
"""Expected part of the 3 points for all types, by the number of types that the city lacks."""
INCOME = 0.1
"""Worth of a district a round through the character of its type."""
PATIENCE = 0.85
"""The part of its worth that a card keeps for each round it waits until it can be paid for."""
EARNINGS = 3
"""Gold a round."""
SPITE = (1.0, 0.6, 0.4)
"""Worth of the leader's loss with one rival, with two, with more."""


def worth(o: Outlook, seat: int, card: District) -> float:
    """The worth of a district in a seat's city at the end; the same whether it stands there or not."""
    city = o.cities[seat]
    value = card.points + _colour(city, o.missing[seat], card)
    if card.type == "unique":
        extra = o.worths.extra.get(card.plain.id)
        if extra is not None:
            value += extra(o, seat)
        value += o.worths.per_round.get(card.plain.id, 0.0) * o.rounds
        value += _beside(city, card)
    elif card.type:
        value += INCOME * o.rounds
    if card.cost % 2 and "basilica" in city.names:
        value += 1
    return value


def _beside(city: City, card: District) -> float:
    """The effect of a unique district on the others of its city."""
    value = 0.0
    if "wishing_well" in city.names and card.plain.id != "wishing_well":
        value += 1
    if "ivory_tower" in city.names and not card.free_type:
        uniques = sum([other.type == "unique" for other in city.cards])
        stands = card.plain.id in city.names
        value -= 5 if card.plain.id != "ivory_tower" and uniques == 1 + stands else 0
    return value


def _colour(city: City, missing: int, card: District) -> float:
    """The share of the points for all types that depends on this card."""
    if card.action:
        return 0.0
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
    """The standing of a seat: its points if the game ended now, and what it has for later."""
    city, p = o.cities[seat], o.view.players[seat]
    points = city.points + (0.0 if city.lacking else 3.0)
    for id, extra in o.worths.extra.items():
        if id in city.names:
            points += extra(o, seat)
    if "imperial_treasury" in city.names and not o.frozen:  # its gold counts once
        points -= min(p.gold, 6, 0.5 * o.horizon * p.gold)
    if seat in o.view.firsts:
        points += 4
    points += completed(o, seat)
    return points + o.horizon * (0.5 * p.gold + 0.5 * p.hand + TEMPO * len(city.cards))


def completed(o: Outlook, seat: int) -> int:
    """The points for a complete city that the loss of a district takes away: the first one keeps its own."""
    return 2 if seat in o.view.finished and seat not in o.view.firsts and not o.missing[seat] else 0


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
    """The worth of gold in the own stash."""
    value = _stash(gold) * o.horizon
    if "imperial_treasury" in o.city.names:
        value = max(value, gold * 1.0)
    return value + gold * 0.01


@lru_cache(maxsize=1024)
def _stash(gold: int) -> float:
    """The worth of gold while there is time to spend it."""
    value, rest = 0.0, gold
    for step, each in GOLD:
        here = min(rest, step)
        value += here * each
        rest -= here
    return value


def price(o: Outlook, card: District) -> int:
    """The gold the own seat would pay for a card."""
    return build.price(o.ruleset, o.city.cards, card)


def useful(o: Outlook, card: District, twins: bool = False) -> bool:
    """Whether the own city may ever take a card; ``twins``: in this turn also what it already has."""
    if card.id in o.worths.held or (card.id == "monument" and sum([not d.action for d in o.city.cards]) >= 5):
        return False
    return twins or o.twins or card.id not in o.city.names


def promise(o: Outlook, card: District) -> float:
    """The worth of a card in the own hand, one of each kind."""
    sure = points_in_hand(o, card)
    spare = 0.9 if o.owns(o.seat, "laboratory") else 0.1
    if card.id in o.worths.held:
        return max(sure, o.worths.held[card.id] * o.horizon)
    if not useful(o, card):
        return max(sure, spare * o.horizon, 0.005)
    cost = price(o, card)
    gain = worth(o, o.seat, card) + TEMPO - 0.65 * cost
    short = cost - o.gold - 2
    if short > 0:
        gain *= PATIENCE ** (short / EARNINGS)
    return max(sure, max(spare, gain) * max(o.horizon, 0.05))


def another(o: Outlook, card: District) -> float:
    """The worth of one more card beside the own hand."""
    if card in o.hand and useful(o, card) and not o.twins:
        return points_in_hand(o, card)
    return promise(o, card)


def points_in_hand(o: Outlook, card: District) -> float:
    """The points of a card that stays in the own hand to the end."""
    return float(o.owns(o.seat, "map_room")) + (1 if card.action else 3 if card.id == "secret_vault" else 0)


def promises(o: Outlook, hand: Sequence[District]) -> list[tuple[float, District]]:
    """The cards of a hand by what they promise, least first; a second of a kind promises little."""
    spare = 0.9 if o.owns(o.seat, "laboratory") else 0.1
    found: list[tuple[float, District]] = []
    for i, card in enumerate(hand):
        again = card in hand[:i] and card.id not in o.worths.held and not o.twins
        found.append((max(points_in_hand(o, card), spare * o.horizon) if again else promise(o, card), card))
    return sorted(found, key=lambda pair: (pair[0], pair[1].id))


def new_cards(o: Outlook, count: float, have: int) -> float:
    """The worth of cards not yet seen to a player with some useful ones."""
    value, left = 0.0, count
    while left > 0:
        value += min(1.0, left) * NEW_CARD[min(have, len(NEW_CARD) - 1)]
        left -= 1
        have += 1
    return value * o.horizon


def income_gold(o: Outlook) -> int:
    """The own income when it is taken as gold."""
    return 3 if o.owns(o.seat, "gold_mine") else 2


def income_cards(o: Outlook, have: int) -> float:
    """The worth of the own income as cards to a player with some useful ones."""
    drawn = 3 if o.owns(o.seat, "observatory") else 2
    if o.owns(o.seat, "library"):
        return new_cards(o, drawn if o.view.rules.edition == "deluxe" else 2, have)
    return (CHOICE if drawn == 2 else BEST_OF_THREE) * new_cards(o, 1, have)


def useful_cards(o: Outlook, hand: Sequence[District]) -> int:
    """How many different cards of a hand the own city may take."""
    cards = [card for card in hand if useful(o, card)]
    return len(cards) if o.twins else len(set(cards))

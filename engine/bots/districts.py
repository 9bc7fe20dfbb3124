"""Worth of each district and action card beside what is printed on it: one value a card, in points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.bots.evaluation import (
    another,
    income_cards,
    income_gold,
    price,
    promise,
    promises,
    purse,
    standing,
    useful,
    useful_cards,
    worth,
)
from engine.bots.features import NEVER, TEMPO, Outlook
from engine.bots.knowledge import Judge, Value, Values
from engine.cards import TYPES, District
from engine.move import Move

if TYPE_CHECKING:
    from engine.bots.targets import Aims


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


# Answers to questions


def _theater(o: Outlook, aims: Aims) -> Judge:
    """Change characters when the other one is likely to be better."""

    def judge(move: Move) -> float:
        if move.verb == "pass":
            return 0.0
        given = o.ruleset.rank_of(move.card) if move.card else o.view.roles[0]
        return aims.trade(move.seat, given)

    return judge


def _search(o: Outlook, aims: Aims) -> Judge:
    """The card of the deck that promises most."""
    return lambda move: another(o, o.card(move.card)) if move.card else 0.0


def _thieves_den(o: Outlook, aims: Aims) -> Judge:
    """Cards that promise less than the gold they save."""
    asked = o.view.asked
    assert asked is not None
    left = max(0, o.gold - asked.amount)
    saved = purse(o, left + 1) - purse(o, left)
    value = {card.id: value for value, card in reversed(promises(o, o.hand))}
    return lambda move: saved - value[move.card] if move.verb == "pay" else 0.0


def _cemetery(o: Outlook, aims: Aims) -> Judge:
    """A card back for a gold."""
    asked = o.view.asked
    assert asked is not None
    gain = promise(o, o.card(asked.card)) - purse(o, o.gold) + purse(o, o.gold - 1)
    return lambda move: gain if move.verb == "recover" else 0.0


def _hospital(o: Outlook, aims: Aims) -> Judge:
    """Income without a turn."""
    gold = purse(o, o.gold + income_gold(o)) - purse(o, o.gold)
    value = {"gold": gold, "draw": income_cards(o, useful_cards(o, o.hand)), "pass": NEVER}
    return lambda move: value[move.verb]


def _bell_tower(o: Outlook, aims: Aims) -> Judge:
    """One district fewer when this city is nearest to the end and ahead."""
    missing = o.missing[o.seat]
    nearest = min([o.missing[seat] for seat in o.rivals])
    ahead = standing(o, o.seat) > max([standing(o, seat) for seat in o.rivals])
    shorten = not o.view.finished and nearest > 1 and (missing <= 1 or (ahead and missing <= nearest))
    return lambda move: float((move.verb == "shorten") == shorten)


def _cannonball(o: Outlook, aims: Aims) -> Judge:
    """The best district over another."""
    return lambda move: flight(o, o.card(move.card), o.card(move.target)) if move.target else 0.0


def _borrow(o: Outlook, aims: Aims) -> Judge:
    """The gold of the leader."""
    return lambda move: aims.menace[move.seat]


def _acrobat(o: Outlook, aims: Aims) -> Judge:
    """The crown for the point the card is worth."""
    crown = 0.0 if o.view.crown == o.seat else 1.2 * o.horizon + (4.0 if o.owns(o.seat, "statue") else 0.0)
    return lambda move: crown - 1 if move.verb == "play" else 0.0


def _rasputin(o: Outlook, aims: Aims) -> Judge:
    """Protection for the point the card is worth, when there is something to lose."""
    asked = o.view.asked
    assert asked is not None
    marks = o.view.marks
    at_stake = purse(o, o.gold) - purse(o, 0)
    if asked.rank in (marks.get("killed"), marks.get("bewitched")):
        at_stake = 3.0 if o.horizon else 2.0
    elif asked.rank != marks.get("robbed"):
        at_stake *= 0.4
    return lambda move: at_stake - 1 if move.verb == "play" else 0.0


def _cash_wagon(o: Outlook, aims: Aims) -> Judge:
    """The gold of the wagon, when it is much or the end is near."""
    asked = o.view.asked
    assert asked is not None
    enough = asked.amount >= 4 or o.nearest <= 2
    return lambda move: float((move.verb == "cash") == enough)


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


VALUES = Values(
    {
        "imperial_treasury": Value(lambda o, seat: min(o.view.players[seat].gold, 6)),
        "map_room": Value(lambda o, seat: min(o.view.players[seat].hand, 6)),
        "statue": Value(_crown),
        "wishing_well": Value(_uniques),
        "basilica": Value(_odd),
        "capitol": Value(_triple),
        "ivory_tower": Value(_alone),
        "museum": Value(_stored, judges={"store": lambda turn, move: turn.store(move)}),
        "monument": Value(lambda o, seat: TEMPO),
        "bell_tower": Value(_ender, answers={"bell_tower": _bell_tower}),
        "laboratory": Value(per_round=0.5, judges={"sell": lambda turn, move: turn.sell(move)}),
        "smithy": Value(per_round=0.5, judges={"forge": lambda turn, move: turn.forge(move)}),
        "library": Value(per_round=0.6),
        "school_of_magic": Value(per_round=0.4),
        "factory": Value(per_round=0.3),
        "quarry": Value(per_round=0.3),
        "theater": Value(per_round=0.2, answers={"theater": _theater}),
        "cemetery": Value(per_round=0.1, answers={"cemetery": _cemetery}),
        "graveyard": Value(per_round=0.1),
        "keep": Value(per_round=0.1),
        "gold_mine": Value(per_round=0.5),
        "observatory": Value(per_round=0.3),
        "park": Value(per_round=0.4),
        "poor_house": Value(per_round=0.4),
        "throne_room": Value(per_round=0.4),
        "great_wall": Value(per_round=0.2),
        "hospital": Value(per_round=0.1, answers={"hospital": _hospital}),
        "framework": Value(per_round=0.2),
        "armory": Value(per_round=0.2, judges={"demolish": lambda turn, move: turn.demolish(move)}),
        "lighthouse": Value(answers={"search": _search}),
        "thieves_den": Value(answers={"thieves_den": _thieves_den}),
        "secret_vault": Value(held=2.7),
        "fortune_teller": Value(held=1.8),
        "circus_tent": Value(held=1.7),
        "human_cannonball": Value(held=1.5, answers={"cannonball": _cannonball, "borrow": _borrow}),
        "director": Value(held=1.4),
        "rasputin": Value(held=1.4, answers={"rasputin": _rasputin}),
        "acrobat": Value(held=1.2, answers={"acrobat": _acrobat}),
        "cash_wagon": Value(
            held=1.2, judges={"stake": lambda turn, move: turn.stake(move)}, answers={"cash_wagon": _cash_wagon}
        ),
    }
)
"""Card -> its value; one that is not listed is worth what is printed on it."""

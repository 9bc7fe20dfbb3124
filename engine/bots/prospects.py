"""Evaluation of characters: the points one would bring a player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import NamedTuple

from engine.bots.building import Terms, plan
from engine.bots.outlook import Outlook
from engine.bots.worth import TEMPO, income_cards, income_gold, new_cards, purse, useful_cards
from engine.cards import Character

AVERAGE = 3.2
"""What a district costs on average."""
CROWN = 0.9
"""Choosing first in the next round."""
WARMTH = 1.2
"""How far the others' choices stray from the best one: points that make a choice e times less likely."""


class Prospect(NamedTuple):
    """What a character brings beside the ordinary turn."""

    gold: float = 0.0
    cards: float = 0.0
    bonus: float = 0.0
    """Points of its power."""


Power = Callable[[Outlook, int, Character], Prospect]


def _income(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(gold=o.cities[seat].incomes.get(getattr(character, "type", ""), 0))


def _assassin(o: Outlook, seat: int, character: Character) -> Prospect:
    near = min([o.missing(other) for other in range(len(o.cities)) if other != seat])
    return Prospect(bonus=(3.0, 3.0, 2.0, 1.5)[near] if near < 4 else 1.1)


def _witch(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(bonus=1.0)


def _magistrate(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(bonus=2.8)


def _richest(o: Outlook, seat: int) -> int:
    return max([p.gold for p in o.view.players if p.seat != seat])


def _thief(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(gold=0.3 * _richest(o, seat))


def _blackmailer(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(gold=0.35 * (_richest(o, seat) + 2))


def _magician(o: Outlook, seat: int, character: Character) -> Prospect:
    most = max([p.hand for p in o.view.players if p.seat != seat])
    mine = o.view.players[seat].hand
    if seat == o.seat:
        mine = useful_cards(o, o.hand)
        return Prospect(cards=max(0.8 * most - mine, 0.5 * (len(o.hand) - mine)))
    return Prospect(cards=max(0, most - mine))


def _seer(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(0, 0.25 * sum([p.hand > 0 for p in o.view.players if p.seat != seat]), -0.8)


def _king(o: Outlook, seat: int, character: Character) -> Prospect:
    statue = 2.5 if o.owns(seat, "statue") and o.nearest <= 2 else 0.0
    return Prospect(o.cities[seat].incomes["noble"], 0, CROWN * o.horizon + statue)


def _bishop(o: Outlook, seat: int, character: Character) -> Prospect:
    at_risk = 0.3 if o.missing(seat) > 2 else 1.0
    return Prospect(o.cities[seat].incomes["religious"], 0, at_risk if o.cities[seat].cards else 0.0)


def _cardinal(o: Outlook, seat: int, character: Character) -> Prospect:
    hand = o.view.players[seat].hand
    return Prospect(min(_richest(o, seat), max(0, hand - 2), 2), o.cities[seat].incomes["religious"])


def _merchant(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(gold=o.cities[seat].incomes["trade"] + 1)


def _architect(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(cards=2)


def _warlord(o: Outlook, seat: int, character: Character) -> Prospect:
    cheap = any(card.cost == 1 for other, city in enumerate(o.cities) if other != seat for card in city.cards)
    return Prospect(o.cities[seat].incomes["military"], 0, 0.6 if cheap else 0.3)


def _queen(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(gold=3 * min(1.0, 2.2 / (len(o.cities) - 1)))


def _artist(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(bonus=0.1 * min(2, len(o.cities[seat].cards)))


def _spy(o: Outlook, seat: int, character: Character) -> Prospect:
    found = max([min(0.3 * p.hand, p.gold) for p in o.view.players if p.seat != seat])
    cards = 0.3 * max([p.hand for p in o.view.players if p.seat != seat])
    return Prospect(gold=found, cards=cards)


def _tax_collector(o: Outlook, seat: int, character: Character) -> Prospect:
    if character.rank == 2:
        return Prospect(bonus=0.35 * (len(o.cities) - 1))
    coming = 0.6 * (len(o.cities) - 1)
    return Prospect(gold=sum(o.view.things.get("tax_collector", ())) + coming * (not o.acting))


def _wizard(o: Outlook, seat: int, character: Character) -> Prospect:
    most = max([p.hand for p in o.view.players if p.seat != seat])
    return Prospect(cards=min(most, 3) * 0.5, bonus=0.8 if most and o.view.players[seat].gold > 3 else 0.0)


def _emperor(o: Outlook, seat: int, character: Character) -> Prospect:
    loss = -0.5 * CROWN if o.view.crown == seat else 0.2
    statue = -2.0 if o.owns(seat, "statue") and o.view.crown == seat else 0.0
    return Prospect(o.cities[seat].incomes["noble"] + 1, 0, loss * o.horizon + statue)


def _patrician(o: Outlook, seat: int, character: Character) -> Prospect:
    royal = _king(o, seat, character)
    return Prospect(0, royal.gold, royal.bonus)


def _abbot(o: Outlook, seat: int, character: Character) -> Prospect:
    poor = o.view.players[seat].gold < _richest(o, seat)
    return Prospect(gold=o.cities[seat].incomes["religious"] + poor)


def _alchemist(o: Outlook, seat: int, character: Character) -> Prospect:
    p = o.view.players[seat]
    if seat == o.seat or not p.hand:
        return Prospect()  # the terms of building say it all
    return Prospect(bonus=0.5 * min(p.gold + 2, AVERAGE + 1))


def _navigator(o: Outlook, seat: int, character: Character) -> Prospect:
    gold = o.view.players[seat].gold + 2
    if seat == o.seat:
        cards = new_cards(o, 4, useful_cards(o, o.hand))
        if cards > purse(o, gold + 4) - purse(o, gold):
            return Prospect(cards=4)
    return Prospect(gold=4)


def _scholar(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(cards=1, bonus=1.2 * o.horizon)


def _diplomat(o: Outlook, seat: int, character: Character) -> Prospect:
    cards = o.cities[seat].cards
    return Prospect(o.cities[seat].incomes["military"], 0, 1.0 if cards and o.nearest > 0 else 0.1)


def _marshal(o: Outlook, seat: int, character: Character) -> Prospect:
    names = o.cities[seat].names
    costs = [
        card.cost
        for other, city in enumerate(o.cities)
        if other != seat and o.missing(other)
        for card in city.cards
        if card.cost <= 3 and not card.action and (o.table.duplicates or card.plain.id not in names)
    ]
    income = o.cities[seat].incomes["military"]
    gold = o.view.players[seat].gold + 2 + income
    loot = [cost for cost in costs if cost <= gold]
    return Prospect(income, 0, (TEMPO + 0.5 + 0.3 * max(loot)) if loot else 0.1)


POWERS: Mapping[str, Power] = {
    "assassin": _assassin,
    "witch": _witch,
    "magistrate": _magistrate,
    "thief": _thief,
    "blackmailer": _blackmailer,
    "magician": _magician,
    "seer": _seer,
    "king": _king,
    "bishop": _bishop,
    "cardinal": _cardinal,
    "merchant": _merchant,
    "architect": _architect,
    "warlord": _warlord,
    "queen": _queen,
    "artist": _artist,
    "spy": _spy,
    "tax_collector": _tax_collector,
    "wizard": _wizard,
    "emperor": _emperor,
    "patrician": _patrician,
    "abbot": _abbot,
    "alchemist": _alchemist,
    "trader": _income,
    "navigator": _navigator,
    "scholar": _scholar,
    "diplomat": _diplomat,
    "marshal": _marshal,
}
"""What each character brings; of one that is not listed only its income is known."""


def terms(o: Outlook, rank: int) -> Terms:
    """On what terms a character builds in a fresh turn."""
    character = o.table.char(rank)
    return Terms(
        character.builds or -1,
        "trade" if character.id == "trader" else "",
        character.id == "alchemist",
        character.id == "wizard",
        int(rank != 9 and len(o.table.ranks) == 9 and o.table.char(9).id == "tax_collector"),
    )


def prospect(o: Outlook, seat: int, rank: int) -> Prospect:
    """What a character would bring a seat, from what everybody sees (and, for the own seat, its hand)."""
    character = o.table.char(rank)
    return POWERS.get(character.id, _income)(o, seat, character)


def own_turn(o: Outlook, rank: int) -> float:
    """What a turn as a character would be worth to the own seat, the gold it has now included."""
    more = prospect(o, o.seat, rank)
    how = terms(o, rank)
    limit = max(0, how.limit)
    gold = o.gold + int(more.gold)
    have = useful_cards(o, o.hand)
    with_gold = plan(o, gold + income_gold(o), how, o.hand).value
    with_cards = plan(o, gold, how, o.hand).value + income_cards(o, have)
    # Cards that come in the turn can be built in it when the hand leaves room for more.
    spare = min(more.cards, max(0, limit - have)) if limit > 1 else 0
    return max(with_gold, with_cards) + more.bonus + new_cards(o, more.cards, have) + 0.5 * spare


def turn_of(o: Outlook, seat: int, rank: int) -> float:
    """What a turn as a character seems to be worth to a seat, as everybody sees it."""
    p = o.view.players[seat]
    more = prospect(o, seat, rank)
    character = o.table.char(rank)
    builds = character.builds + (1 if character.id == "trader" else 0)
    limit = min(builds, p.hand + (more.cards > 0))
    gold = p.gold + 2 + more.gold
    built = min(limit, gold / 2)
    spent = min(gold, AVERAGE * built)
    value = spent + TEMPO * built + 0.5 * (gold - spent) + more.bonus + 0.7 * more.cards
    if 0 < o.missing(seat) <= built:
        value += 4
    return value


def turns(o: Outlook) -> list[list[float]]:
    """What a turn as each rank seems to be worth to each seat; index 0 of the ranks is unused."""
    return [[0.0, *(turn_of(o, seat, rank) for rank in o.table.ranks)] for seat in range(len(o.cities))]


def wishes(turns: Sequence[Sequence[float]]) -> list[list[float]]:
    """How much each seat wants each rank, from what their turns are worth."""
    found: list[list[float]] = []
    for values in turns:
        best = max(values)
        found.append([0.0, *(max(0.02, exp((value - best) / WARMTH)) for value in values[1:])])
    return found


def takings(o: Outlook) -> tuple[int, int]:
    """The gold and the cards that ``collect`` would bring in the own turn."""
    character = o.character
    match character.id:
        case "architect":
            return 0, 2
        case "scholar":
            return 0, 1
        case "navigator":
            return 0, 0  # nothing is built with it in this turn
        case "queen":
            return 3, 0
        case "tax_collector":
            return sum(o.view.things.get("tax_collector", ())), 0
        case "cardinal":
            return 0, o.city.incomes["religious"]
        case "patrician":
            return 0, o.city.incomes["noble"]
    return o.city.incomes.get(getattr(character, "type", ""), 0), 0

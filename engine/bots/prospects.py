"""What a character would bring a player. All knowledge of single characters stands here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import NamedTuple

from engine.bots.outlook import Outlook
from engine.bots.worth import CHOICE, TEMPO, new_cards, plan, useful_cards
from engine.cards import Character

AVERAGE = 3.2
"""What a district costs on average."""
ROYAL = 4
"""The rank that takes the crown."""
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
    return Prospect(bonus=3.0)


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
    return Prospect(0, 0.25 * sum([p.hand > 0 for p in o.view.players if p.seat != seat]), -1.2)


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
    chance = _king_beside(o) if seat == o.seat and o.choosing else 2 / (len(o.cities) - 1)
    return Prospect(gold=3 * chance)


def _king_beside(o: Outlook) -> float:
    """The probability, while characters are chosen, that rank 4 sits next to the own seat."""
    players, n = o.view.players, len(o.view.players)
    chosen = ROYAL not in o.view.saw[-1]
    may = [p.seat for p in players if p.seat != o.seat and (p.roles > 0) == chosen]
    beside = [seat for seat in may if (seat - o.seat) % n in (1, n - 1)]
    return rival_chance(o, ROYAL) * len(beside) / max(1, len(may))


def _artist(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(bonus=0.1 * min(2, len(o.cities[seat].cards)))


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
}
"""What each character brings; of one that is not listed only its income is known."""


def rival_chance(o: Outlook, rank: int) -> float:
    """The probability that a rival holds a rank after the draft, if it is not chosen here."""
    view = o.view
    if rank in view.faceup or rank in view.roles or rank in view.aside:
        return 0.0
    pool = view.saw[-1]
    others = sum([p.roles for p in view.players]) - len(view.roles)
    if rank not in pool:
        gone = len(o.table.ranks) - len(view.faceup) - len(pool) - len(view.roles) - len(view.aside)
        return min(1.0, others / gone)
    return min(1.0, (len(o.table.plan.picks[0]) * len(view.players) - len(view.roles) - 1 - others) / len(pool))


def prospect(o: Outlook, seat: int, rank: int) -> Prospect:
    """What a character would bring a seat, from what everybody sees (and, for the own seat, its hand)."""
    character = o.table.char(rank)
    return POWERS.get(character.id, _income)(o, seat, character)


def own_turn(o: Outlook, rank: int) -> float:
    """What a turn as a character would be worth to the own seat, the gold it has now included."""
    more = prospect(o, o.seat, rank)
    limit = o.table.char(rank).builds
    gold = o.gold + int(more.gold)
    have = useful_cards(o, o.hand)
    with_gold = plan(o, gold + 2, limit, o.hand).value
    with_cards = plan(o, gold, limit, o.hand).value + CHOICE * new_cards(o, 1, have)
    # Cards that come in the turn can be built in it when the hand leaves room for more.
    spare = min(more.cards, max(0, limit - have)) if limit > 1 else 0
    return max(with_gold, with_cards) + more.bonus + new_cards(o, more.cards, have) + 0.5 * spare


def turn_of(o: Outlook, seat: int, rank: int) -> float:
    """What a turn as a character seems to be worth to a seat, as everybody sees it."""
    p = o.view.players[seat]
    more = prospect(o, seat, rank)
    limit = min(o.table.char(rank).builds, p.hand + (more.cards > 0))
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
        case "queen":
            return 3, 0
        case "cardinal":
            return 0, o.city.incomes["religious"]
    return o.city.incomes.get(getattr(character, "type", ""), 0), 0

"""Evaluation of a turn as a character, for any player; what single characters bring is in `engine.bots.characters`."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from engine.bots.building_plan import plan
from engine.bots.characters import AVERAGE, known, terms
from engine.bots.evaluation import income_cards, income_gold, new_cards, useful_cards
from engine.bots.features import TEMPO, Outlook
from engine.bots.knowledge import Prospect

WARMTH = 1.2
"""How far the others' choices stray from the best one: points that make a choice e times less likely."""


def prospect(o: Outlook, seat: int, rank: int) -> Prospect:
    """The worth of a character to a seat, from what everybody sees (and, for the own seat, its hand)."""
    character = o.ruleset.char(rank)
    return known(character).power(o, seat, character)


def own_turn(o: Outlook, rank: int) -> float:
    """The worth of a turn as a character to the own seat, the gold it has now included."""
    more = prospect(o, o.seat, rank)
    how = terms(o.ruleset, rank)
    limit = max(0, how.limit)
    gold = o.gold + int(more.gold)
    have = useful_cards(o, o.hand)
    with_gold = plan(o, gold + income_gold(o), how, o.hand).value
    with_cards = plan(o, gold, how, o.hand).value + income_cards(o, have)
    # Cards that come in the turn can be built in it when the hand leaves room for more.
    spare = min(more.cards, max(0, limit - have)) if limit > 1 else 0
    return max(with_gold, with_cards) + more.bonus + new_cards(o, more.cards, have) + 0.5 * spare


def turn_of(o: Outlook, seat: int, rank: int) -> float:
    """The worth of a turn as a character to a seat, as everybody sees it."""
    p = o.view.players[seat]
    character = o.ruleset.char(rank)
    about = known(character)
    more = about.power(o, seat, character)
    builds = character.builds + (1 if about.free else 0)
    limit = min(builds, p.hand + (more.cards > 0))
    gold = p.gold + 2 + more.gold
    built = min(limit, gold / 2)
    spent = min(gold, AVERAGE * built)
    value = spent + TEMPO * built + 0.5 * (gold - spent) + more.bonus + 0.7 * more.cards
    if 0 < o.missing[seat] <= built:
        value += 4
    return value


def turns(o: Outlook) -> list[list[float]]:
    """The worth of a turn as each rank to each seat; index 0 of the ranks is unused."""
    return [[0.0, *(turn_of(o, seat, rank) for rank in o.ruleset.ranks)] for seat in range(len(o.cities))]


def wishes(turns: Sequence[Sequence[float]]) -> list[list[float]]:
    """How much each seat wants each rank, from what their turns are worth."""
    found: list[list[float]] = []
    for values in turns:
        best = max(values)
        found.append([0.0, *(max(0.02, exp((value - best) / WARMTH)) for value in values[1:])])
    return found


def takings(o: Outlook) -> tuple[int, int]:
    """The gold and the cards that ``collect`` would bring in the own turn."""
    return known(o.character).takings(o)

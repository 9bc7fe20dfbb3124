"""What a decision says that a move costs is what it takes, and nothing that is not printed is left unsaid."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import Move, State, view
from engine.bots import evaluation
from engine.bots.districts import WORTHS
from engine.bots.features import Outlook
from engine.bots.memory import Memory
from engine.bots.targets import Aims
from tests.support.engine.games import BOXES, Box, choices, random_game

AIMED = ("destroy", "seize", "offer")
"""Verbs whose price is never printed."""


def paid(g: State, move: Move) -> int:
    """The gold that the asked seat pays for what a move does, tax apart."""
    then = g.clone()
    then.apply(move)
    return sum(
        event.amount
        for event in then.drain()
        if event.seat == g.seat
        and (event.kind in ("build", "give") or (event.kind == "pay" and event.note in ("build", "destroy")))
        and event.note != "tax_collector"
    )


def settled_later(g: State, move: Move, price: int = 0) -> bool:
    """Whether a move is paid for by what is asked next, or with borrowed gold."""
    assert g.seat is not None
    return price > g.players[g.seat].gold or g.ruleset.district(move.card).by_cards


def check(g: State) -> Counter[str]:
    """The prices of one decision; how many there were, by verb."""
    offered = {price.move: price for price in g.prices()}
    assert set(offered) <= set(g.moves)
    for move in g.moves:
        price = offered.get(move)
        if move.verb in AIMED:
            assert price is not None, move
        if price is not None:
            assert price.gold == paid(g, move) or settled_later(g, move, price.gold), price
        elif move.verb == "build" and move.seat < 0 and not settled_later(g, move):
            assert paid(g, move) == g.ruleset.district(move.card).cost, move
    return Counter(move.verb for move in offered) + Counter(f"{p.move.verb} {p.card}" for p in offered.values())


@pytest.mark.slow
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_a_move_takes_what_it_is_said_to_cost(box: Box) -> None:
    found: Counter[str] = Counter()
    for number in range(3):
        g = random_game(number, box)
        for move in choices(g, number):
            found += check(g)
            g.apply(move)
    assert found


def test_the_card_that_changes_a_price_is_named() -> None:
    found: Counter[str] = Counter()
    for number in range(40):
        g = random_game(number)
        if not {"great_wall", "factory"} & set(g.rules.uniques):
            continue
        for move in choices(g, number):
            found += check(g)
            g.apply(move)
        if {"build factory", "destroy great_wall"} <= set(found):
            break
    assert {"build factory", "destroy great_wall", "destroy "} <= set(found)


def test_a_bot_counts_on_the_price_that_is_offered() -> None:
    found: Counter[str] = Counter()
    for number in range(12):
        g = random_game(number)
        for move in choices(g, number):
            assert g.seat is not None
            prices, now = g.prices(), view(g, g.seat)
            o = Outlook(now, Memory(), WORTHS)
            for price in prices if g.kind == "menu" else ():
                found[price.move.verb] += 1
                if price.move.verb == "build":
                    assert evaluation.price(o, g.ruleset.district(price.move.card)) == price.gold
                else:
                    assert Aims(o).price(price.move.seat, g.ruleset.district(price.move.target)) == price.gold
            g.apply(move)
    assert {"build", "destroy"} <= set(found)


def test_each_of_several_cash_wagons_is_asked_about() -> None:
    found = Counter[int]()
    for number in range(200):
        g = random_game(number, Box("deluxe", 3 + number % 4, True))
        for move in choices(g, number):
            if g.kind == "cash_wagon":
                assert g.seat is not None
                then = g.clone()
                then.apply(Move("cash"))
                assert then.players[g.seat].gold - g.players[g.seat].gold == g.stack[-1].about(g).amount
                found[len(g.things["cash_wagon"]) // 2] += 1
            g.apply(move)
        if found[2]:
            return
    raise AssertionError("there were never two wagons")

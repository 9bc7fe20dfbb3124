"""Many random games come to an end, with nothing lost on the way; `test_laws.py` looks closer at few."""

from __future__ import annotations

import pytest

from engine import State
from engine.round import best
from tests.support.engine.games import BOXES, Box, choices, random_game
from tests.support.engine.positions import ROUNDS, Ledger, cards_lying


def check_briefly(g: State, ledger: Ledger) -> None:
    """The laws that are quick to check: nothing is lost, one seat is asked and can answer, the game comes to an end."""
    cards = len(g.deck) + len(g.discards) + sum([len(p.hand) + len(p.city) for p in g.players])
    loose = len(g.ruleset.cards) - cards
    assert loose == 0 or (loose > 0 and cards_lying(g).total() == len(g.ruleset.cards))
    ledger.check(g)
    assert min([p.gold for p in g.players]) >= 0
    assert (g.seat in range(len(g.players)) and g.moves) or g.winners
    assert g.round <= ROUNDS


def play_briefly(number: int, box: Box) -> None:
    """Play a whole game and check only the quick laws after every move."""
    g = random_game(number, box)
    ledger = Ledger()
    for move in choices(g, number):
        ledger.read(g.drain())
        check_briefly(g, ledger)
        g.apply(move)
    ledger.read(g.drain())
    check_briefly(g, ledger)


@pytest.mark.parametrize("box", BOXES, ids=str)
@pytest.mark.slow
@pytest.mark.thorough
def test_fifteen_random_games_of_every_kind_finish(box: Box) -> None:
    for number in range(100, 115):
        play_briefly(number, box)


@pytest.mark.long
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_five_thousand_random_games_of_every_kind_finish(box: Box) -> None:
    for number in range(10_000, 15_000):
        play_briefly(number, box)


def test_a_tie_goes_to_the_higher_rank_revealed_then_to_more_gold_then_is_shared() -> None:
    """From (points, highest rank revealed in the last round, gold) of each seat."""
    assert best([(28, 3, 9), (29, 1, 0), (27, 8, 9)]) == (1,)
    assert best([(28, 3, 9), (28, 5, 0), (27, 8, 9)]) == (1,)
    assert best([(28, 0, 2), (28, 0, 4), (27, 8, 9)]) == (1,)
    assert best([(28, 0, 4), (28, 0, 4), (27, 8, 9)]) == (0, 1)

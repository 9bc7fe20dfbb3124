"""A copy of a game is a game of its own."""

from __future__ import annotations

import copy
import pickle

import pytest

from engine import State, save, view
from engine.rng import below
from tests.support.engine.games import BOXES, Box, choices, random_game


def test_a_copy_has_its_own_future_and_no_undrained_past() -> None:
    g = random_game(3)
    assert g.log
    twin = g.clone()
    assert not twin.log
    assert twin.drain()[0].kind == "ask"


@pytest.mark.parametrize("box", BOXES[::3], ids=str)
def test_a_game_can_be_deep_copied_and_pickled_at_every_decision(box: Box) -> None:
    """By whoever knows nothing of `clone` or `save`: a pool of processes, a search of somebody else's."""
    g = random_game(5, box)
    for number, move in enumerate(choices(g, 5)):
        if number % 7 == 0:
            for twin in (copy.deepcopy(g), pickle.loads(pickle.dumps(g))):
                assert isinstance(twin, State)
                assert save(twin) == save(g)
                assert (twin.seat, list(twin.moves)) == (g.seat, list(g.moves))
                assert all(view(twin, seat) == view(g, seat) for seat in (None, *range(box.players)))
                assert twin.players[0].hand is not g.players[0].hand
                assert all(a is b for a, b in zip(twin.deck, g.deck, strict=True))
                twin.apply(move)
                after = g.clone()
                after.apply(move)
                assert save(twin) == save(after)
        g.apply(move)
    assert pickle.loads(pickle.dumps(g)).winners == g.winners


def test_copies_on_different_paths_share_the_same_luck() -> None:
    """The stream has no state but its counter: what is drawn next depends on nothing else."""
    g = random_game(1)
    numbers = [below(10**6, g.seed, g.counter + 1 + i, "x") for i in range(5)]
    twin = g.clone()
    assert [twin.below(10**6, "x") for _ in range(5)] == numbers
    assert [g.below(10**6, "x") for _ in range(5)] == numbers

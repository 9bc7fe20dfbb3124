"""A game can be copied at every decision, and the same seed and moves give the same game."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest

from engine import Event, State, View, save, view
from engine.rng import below
from tests.support.engine.games import BOXES, Box, choices, choose, random_game


def views(g: State) -> list[View]:
    """What every seat and a spectator see."""
    return [view(g, seat) for seat in (None, *range(len(g.players)))]


@pytest.mark.parametrize("box", BOXES, ids=str)
@pytest.mark.slow
def test_playing_a_copy_leaves_the_game_alone(box: Box) -> None:
    for number in range(3):
        g = random_game(number, box)
        chance = Random(number)
        for move in choices(g, number):
            if chance.random() < 0.3:
                before, seen_before, moves = save(g), views(g), list(g.moves)
                told = list(g.log)
                steps = [(step, step.values()) for step in g.stack]
                twin = g.clone()
                assert save(twin) == before
                assert views(twin) == seen_before
                for _ in range(chance.randrange(1, 30)):
                    if twin.over:
                        break
                    twin.apply(choose(twin, chance, 0.6))
                assert save(g) == before
                assert views(g) == seen_before
                assert list(g.moves) == moves
                assert g.log == told
                assert all(step.values() == values for step, values in steps)
            g.apply(move)


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
                assert (twin.seat, list(twin.moves), views(twin)) == (g.seat, list(g.moves), views(g))
                assert twin.players[0].hand is not g.players[0].hand
                assert all(a is b for a, b in zip(twin.deck, g.deck, strict=True))
                twin.apply(move)
                after = g.clone()
                after.apply(move)
                assert save(twin) == save(after)
        g.apply(move)
    assert pickle.loads(pickle.dumps(g)).winners == g.winners


@pytest.mark.parametrize("box", BOXES, ids=str)
@pytest.mark.slow
def test_the_same_seed_and_moves_give_the_same_game(box: Box) -> None:
    def run(number: int) -> tuple[list[Event], object]:
        g = random_game(number, box)
        events = g.drain()
        for move in choices(g, number):
            g.apply(move)
            events += g.drain()
        return events, save(g)

    for number in range(4):
        assert run(number) == run(number)


def test_copies_on_different_paths_share_the_same_luck() -> None:
    """The stream has no state but its counter: what is drawn next depends on nothing else."""
    g = random_game(1)
    numbers = [below(10**6, g.seed, g.counter + 1 + i, "x") for i in range(5)]
    twin = g.clone()
    assert [twin.below(10**6, "x") for _ in range(5)] == numbers
    assert [g.below(10**6, "x") for _ in range(5)] == numbers

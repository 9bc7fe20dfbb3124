"""The environment for learning agents: the tests of PettingZoo, honesty, every edition and number of players."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

import numpy as np
from pettingzoo.test import api_test, render_test, seed_test  # type: ignore[import-untyped]

from citadels_tui.rl import CitadelsEnv
from citadels_tui.rl.encoding import KINDS, VERBS
from citadels_tui.rl.environment import SLOTS
from engine import RulesError, resample
from tests.support.engine.games import BOXES, Box

# It warns of what it would do in another way.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::UserWarning")]


def play(env: CitadelsEnv, seed: int, most: int = 10_000) -> list[tuple[str, bytes, int]]:
    """What each agent saw and did in a game of arbitrary moves."""
    chance = Random(seed)
    env.reset(seed=seed)
    done: list[tuple[str, bytes, int]] = []
    for agent in env.agent_iter(most):
        observation, _, ended, cut, _ = env.last()
        assert env.observation_space(agent).contains(observation)
        action = None if ended or cut else chance.choice(np.flatnonzero(observation["action_mask"]).tolist())
        done.append((agent, observation["observation"].tobytes(), -1 if action is None else action))
        env.step(action)
    return done


def test_pettingzoo_s_own_tests_pass(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(CitadelsEnv(preset="first_game"), num_cycles=400, verbose_progress=False)
        seed_test(CitadelsEnv, num_cycles=60)
        render_test(CitadelsEnv)


@pytest.mark.thorough
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_every_edition_and_number_of_players_is_played_to_the_end(box: Box) -> None:
    env = CitadelsEnv(box.players, box.edition, action_cards=box.actions)
    env.reset(seed=1)
    chance = Random(1)
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        rewards[agent] = rewards.get(agent, 0.0) + float(reward)
        if ended or cut:
            env.step(None)
            continue
        moves = env.legal_moves()
        assert len(moves) == len(env.game.moves) == observation["action_mask"].sum() < SLOTS
        assert {move.verb for move in moves} <= set(VERBS)
        assert env.game.kind in KINDS
        assert observation["moves"][: len(moves), 0].all()
        # Whatever is named has a number.
        for move, row in zip(moves, observation["moves"], strict=False):
            assert (bool(move.card), move.seat >= 0, bool(move.target)) == tuple(map(bool, row[1:])), move
        env.step(chance.randrange(len(moves)))
    assert set(rewards) == set(env.possible_agents)
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards.values()) > 0


def test_an_observation_holds_what_the_seat_sees_and_nothing_else() -> None:
    """It is the same in every world that the seat cannot tell from the real one."""
    env = CitadelsEnv(5, preset="random", action_cards=True)
    env.reset(seed=3)
    chance = Random(3)
    compared = 0
    while not env.game.over:
        seat = env.possible_agents.index(env.agent_selection)
        if chance.random() < 0.2:
            real, game = env.observe(env.agent_selection), env.game
            env.game = resample(game, seat, chance)
            other, env.game = env.observe(env.agent_selection), game
            assert all(np.array_equal(real[name], other[name]) for name in real)
            compared += 1
        env.step(chance.randrange(len(env.legal_moves())))
    assert compared > 20


def test_games_with_seeds_of_their_own_run_beside_each_other() -> None:
    alone = [play(CitadelsEnv(3, preset="first_game"), seed) for seed in (1, 2)]
    assert alone[0] != alone[1]
    both = [CitadelsEnv(3, preset="first_game") for _ in alone]
    walks: list[Any] = [iter(play(env, seed)) for env, seed in zip(both, (1, 2), strict=True)]
    assert [list(walk) for walk in walks] == alone


def test_an_illegal_action_changes_nothing() -> None:
    env = CitadelsEnv(preset="first_game")
    env.reset(seed=1)
    before = env.game.clone()
    for action in (None, -1, len(env.legal_moves()), SLOTS):
        with pytest.raises(ValueError, match="there is no move"):
            env.step(action)
    assert (env.game.seat, list(env.game.moves)) == (before.seat, list(before.moves))
    with pytest.raises(RulesError):
        CitadelsEnv(9)


def test_the_table_is_shown_as_everybody_sees_it() -> None:
    env = CitadelsEnv(preset="first_game", render_mode="ansi")
    env.reset(seed=1)
    shown = env.render()
    assert shown is not None
    assert "round 1" in shown

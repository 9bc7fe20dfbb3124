"""The strength of the steward against random players."""

from __future__ import annotations

from random import Random

import pytest

from engine import EDITIONS, Rules
from engine.arena.casts import Listed
from engine.arena.simulate import Simulation, simulate
from tests.support.tiers import tiered

pytestmark = pytest.mark.slow


def share(rules: Rules, games: int, jobs: int = 1) -> float:
    """The share of games that one steward wins against only random players, from every seat in turn."""
    simulation = Simulation(Listed((rules,)), ("steward", *["random"] * (rules.players - 1)))
    tally = simulate(simulation, 1, games, jobs)
    assert not tally.failures
    assert tally.finished == games
    return float(tally.bot_wins["steward"]) / games


@pytest.mark.parametrize("players", tiered(range(2, 9), (4,)))
def test_the_steward_beats_random_players(players: int) -> None:
    """It wins about 98 of 100 games at four players and 88 at eight; fewer than 70 is no bad luck."""
    tally = [share(Rules.random(players, Random(number)), 6) for number in range(4)]
    assert sum(tally) / len(tally) > 0.7


PRESETS = [
    (edition.id, preset.id, actions)
    for edition in EDITIONS.values()
    for preset in edition.presets
    for actions in ([False, True] if edition.actions else [False])
]


@pytest.mark.thorough
@pytest.mark.parametrize(("edition", "preset", "actions"), PRESETS)
def test_the_steward_beats_three_random_players_in_every_preset(edition: str, preset: str, actions: bool) -> None:
    """It wins at least 95 of 100 games; fewer than 9 of 12 is no bad luck."""
    assert share(Rules.make(4, edition, preset, action_cards=actions), 12) >= 0.75


@pytest.mark.long
@pytest.mark.parametrize(("edition", "preset", "actions"), PRESETS)
def test_the_steward_beats_three_random_players_in_90_of_100_games(edition: str, preset: str, actions: bool) -> None:
    assert share(Rules.make(4, edition, preset, action_cards=actions), 500, jobs=2) >= 0.9

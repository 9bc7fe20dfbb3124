"""OpenSpiel's own random simulation plays this game: an adapter of it, which is a test and nothing more.

It runs where ``open_spiel`` is installed, and is not among the packages of the tests: with what it needs that takes
180 MB, and not every Python has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine import Rules, new_game, view

pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

DEALS = 16
"""Outcomes of the one chance node, which chooses the seed."""
WIDEST = 4096
"""More moves than there ever are to choose from: an action is a place in the list of legal moves."""
LONGEST = 20_000
PARAMETERS = {"players": 4, "edition": "deluxe"}

GAME_TYPE = pyspiel.GameType(
    short_name="python_citadels",
    long_name="Citadels",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification=PARAMETERS,
)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The game as OpenSpiel knows games."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen: dict[str, Any] = PARAMETERS | dict(params or {})
        players = int(str(chosen["players"]))
        self.rules = Rules.make(players, str(chosen["edition"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=WIDEST,
            max_chance_outcomes=DEALS,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(GAME_TYPE, info, chosen)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> Observer:
        return Observer(params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position: first the seed is drawn, and all that follows is the engine's."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._rules = game.rules
        self._g: Any = None

    def current_player(self) -> int:
        if self._g is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._g.seat is None else int(self._g.seat)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1 / DEALS) for seed in range(DEALS)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self._g.moves)))

    def _apply_action(self, action: int) -> None:
        if self._g is None:
            self._g = new_game(self._rules, seed=action)
        else:
            self._g.apply(self._g.moves[action])
            self._g.drain()

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed {action}" if self._g is None else str(self._g.moves[action])

    def is_terminal(self) -> bool:
        return self._g is not None and self._g.seat is None

    def returns(self) -> list[float]:
        winners: Sequence[int] = self._g.winners if self.is_terminal() else ()
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self._rules.players)]

    def observation_string(self, player: int) -> str:
        return "" if self._g is None else str(view(self._g, player))

    def __str__(self) -> str:
        return "to be dealt" if self._g is None else str(self._g)


class Observer:
    """The view of a seat, as text."""

    def __init__(self, params: object) -> None:
        self.tensor = None
        self.dict: dict[str, object] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """There are no numbers."""

    def string_from(self, state: SpielState, player: int) -> str:
        return state.observation_string(player)


@pytest.fixture(scope="module", autouse=True)
def registered() -> None:
    if "python_citadels" not in pyspiel.registered_names():
        pyspiel.register_game(GAME_TYPE, SpielGame)


@pytest.mark.parametrize(("players", "edition"), [(2, "deluxe"), (4, "classic"), (6, "dark_city")])
def test_open_spiel_plays_whole_games_by_chance(players: int, edition: str) -> None:
    game = pyspiel.load_game("python_citadels", {"players": players, "edition": edition})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_copy_goes_on_without_the_other() -> None:
    state = pyspiel.load_game("python_citadels").new_initial_state()
    state.apply_action(3)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert copy.history() != state.history()
    assert len(state.legal_actions()) >= 1
    assert str(state) != str(copy)

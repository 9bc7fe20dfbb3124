"""Environment: a game of Citadels for learning agents, by the turn-based interface (AEC) of PettingZoo."""

from __future__ import annotations

import sys
from random import Random
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from citadels_tui.rl.encoding import Encoding
from engine import Move, State, new_game, view
from engine.arena.casts import Cast, cast

SLOTS = 160
"""Legal moves that an agent can choose from: of more, which no question has had by far, only the first."""

Observation = dict[str, NDArray[Any]]


class CitadelsEnv(AECEnv):  # type: ignore[misc]
    """Each agent is a seat. An action is the number of a legal move; a mask says which numbers there are.

    An observation has ``observation`` (numbers made of the seat's view), ``action_mask`` and ``moves`` (each legal move
    as four numbers, in the order of the actions). A winner's reward is 1 and the others' are such that all add up to 0;
    there is none before the end.

    Args:
        players: Number of players.
        edition: Edition of the game.
        preset: A preset of the edition, "all" for each in turn, or "random" for other characters in every game.
        action_cards: Shuffle the action cards in.
        render_mode: "ansi": `render` returns the table as text; "human": it is printed after each move.

    Raises:
        RulesError: when there is no such setup.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "citadels_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 4,
        edition: str = "deluxe",
        preset: str = "random",
        action_cards: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._cast: Cast = cast(players, edition, preset, action_cards)
        self.encoding = Encoding(edition, players)
        self.render_mode = render_mode
        self.possible_agents = [f"p{seat + 1}" for seat in range(players)]
        observed = spaces.Dict(
            {
                "observation": spaces.Box(0.0, np.inf, (self.encoding.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (SLOTS,), np.int8),
                "moves": spaces.Box(0, 255, (SLOTS, 4), np.int16),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = {agent: spaces.Discrete(SLOTS) for agent in self.possible_agents}
        self._random = Random(0)
        self.game: State

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations; the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions; the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin another game.

        Args:
            seed: The same seed gives the same games from here on; None: the next game of the last seed.
            options: None is known.
        """
        if seed is not None:
            self._random = Random(seed)
        number = self._random.getrandbits(48)
        self.game = new_game(self._cast(number), number)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def legal_moves(self) -> list[Move]:
        """The legal moves, in the order of the actions."""
        return list(self.game.moves[:SLOTS])

    def observe(self, agent: str) -> Observation:
        """The game as an agent sees it; only the agent that is asked has moves."""
        seat = self.possible_agents.index(agent)
        seen = view(self.game, seat)
        mask = np.zeros(SLOTS, np.int8)
        moves = np.zeros((SLOTS, 4), np.int16)
        for place, move in enumerate(seen.moves[:SLOTS]):
            mask[place] = 1
            moves[place] = self.encoding.move(move, seat)
        return {"observation": self.encoding.observation(seen), "action_mask": mask, "moves": moves}

    def step(self, action: int | None) -> None:
        """Play the legal move of that number.

        Raises:
            ValueError: when there is none; nothing has changed then.
        """
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        moves = self.game.moves
        if action is None or not 0 <= action < min(len(moves), SLOTS):
            raise ValueError(f"there is no move {action}: {self.agent_selection} has {len(moves)} of them")
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.game.apply(moves[action])
        self.game.log.clear()
        self._clear_rewards()
        if self.game.over:
            share = 1 / len(self.game.winners)
            for seat, name in enumerate(self.possible_agents):
                won = share if seat in self.game.winners else 0.0
                self.rewards[name] = won - (1 - won) / (len(self.possible_agents) - 1)
                self.terminations[name] = True
        self._accumulate_rewards()
        if not self.game.over:
            self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        assert self.game.seat is not None
        self.agent_selection = self.possible_agents[self.game.seat]

    def render(self) -> str | None:
        """The table as everybody sees it: returned, printed, or nothing, by the mode."""
        if self.render_mode == "ansi":
            return str(self.game)
        if self.render_mode == "human":
            sys.stdout.write(f"{self.game}\n\n")
        return None

    def close(self) -> None:
        """Close nothing: nothing was opened."""

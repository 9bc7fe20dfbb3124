"""Benchmark of the engine: its speed in microseconds and in loop turns.

A loop turn is the time of one turn of ``for i in range(n): x += i`` in the same run: a figure
in loop turns can be compared between machines and days. Every time is the processor's, and the
least of several batches in which all are measured in turns; games count one by one. That is what
the code needs when nothing else disturbs it.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Any

import engine.state
from citadels_tui.terminal.progress import Told
from engine.arena.casts import Cast, cast
from engine.arena.simulate import Simulation, play_game
from engine.determinize import resample
from engine.game import new_game
from engine.state import State
from engine.view import view

PLAYERS = 6
LOOP = 400_000
"""Turns of the reference loop in one measurement."""
WORK = ("decision", "simulated", "clone", "resample", "view", "outcomes")
"""The measured works: a decision by the bare rules and as `citadels simulate` plays it, and what a searching bot or a
question to a person needs of a position."""
PASSES = 5
"""How often a batch goes over its positions: the first pass finds the processor's caches cold."""


@dataclass(frozen=True, slots=True)
class Load:
    """The size of a measurement."""

    games: int = 40
    """Games in a batch."""
    states: int = 150
    """Positions that are cloned, resampled and viewed in a batch."""
    batches: int = 7
    """How often everything is measured; the least counts."""


def bench(casts: dict[str, Cast], load: Load, told: Told = lambda _done, _total: None) -> dict[str, Any]:
    """Measure each cast of players making random moves.

    Args:
        casts: By name.
        load: How much is measured.
        told: Told how many of the measurements are made.

    Returns:
        ``python``, ``rules`` (``pure`` or ``compiled``), ``loop_turn_ns`` and ``sets``: name -> ``games_per_second``,
        ``decisions_per_second`` and, for ``decision`` (by the bare rules), ``simulated`` (the same with views,
        events and all that `play_game` does), ``clone``, ``resample``, ``view`` and ``outcomes``, ``us``
        (microseconds) and ``loop_turns``.
    """
    sets = {name: _Set(cast, load) for name, cast in casts.items()}
    turn = float("inf")
    for number in range(load.batches):
        turn = min(turn, loop_turn())
        for place, each in enumerate(sets.values(), 1):
            each.batch()
            turn = min(turn, loop_turn())
            told(number * len(sets) + place, load.batches * len(sets))
    return {
        "python": platform.python_version(),
        "rules": "pure" if engine.state.__file__.endswith(".py") else "compiled",
        "loop_turn_ns": round(turn * 1e9, 2),
        "sets": {name: each.report(turn) for name, each in sets.items()},
    }


def loop_turn() -> float:
    """Seconds of one turn of the reference loop."""
    x = 0
    start = process_time()
    for i in range(LOOP):
        x += i
    return (process_time() - start) / LOOP


class _Set:
    """The measurements of one cast."""

    def __init__(self, cast: Cast, load: Load) -> None:
        self._games = [new_game(cast(n), seed=n) for n in range(load.games)]
        self._states = positions(self._games, load.states)
        self._simulation = Simulation(cast, ("random",) * len(self._games[0].players))
        self._played = [float("inf")] * len(self._games)
        """Seconds of each game by the bare rules."""
        self._simulated = [float("inf")] * len(self._games)
        """Seconds of each game with views and events."""
        self._best: dict[str, float] = {}

    def batch(self) -> None:
        """Measure everything once and keep what was faster than before."""
        played = simulated = 0
        for n, game in enumerate([game.clone() for game in self._games]):
            start = process_time()
            played += play_random(game, n)
            middle = process_time()
            simulated += play_game(self._simulation, n).decisions
            self._played[n] = min(self._played[n], middle - start)
            self._simulated[n] = min(self._simulated[n], process_time() - middle)
        self._best["decision"] = sum(self._played) / played
        self._best["simulated"] = sum(self._simulated) / simulated
        self._time("clone", _clone)
        self._time("resample", _resample)
        self._time("view", _view)
        self._time("outcomes", _outcomes)

    def _time(self, name: str, work: Callable[[Sequence[State]], None]) -> None:
        for _ in range(PASSES):
            start = process_time()
            work(self._states)
            self._keep(name, (process_time() - start) / len(self._states))

    def _keep(self, name: str, seconds: float) -> None:
        self._best[name] = min(seconds, self._best.get(name, seconds))

    def report(self, turn: float) -> dict[str, Any]:
        """The figures, with ``turn`` seconds a loop turn."""
        return {
            "games_per_second": round(len(self._games) / sum(self._played), 1),
            "decisions_per_second": round(1 / self._best["decision"]),
            **{
                name: {"us": round(seconds * 1e6, 2), "loop_turns": round(seconds / turn, 1)}
                for name, seconds in self._best.items()
            },
        }


def play_random(game: State, number: int) -> int:
    """Play a game to its end with arbitrary moves; returns the number of decisions."""
    decisions = 0
    chance = Random(number).random
    while game.seat is not None:
        moves = game.moves
        game.apply(moves[int(chance() * len(moves))])
        decisions += 1
    return decisions


def positions(games: Sequence[State], count: int) -> list[State]:
    """Positions spread evenly over games played with arbitrary moves."""
    passed: list[State] = []
    for n, first in enumerate(games):
        game = first.clone()
        chance = Random(n).random
        while game.seat is not None:
            passed.append(game.clone())
            game.apply(game.moves[int(chance() * len(game.moves))])
    return passed[:: max(1, len(passed) // count)][:count]


def _clone(states: Sequence[State]) -> None:
    for state in states:
        state.clone()


def _resample(states: Sequence[State]) -> None:
    chance = Random(0)
    for state in states:
        resample(state, state.seat, chance)


def _view(states: Sequence[State]) -> None:
    for state in states:
        view(state, state.seat)


def _outcomes(states: Sequence[State]) -> None:
    for state in states:
        state.outcomes()


def casts() -> dict[str, Cast]:
    """The casts in which the engine is measured, by name."""
    return {name: cast(PLAYERS, "deluxe", name) for name in ("first_game", "random")}


def text(report: dict[str, Any]) -> str:
    """The figures of the engine, to be read."""
    lines = [
        f"Python {report['python']}, one loop turn is {report['loop_turn_ns']} ns; {PLAYERS} random players,"
        f" rules {report['rules']}"
    ]
    for name, figures in report["sets"].items():
        lines += [
            "",
            f"{name}: {figures['games_per_second']:.0f} games/s, {figures['decisions_per_second']:,} decisions/s",
        ]
        lines += [
            f"  {work:<10} {figures[work]['us']:>8.2f} us {figures[work]['loop_turns']:>8.1f} loop turns"
            for work in WORK
        ]
    return "\n".join(lines)

"""Whole games between bots, and what happened in them.

Games are numbered from the seed on: game ``n`` is the same game in every run with the same
setup, so one that failed can be played again alone by giving its number as the seed.
"""

from __future__ import annotations

import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from multiprocessing import get_context, resource_tracker
from operator import attrgetter
from random import Random
from typing import Any, TypeVar

from engine import Move, State, new_game, score
from engine.arena.casts import Cast
from engine.bots.registry import bot
from engine.bots.seated import SeatedBot
from engine.errors import IllegalMove

T = TypeVar("T")

ROUNDS = 1000
"""A game that is not over after this many rounds will not end."""

PROBE_EVERY = 100
"""Decisions between two attempts at an illegal move."""


class EngineFault(Exception):
    """The engine broke one of its promises."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """The games to be simulated."""

    cast: Cast
    """Gives the rules of each game by its number."""
    bots: tuple[str, ...]
    """One bot name a seat. Seats rotate: in game ``n`` everybody sits ``n`` seats further."""


@dataclass(slots=True)
class Result:
    """One finished game."""

    rounds: int
    decisions: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    illegal_rejected: int


@dataclass(slots=True)
class Tally:
    """Counts over some games. Tallies add up."""

    simulation: Simulation
    games: int = 0
    finished: int = 0
    failures: list[dict[str, Any]] = field(default_factory=list)
    decisions: int = 0
    rounds: int = 0
    points: int = 0
    scores: int = 0
    """How many scores `points` sums."""
    seat_wins: list[Fraction] = field(default_factory=list)
    """Shares of victories: one of two players is worth a half to each."""
    bot_wins: dict[str, Fraction] = field(default_factory=dict)
    illegal_rejected: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    """How many games had so many rounds."""
    points_made: Counter[int] = field(default_factory=Counter)
    """How many scores had so many points."""

    def __post_init__(self) -> None:
        self.seat_wins = self.seat_wins or [Fraction()] * len(self.simulation.bots)
        self.bot_wins = self.bot_wins or dict.fromkeys(self.simulation.bots, Fraction())

    def add(self, number: int, result: Result | str) -> None:
        """Count one game: its result, or the sentence that says how it failed."""
        self.games += 1
        if isinstance(result, str):
            self.failures.append({"seed": number, "error": result})
            return
        self.finished += 1
        self.decisions += result.decisions
        self.rounds += result.rounds
        self.lengths[result.rounds] += 1
        self.points_made.update(result.scores)
        self.points += sum(result.scores)
        self.scores += len(result.scores)
        self.illegal_rejected += result.illegal_rejected
        names = seating(self.simulation.bots, number)
        for seat in result.winners:
            share = Fraction(1, len(result.winners))
            self.seat_wins[seat] += share
            self.bot_wins[names[seat]] += share

    def report(self, seconds: float) -> dict[str, Any]:
        """The tally as plain values, with the time it took."""
        return {
            "games": self.games,
            "finished": self.finished,
            "failures": self.failures,
            "seconds": round(seconds, 3),
            "games_per_second": round(self.games / seconds, 1) if seconds else 0.0,
            "decisions": self.decisions,
            "rounds_mean": _mean(self.rounds, self.finished),
            "wins": {
                "seats": [round(float(won), 4) for won in self.seat_wins],
                "bots": {name: round(float(won), 4) for name, won in self.bot_wins.items()},
            },
            "score_mean": _mean(self.points, self.scores),
            "illegal_rejected": self.illegal_rejected,
            "rounds": dict(sorted(self.lengths.items())),
            "scores": dict(sorted(self.points_made.items())),
        }


def _mean(total: int, count: int) -> float:
    return round(total / count, 2) if count else 0.0


def seating(bots: Sequence[str], number: int) -> list[str]:
    """The bot at each seat in game ``number``."""
    return [bots[(seat - number) % len(bots)] for seat in range(len(bots))]


def simulate(
    simulation: Simulation,
    first: int,
    games: int,
    jobs: int = 1,
    told: Callable[[int, int], None] = lambda _done, _games: None,
) -> Tally:
    """Play games ``first`` to ``first + games - 1`` in ``jobs`` processes; ``told`` is how many of them are over.

    Any game that fails is counted with its number and the error; the others go on.
    """
    tally = Tally(simulation)
    numbers = range(first, first + games)
    for number, result in zip(numbers, results(partial(attempt, simulation), numbers, jobs), strict=True):
        tally.add(number, result)
        told(tally.games, games)
    return tally


def results(play: Callable[[int], T], numbers: range, jobs: int) -> Iterator[T]:
    """Play numbered games in some processes, but no more than there are games; what comes of them, in order.

    In this one alone where the system gives no others.
    """
    jobs = min(jobs, len(numbers))
    if jobs <= 1:
        yield from map(play, numbers)
        return
    with ExitStack() as stack:
        # Ctrl-c is for this process alone, which ends the others: they ignore it, also while they start.
        with _blocked_interrupt():
            # A spawned process shares no threads or open files with this one, on any platform.
            try:
                spawned = get_context("spawn").Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN))
            except OSError:
                # No memory can be shared (/dev/shm), or there is no room for more processes.
                spawned = None
        if spawned is None:
            yield from map(play, numbers)
            return
        pool = stack.enter_context(spawned)
        yield from pool.imap(play, numbers, chunksize=max(1, min(50, len(numbers) // (4 * jobs))))


@contextmanager
def _blocked_interrupt() -> Iterator[None]:
    """Block ctrl-c, which processes started meanwhile inherit; one that comes meanwhile is heard afterwards."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # its start would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def attempt(simulation: Simulation, number: int) -> Result | str:
    """Play game ``number``; when it fails, the sentence that says how."""
    try:
        return play_game(simulation, number)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def play_game(simulation: Simulation, number: int) -> Result:
    """Play one game between bots that see only their views.

    Raises:
        EngineFault: when the game does not end, or an illegal move is accepted or changes something.
    """
    game = new_game(simulation.cast(number), seed=number)
    names = seating(simulation.bots, number)
    seeds = range(number * len(names), (number + 1) * len(names))
    players = [
        SeatedBot(bot(name, seed), seat, len(names), seed)
        for seat, (name, seed) in enumerate(zip(names, seeds, strict=True))
    ]
    observers = [player.watch for player in players]
    prober = Prober()
    decisions = 0
    while game.seat is not None:
        if game.round > ROUNDS:
            raise EngineFault(f"not over after {ROUNDS} rounds")
        game.tell(observers)
        if decisions % PROBE_EVERY == 0:
            prober.probe(game)
        game.apply(players[game.seat].choose(game))
        decisions += 1
    scores = tuple(sum(points for _, points in score(game, seat)) for seat in range(len(players)))
    return Result(game.round, decisions, game.winners, scores, prober.rejected)


def _all(names: str) -> Callable[[object], object]:
    return attrgetter(*names.split())


_STATE = _all(
    "ruleset seed counter deck discards crown dealer round pool aside faceup owners called silent marks tokens things "
    "finished firsts full winners stack seat moves"
)
_PLAYER = _all("gold hand city city_ids roles shown aside saw")
_TURN = _all("seat char gathered ready resumed built limit spent used")


def contents(game: State) -> tuple[object, ...]:
    """All there is in a game but for untold events and what views keep: `save` tells the same in ten times as long."""
    return _STATE(game), [*map(_PLAYER, game.players)], _TURN(game.turn) if game.turn else None


class Prober:
    """Tries illegal moves and checks that each is refused and changes nothing."""

    def __init__(self) -> None:
        self.rejected = 0
        self._seen = [Move("nonsense")]
        self._chance = Random(0)

    def probe(self, game: State) -> None:
        """Try one illegal move; those that are legal now will be likely illegal ones later.

        Raises:
            EngineFault: when the move is accepted, or refused and something changed.
        """
        move = self._chance.choice(self._seen)
        while move in game.moves:
            move = self._chance.choice(self._seen)
        before = game.clone()
        try:
            game.apply(move)
        except IllegalMove:
            if contents(game) != contents(before):
                raise EngineFault(f"the refused move {str(move)!r} changed the game") from None
        else:
            raise EngineFault(f"the illegal move {str(move)!r} was accepted")
        self.rejected += 1
        self._seen += game.moves

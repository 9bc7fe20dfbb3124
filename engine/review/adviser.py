"""Adviser: the move for a person to play, and what it leads to, by the review's own trials.

It sees the seat's view and the events that the seat has seen, and searches in worlds that the seat cannot tell from the
real game, as a bot does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from engine.bots.memory import Memory
from engine.bots.playout import preferred
from engine.bots.sound import sound
from engine.bots.value import PLACE
from engine.determinize import resample
from engine.event import Event
from engine.hand_memory import HandMemory, Hands
from engine.move import Move
from engine.review.reasons import Reason
from engine.review.trials import LASTING, Trial, better_move, careful, chance, reason, tried
from engine.state import State
from engine.view import View

CANDIDATES = 5
"""Moves that are tried, the steward's favourites first."""
WORLDS = 80
"""Worlds in which they are; fewer where there is no time. One half of them chooses the move, and the other says what it
leads to."""


class Counsel(NamedTuple):
    """Advice: a move, and its gain over the usual one."""

    move: Move
    usual: Move
    """A steward's move, made without trying anything; often the same as `move`."""
    gain: float = 0.0
    """How much likelier to win the move is than the usual one, as a share of 1."""
    reason: Reason | None = None
    """The reason for the move, where it is not the usual one."""


class Adviser:
    """Advises one seat on its open question."""

    def __init__(self, random: Random, players: int, levels: Sequence[str] = ()) -> None:
        """Begin with nothing seen.

        Args:
            random: The source of the worlds and of all chance in them.
            players: The number of players.
            levels: The bot of each seat, empty for a person. Without any, all are taken for stewards.
        """
        self._careful = careful(levels, players)
        self._random = random
        self._memory = Memory()
        self._hands = HandMemory(players)
        self._world: State | None = None
        self._going: Callable[[], bool] | None = None

    @property
    def known(self) -> Hands:
        """By seat the hand cards that were seen."""
        return self._hands.known

    def watch(self, event: Event) -> None:
        """Take note of an event, as the seat has seen it."""
        self._memory.watch(event)
        self._hands.watch(event)

    def allow(self, seconds: float, going: Callable[[], bool]) -> None:
        """Set the time; ``going`` is asked after each world whether there is any left."""
        self._going = going

    def suppose(self, world: State) -> None:
        """Take the world from which others are made."""
        self._world = world

    def choose(self, view: View) -> Counsel:
        """The move for the seat to play; without a world the steward's."""
        order = sound(view, preferred(view, self._memory))
        usual, world = order[0], self._world
        if world is None or len(order) == 1:
            return Counsel(usual, usual)
        assert view.seat is not None
        found: dict[Move, list[Trial]] = {move: [] for move in order[:CANDIDATES]}
        # Two worlds with rivals who play on lightly, and two with such as sit here; of each pair one judges.
        for number, each in enumerate(self._worlds(world, view.seat)):
            rivals = self._careful if number % 4 > 1 else ()
            for move, trials in tried([each], view.seat, [*found], self._memory, self._random, stewards=rivals).items():
                found[move] += trials
        best = better_move({move: trials[::2] for move, trials in found.items()}, usual)
        if best == usual:
            return Counsel(usual, usual)
        # What chose the move may not say how good it is: of many moves one is always lucky.
        better, worse = found[best][1::2], found[usual][1::2]
        gain = LASTING * (chance(better) - chance(worse))
        if chance(better) < 2 * PLACE:  # nothing can be won
            return Counsel(best, usual)
        return Counsel(best, usual, gain, reason(better, worse)) if gain > 0 else Counsel(usual, usual)

    def _worlds(self, world: State, seat: int) -> Iterator[State]:
        """Worlds for as long as there is time, two at least."""
        for number in range(WORLDS):
            if number > 1 and self._going and not self._going():
                return
            yield resample(world, seat, self._random, known=self._hands.known)

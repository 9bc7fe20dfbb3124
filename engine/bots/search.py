"""Search: every likely move is tried in several imagined worlds, and the best one is played.

The steward proposes, and is overruled only where another move wins clearly more. In each world every candidate meets
the same chances, the round is played to its end, and a fitted value says who is likely to win from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import ClassVar, NamedTuple

from engine.bots.bot import check_choice
from engine.bots.knowledge import Weighed
from engine.bots.light import STYLES, Style
from engine.bots.playout import memories, play_round
from engine.bots.sound import sound
from engine.bots.steward import Steward
from engine.bots.value import PLACE, SPARING, hopes
from engine.bots.weights import WEIGHTS
from engine.determinize import resample
from engine.event import Event
from engine.hand_memory import HandMemory
from engine.move import Move
from engine.state import State
from engine.view import View


class Effort(NamedTuple):
    """The effort of the search for a decision."""

    worlds: int
    """The most worlds that are tried."""
    candidates: int
    """How many of the steward's favourites are tried."""
    doubt: float
    """How much likelier to win than the steward's another move must be; divided by the root of the number of worlds."""
    seconds: float = 0.0
    """The time that so many worlds are meant for: in another time there are as many more or fewer. 0: never."""
    thorough: bool = False
    """Whether stewards choose the characters in the worlds, too, not the light policy, and gold counts for less."""
    whims: bool = False
    """Whether chance sways which characters rivals choose there, and whom they name."""
    decisions: int = 0
    """How many decisions the imagined rounds may have together: no world is begun that would take more.

    A move that falls behind the steward's is given up then, so that the others are tried in more worlds. 0: any number.
    """
    mix: tuple[float, ...] = ()
    """How often a rival is a steward in a world, and how often it plays lightly in each of the `STYLES`; empty: all are
    stewards."""
    strict: bool = False
    """Whether this holds in the first world, too: the moves that it leaves no decisions for are not tried at all."""


MIX = (2.0, 1.0, 1.0, 1.0, 1.0)
"""A third of all rivals are stewards with whims, the others play lightly in one of the four styles: found by matches.

A few worlds of stewards alone teach a search to outwit stewards, and nobody else.
"""

FEW_LIGHT = (9.0, 1.0, 1.0, 1.0, 1.0)
"""The mix of a mastermind with five or more players: less than a third of its rivals play lightly.

Without them it outwits stewards, and nobody else; with more it falls behind among stewards: found by matches.
"""


class FlatSearch:
    """A flat search over worlds this seat cannot tell from the real one."""

    effort: ClassVar[Effort] = Effort(12, 4, 0.06, decisions=240, whims=True, mix=MIX)
    crowded: ClassVar[Effort] = effort
    """The effort with five or more players, where a round takes longer and decides less."""
    full: ClassVar[Effort] = Effort(12, 4, 0.06, decisions=150, strict=True, whims=True, mix=MIX)
    """The effort with seven or more players, where a single round for each move may take too long."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._steward = Steward(random)
        self._hands = HandMemory()
        self._world: State | None = None
        self._seconds = 0.0
        self._going: Callable[[], bool] | None = None

    def watch(self, event: Event) -> None:
        """Take note of an event."""
        self._steward.watch(event)
        self._hands.watch(event)

    def allow(self, seconds: float, going: Callable[[], bool]) -> None:
        """Set the time for the next choice; ``going`` is asked after each world whether there is time for another.

        Without it the `Effort` decides alone.
        """
        self._seconds, self._going = seconds, going

    def suppose(self, world: State) -> None:
        """Set the world that the next `choose` searches, and from which it makes other worlds."""
        self._world = world

    def choose(self, view: View) -> Move:
        """The move that wins most of the imagined worlds; without any the steward's."""
        *_, last = self.choices(view)
        return last

    def choices(self, view: View) -> Iterator[Move]:
        """The move that it would play after each world, as long as there is time: the last one is its choice."""
        check_choice(view)
        world, self._world = self._world, None
        if world is None or len(view.moves) == 1:
            yield self._steward.choose(view)
            return
        effort = self._effort(view)
        for tried, (usual, *others) in enumerate(self._trials(world, self._candidates(view, effort), effort), 1):
            best = max((usual, *others), key=lambda each: each.worth)
            margin = effort.doubt / tried**0.5
            if best.worth < 2 * PLACE:  # no world is won by any move: it plays for its place
                margin *= PLACE
            yield best.move if best.worth > usual.worth + margin else usual.move

    def weigh(self, view: View) -> list[Weighed]:
        """How likely each move wins in the imagined worlds, the steward's favourite first; without the hopeless ones.

        Raises:
            ValueError: when there is no world to try them in.
        """
        world, self._world = self._world, None
        if world is None:
            raise ValueError("there is no world")
        effort = self._effort(view)
        *_, last = self._trials(world, self._candidates(view, effort), effort)
        return last

    def _candidates(self, view: View, effort: Effort) -> list[Move]:
        return sound(view, self._steward.rank(view))[: effort.candidates]

    def _effort(self, view: View) -> Effort:
        players = len(view.players)
        return self.full if players > 6 else self.crowded if players > 4 else self.effort

    def _trials(self, world: State, candidates: list[Move], effort: Effort) -> Iterator[list[Weighed]]:
        """How likely each move wins, after one world and another."""
        seat = world.seat
        assert seat is not None
        usual = candidates[0]
        won = dict.fromkeys(candidates, 0.0)
        behind: dict[Move, float] = {}
        worlds = effort.worlds
        if self._seconds and effort.seconds:
            worlds = max(1, round(worlds * self._seconds / effort.seconds))
        weights = SPARING if effort.thorough else WEIGHTS
        tried = played = 0
        last = False
        while not last and tried < worlds and (self._going is None or not tried or self._going()):
            if tried:
                world = resample(world, seat, self._random, known=self._hands.known)
            stewards = memories(world, seat, self._steward.memory)
            styles = self._styles(seat, len(world.players), effort.mix) if effort.mix else {}
            seed = self._random.getrandbits(64)
            lengths: dict[Move, int] = {}
            for move in [*won]:
                if effort.strict and not tried and sum(lengths.values()) + lengths.get(usual, 0) > effort.decisions:
                    del won[move]
                    continue
                end, lengths[move] = play_round(
                    world,
                    seat,
                    move,
                    Random(seed),
                    stewards,
                    drafting=effort.thorough,
                    whims=effort.whims,
                    styles=styles,
                )
                won[move] += hopes(end, seat, weights)
            tried += 1
            if effort.decisions:
                played += sum(lengths.values())
                for move in [move for move in won if move != usual and won[move] <= won[usual]]:
                    behind[move] = (won.pop(move) - won[usual]) / tried
                last = len(won) == 1 or played + sum([lengths[move] for move in won]) > effort.decisions
            elif tried in (4, 12, 24) and len(won) > 2:
                kept = sorted(won, key=lambda move: -won[move])[: max(2, (len(won) + 1) // 2)]
                won = {move: won[move] for move in candidates if move in kept or move is usual}
            found = [Weighed(move, won[move] / tried) for move in won]
            yield found + [Weighed(move, found[0].worth + lead) for move, lead in behind.items()]

    def _styles(self, seat: int, players: int, mix: Sequence[float]) -> dict[int, Style]:
        """Draw for each rival how it plays in a world: its style, where it is no steward there."""
        drawn = self._random.choices((None, *STYLES.values()), mix, k=players)
        return {rival: style for rival, style in enumerate(drawn) if style is not None and rival != seat}


class Schemer(FlatSearch):
    """Tries its moves in a few imagined worlds, and plays what wins there."""


class Mastermind(FlatSearch):
    """Tries its moves in many imagined worlds, for as long as it may think."""

    effort: ClassVar[Effort] = Effort(72, 8, 0.09, 0.3, thorough=True, whims=True)
    crowded: ClassVar[Effort] = Effort(36, 6, 0.09, 0.3, thorough=True, mix=FEW_LIGHT)
    full: ClassVar[Effort] = crowded

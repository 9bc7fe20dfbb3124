"""Bot's choice: its own numbers for one of its choices, once the game is over.

The bot is asked again, with what its seat had seen by then, and in a world that the seat could not tell from the game.
Chance may sway it otherwise than in the game, so the move that it played need not come first now.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from engine.bots.knowledge import Weighed, comparable
from engine.bots.memory import Memory
from engine.bots.registry import bot
from engine.determinize import resample
from engine.event import seen
from engine.hand_memory import HandMemory
from engine.move import Move
from engine.record import Record
from engine.review.reasons import Reason
from engine.review.trials import chance, reason, tried
from engine.state import State
from engine.view import view

WORLDS = 24
"""Worlds that say what the move that was played leads to."""


class BotChoice(NamedTuple):
    """A choice of a bot, as it weighs it when it is asked again."""

    seat: int
    level: str
    played: Move
    moves: int
    """How many it had to choose from."""
    weighed: tuple[Weighed, ...] = ()
    """Moves with their numbers, the best first; none for a bot that goes by rules or by chance."""
    by_chance: bool = False
    """Whether they are chances to win, and not points."""
    other: Move | None = None
    """The best of the moves it did not play."""
    reason: Reason | None = None
    """The reason why its move is better than `other`, if it is."""

    def worth(self, move: Move) -> float | None:
        """The bot's number for a move; None where it did not look closely."""
        return next((each.worth for each in self.weighed if each.move == move), None)


def ask_again(record: Record, moment: int, levels: Sequence[str]) -> BotChoice | None:
    """Ask the bot of a move again.

    Args:
        record: The game.
        moment: How many moves had been made before.
        levels: For each seat which bot it was; empty for a person.

    Returns:
        What it weighed; None when a person made the move.

    Raises:
        NotationError: when a move of the record is not legal.
        RulesError: when there is no such bot here.
    """
    seat, played = record.moves[moment]
    if not levels[seat]:
        return None
    player: Any = bot(levels[seat], moment)
    hands, memory = HandMemory(record.rules.players), Memory()
    g = _before(record, moment, [player.watch, hands.watch, memory.watch], seat)
    choice = BotChoice(seat, levels[seat], played, len(g.moves))
    weigh = getattr(player, "weigh", None)
    if len(g.moves) == 1 or weigh is None:
        return choice
    random = Random(f"again {moment}")
    world = resample(g, seat, random, known=hands.known)
    searches = callable(getattr(player, "suppose", None))
    if searches:
        player.suppose(world)
    weighed = tuple(sorted(weigh(view(g, seat)), key=lambda each: -comparable(each.worth)))
    other = next((each.move for each in weighed if each.move != played), None)
    if other is None:
        return choice._replace(weighed=weighed, by_chance=searches)
    worlds = [resample(world, seat, random, known=hands.known) for _ in range(WORLDS)]
    found = tried(worlds, seat, (played, other), memory, random)
    better = reason(found[played], found[other]) if chance(found[played]) > chance(found[other]) else None
    return choice._replace(weighed=weighed, by_chance=searches, other=other, reason=better)


def _before(record: Record, moment: int, observers: Sequence[Any], seat: int) -> State:
    """The game before a move, told to the observers as its seat saw it."""
    for number, g in enumerate(record.steps()):
        for event in g.drain():
            for watch in observers:
                watch(seen(event, seat))
        if number == moment:
            return g
    raise ValueError(moment)

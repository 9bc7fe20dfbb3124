"""A bot in a seat of a game: it is shown what the seat sees, and a world in place of the game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.bots.bot import Bot
from engine.determinize import resample
from engine.event import Event
from engine.hand_memory import HandMemory
from engine.move import Move
from engine.state import State
from engine.view import view


class SeatedBot:
    """Lets a bot play in a game without letting it see the game."""

    def __init__(self, bot: Bot, seat: int, players: int, seed: int) -> None:
        """Seat a bot.

        Args:
            bot: Who is to play.
            seat: Where it sits.
            players: How many play.
            seed: Chooses the worlds it is shown.
        """
        self.bot = bot
        self._seat = seat
        self.deal: Callable[[State], State] = self._world
        """Makes the world for its search from the game."""
        self._hands = HandMemory(players)
        self._random = Random(f"worlds {seed}")

    def watch(self, event: Event) -> None:
        """Pass on an event as this seat has seen it."""
        self._hands.watch(event)
        self.bot.watch(event)

    def choose(self, g: State) -> Move:
        """Its answer to the open question."""
        suppose = getattr(self.bot, "suppose", None)
        if suppose is not None:
            suppose(self.deal(g))
        return self.bot.choose(view(g, self._seat))

    def _world(self, g: State) -> State:
        return resample(g, self._seat, self._random, known=self._hands.known)

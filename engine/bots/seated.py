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


def worlds(seed: int) -> Random:
    """The source of randomness of the worlds that a bot is shown."""
    return Random(f"worlds {seed}")


class SeatedBot:
    """Lets a bot play in a game without letting it see the game."""

    def __init__(self, bot: Bot, seat: int, players: int, seed: int) -> None:
        """Seat a bot; the seed chooses the worlds that it is shown."""
        self.bot = bot
        self._seat = seat
        self.deal: Callable[[State], State] = self._world
        """Makes the world for its search from the game."""
        self._hands = HandMemory(players)
        self._suppose: Callable[[State], None] | None = getattr(bot, "suppose", None)
        # Most bots need none, and it takes a while to seed.
        self._random = worlds(seed) if self._suppose else None
        self.watch: Callable[[Event], None] = self._watch if self._suppose else bot.watch
        """Passes on an event as this seat has seen it."""

    def choose(self, g: State) -> Move:
        """Answer the open question."""
        if self._suppose is not None:
            self._suppose(self.deal(g))
        return self.bot.choose(view(g, self._seat))

    def _watch(self, event: Event) -> None:
        self._hands.watch(event)
        self.bot.watch(event)

    def _world(self, g: State) -> State:
        assert self._random is not None
        return resample(g, self._seat, self._random, known=self._hands.known)

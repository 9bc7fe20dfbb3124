"""Table bot: a bot in a seat of a game at a table; it thinks beside the loop, and searches in the thinking pool."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from threading import Lock
from typing import Any

from engine import Event, HandMemory, Move, State, View
from engine.bots import bot
from net.base.thinking import Thinkers

Deal = Callable[[Random, Sequence[Sequence[str]]], State]
"""Makes a world for a search: from a source of randomness, and the hand cards the seat knows."""


class TableBot:
    """The bot of one seat at a table. It sees what the seat sees, and thinks about one question at a time."""

    def __init__(self, level: str, seed: int, players: int, thinkers: Thinkers, seconds: float) -> None:
        """Make the bot of a seat.

        Args:
            level: What kind of bot.
            seed: Chooses where it has no reason, and the worlds it is shown.
            players: How many play.
            thinkers: Let it search, if it does.
            seconds: How long it may search for a decision.

        Raises:
            RulesError: when there is no such bot.
        """
        self.told = 0
        """Events it has been given."""
        self._bot: Any = bot(level, seed)
        self.searches = callable(getattr(self._bot, "suppose", None))
        """Whether it tries its moves, and so takes its time when it has a choice."""
        self._reseed: Callable[[int], None] | None = getattr(self._bot, "reseed", None)
        """It thinks as a copy in another process, so that its own random numbers would begin anew for each choice."""
        self._hands = HandMemory(players)
        self._random = Random(f"worlds {seed}")
        self._thinkers = thinkers
        self._seconds = seconds
        self._lock = Lock()

    def choice(self, view: View, events: Sequence[Event], deal: Deal) -> Callable[[], Move]:
        """A function that chooses the move, anywhere; the world that it needs for that is made here and now.

        Args:
            view: What the seat sees.
            events: What has happened since the last time.
            deal: Makes a world for its search, here and now; its process is given that in place of the game.
        """
        self.told += len(events)
        world, seed = None, 0
        if self.searches:
            for event in events:
                self._hands.watch(event)
            if len(view.moves) > 1:
                world = deal(self._random, self._hands.known)
                seed = self._random.getrandbits(64)
        return partial(self._choose, view, events, world, seed)

    def _choose(self, view: View, events: Sequence[Event], world: State | None, seed: int) -> Move:
        with self._lock:
            for event in events:
                self._bot.watch(event)
            if world and self._reseed:
                self._reseed(seed)
            found = self._thinkers.search(self._bot, view, world, self._seconds) if world else None
            chosen: Move = found or self._bot.choose(view)
            return chosen

"""Table bot: a bot in a seat of a game at a table; it thinks beside the loop, and searches in the thinking pool."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import partial
from random import Random
from threading import Lock
from typing import Any

from engine import Event, HandMemory, Move, State, View
from engine.bots import bot
from engine.bots.seated import worlds
from net.base.thinking import Thinkers

Deal = Callable[[Random, Sequence[Sequence[str]]], State]
"""Makes a world for a search: from a source of randomness, and the hand cards the seat knows."""


class TableBot:
    """The bot of one seat at a table. It sees what the seat sees, and thinks about one question at a time."""

    def __init__(self, level: str, players: int, thinkers: Thinkers, seconds: float) -> None:
        """Make the bot of a seat.

        Args:
            level: What kind of bot.
            players: How many play.
            thinkers: Let it search, if it does.
            seconds: How long it may search for a decision.

        Raises:
            RulesError: when there is no such bot.
        """
        self.told = 0
        """Events it has been given."""
        self._chance = Random()
        """Its random numbers, which begin anew for each move: a verifier can have the same."""
        self._bot: Any = bot(level, self._chance)
        self.searches = callable(getattr(self._bot, "suppose", None))
        """Whether it tries its moves, and so takes its time when it has a choice."""
        self._hands = HandMemory(players)
        self._search: Callable[[], Move | None] | None = None
        """Its last search: it makes it once more when there is nothing to choose.

        Then it waits for a process as others do, and thinks as long as for a choice, however busy the host is."""
        self._thinkers = thinkers
        self._seconds = seconds
        self._lock = Lock()

    def choice(self, view: View, events: Sequence[Event], seed: int, deal: Deal) -> Callable[[], Move]:
        """A function that chooses the move, anywhere; the world that it needs for that is made here and now.

        Args:
            view: What the seat sees.
            events: What has happened since the last time.
            seed: Chooses where it has no reason, and the world it is shown.
            deal: Makes a world for its search, here and now; its process is given that in place of the game.
        """
        self.told += len(events)
        world = None
        if self.searches:
            for event in events:
                self._hands.watch(event)
            if len(view.moves) > 1:
                world = deal(worlds(seed), self._hands.known)
        return partial(self._choose, view, events, world, seed)

    def _choose(self, view: View, events: Sequence[Event], world: State | None, seed: int) -> Move:
        with self._lock:
            for event in events:
                self._bot.watch(event)
            self._chance.seed(seed)
            found = None
            if world:
                with suppress(Exception):  # a plug-in that cannot be copied cannot search either
                    self._search = partial(self._thinkers.search, deepcopy(self._bot), view, world, self._seconds)
                    found = self._search()
            elif self._search:
                self._search()
            chosen: Move = found or self._bot.choose(view)
            return chosen

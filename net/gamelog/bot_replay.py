"""Bot replay: the bots of a finished game choose their moves again, by what their seats saw and the game's seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Literal

from engine import Event, HandMemory, Move, State, View, resample, seen, view
from engine.bots import bot
from engine.bots.registry import BOTS_V, BUILT_IN, NEUTRAL
from engine.bots.seated import worlds
from net.identity.commitments import bot_seed

Unchecked = Literal["version", "foreign", "searches"]
"""Why a bot's moves were not checked: the host's bots play by another version, it is none of this program's, or it
searches, which takes long."""

Told = Sequence[tuple[int, int, Event]]
_SECONDS = 10.0
"""Seconds for which a host lets bots search, at most (`net.host.opening.MAX_THINKING`): so many worlds are tried."""


class BotReplay:
    """The bots of one game, shown its events again."""

    def __init__(self, *, searching: bool) -> None:
        """Begin before the deal.

        Args:
            searching: Whether bots that search do so again.
        """
        self.version = 0
        """How the host's bots play."""
        self.unchecked: dict[tuple[int, str], Unchecked] = {}
        """By seat and level the bots whose moves could not be checked."""
        self._searching = searching
        self._made = Counter[int]()
        """By seat the moves that nobody signed."""
        self._players: dict[tuple[int, str], _Player] = {}

    def count(self, seat: int) -> int:
        """Count a move that nobody signed; returns how many there were in this seat before."""
        self._made[seat] += 1
        return self._made[seat] - 1

    def makes(self, state: State, seat: int, level: str, told: Told, move: Move) -> bool:
        """Whether the bot of a seat makes a move that nobody signed; True where nobody can say.

        Args:
            state: The game before it.
            seat: The asked one.
            level: Of its bot; empty: a person has the seat, and a neutral bot answers.
            told: All events so far, with entry and index.
            move: One of the legal ones.
        """
        made, level = self.count(seat), level or NEUTRAL
        if len(state.moves) == 1:
            return True
        found = self._players.get((seat, level))
        if self.version != BOTS_V or level not in BUILT_IN:
            self.unchecked[seat, level] = "version" if self.version != BOTS_V else "foreign"
            return True
        if found is None:
            found = self._players[seat, level] = _Player(level, seat, len(state.players))
        if found.searches and not self._searching:
            self.unchecked[seat, level] = "searches"
            return True
        return move in found.choices(state, told, bot_seed(state.seed, seat, made))


class _Player:
    """One bot of one seat."""

    def __init__(self, level: str, seat: int, players: int) -> None:
        self._chance = Random()
        self._bot: Any = bot(level, self._chance)
        self._seat = seat
        self._hands = HandMemory(players)
        self._told = 0
        self.searches = callable(getattr(self._bot, "suppose", None))

    def choices(self, state: State, told: Told, seed: int) -> Iterator[Move]:
        """The moves that it may have found: of one that searches all that it comes to, for its host had less time."""
        for _, _, event in told[self._told :]:
            as_seen = seen(event, self._seat)
            self._bot.watch(as_seen)
            if self.searches:
                self._hands.watch(as_seen)
        self._told = len(told)
        asked = view(state, self._seat)
        self._chance.seed(seed)
        if not self.searches:
            yield self._choice(asked)
            return
        # Its host found no process for it.
        yield self._choice(asked)
        self._chance.seed(seed)
        self._bot.allow(_SECONDS, lambda: True)
        self._bot.suppose(resample(state, self._seat, worlds(seed), known=self._hands.known))
        yield from self._bot.choices(asked)

    def _choice(self, asked: View) -> Move:
        try:
            chosen: Move = self._bot.choose(asked)
        except Exception:
            # As a host does.
            return asked.moves[0]
        return chosen

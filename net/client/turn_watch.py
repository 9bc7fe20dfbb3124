"""Turn watch: nobody's time is up before it can be, and nobody is away who was here a moment ago.

A host alone says that a player was too slow, or away. A client knows when it heard of a question, and when it had a
connection. It is generous: all that the network, a disk, a sleeping machine or a clock that was set may have done is to
the host's advantage, and so is the time in which the game rests or nobody is there.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from net.base.errors import NetError
from net.base.limits import Limits
from net.gamelog.entries import GameEntry, PlayEntry, PlayTimes
from net.protocol.host_messages import LobbyNote

_DRIFT = 0.998
"""Rate of the slowest clock against another."""
_EVER = float("inf")


class Moment(NamedTuple):
    """A point in time, by two clocks: one of them may rest while the machine sleeps, the other may be set."""

    steady: float
    wall: float

    @classmethod
    def now(cls) -> Moment:
        """This very moment."""
        return cls(time.monotonic(), time.time())

    def since(self, before: Moment | None) -> float:
        """The most seconds that may have passed since another moment; without end since one that is not known."""
        return max(self.steady - before.steady, self.wall - before.wall) if before else _EVER


class TurnWatch:
    """Watches over the time that people have in the games at one table, as one client hears of them."""

    def __init__(self, limits: Limits, now: Callable[[], Moment] = Moment.now) -> None:
        self._doubt = limits.doubt
        self._now = now
        self._clock: tuple[int, int] | None = None
        """The table's clock, as the host has said before the game: milliseconds for a decision, and on top of it."""
        self._game: GameEntry | None = None
        # The open question
        self._newest: Moment | None = None
        """Moment of the newest entry that came after the client had joined; None: there was none."""
        self._asked: Moment | None = None
        """Earliest moment of the open question; None: that is not known."""
        self._seat = -1
        """The seat that is asked."""
        self._undone = False
        """Whether its player has taken a move back: then no question begins with new time."""
        self._reserves: list[float] = []
        """Seconds of reserve that each seat has at least."""
        # The connection
        self._spoke: Moment | None = None
        """Moment of the host's last message."""
        self._known = 0
        """The entries that were there when the client joined last."""
        self._before = 0
        """The entries that were there at the join before that."""
        self._away = _EVER
        """The most seconds for which the client was away in between."""

    def spoke(self) -> None:
        """The host has said something."""
        self._spoke = self._now()

    def joined(self, known: int, *, same: bool) -> None:
        """The client has joined, perhaps again.

        Args:
            known: How many entries there are.
            same: Whether this very game was played when it had joined the time before.
        """
        self._away = self._now().since(self._spoke) if same else _EVER
        self._before, self._known = (self._known if same else 0), known

    def lobby(self, note: LobbyNote) -> None:
        """The host has told of the table."""
        times = PlayTimes.of(note.options)
        self._clock = times.turn_time, times.reserve

    def begin(self, game: GameEntry, *, live: bool) -> None:
        """A game begins.

        Args:
            game: Its first entry.
            live: Whether the client was there when it began, and not only afterwards.

        Raises:
            NetError: ``fork``, when it does not give people the time that they were told of.
        """
        if live and self._clock not in (None, (game.turn_time, game.reserve)):
            raise NetError("fork", "entry 1 names another clock than the table has")
        if live:
            self._known = self._before = 0
        self._game, self._seat = game, -1
        self._reserves = [game.reserve / 1000] * len(game.seats)

    def heard(self, seq: int) -> None:
        """An entry has come."""
        # What was there before may have been there for any time.
        if seq > self._known:
            self._newest = self._now()

    def play(self, seq: int, entry: PlayEntry, me: int | None) -> None:
        """A move was made; to be called after `heard`.

        Args:
            seq: Number of its entry.
            entry: The move.
            me: This client's seat; None: it has none, and hears of what happens later, and of the last of it at once.

        Raises:
            NetError: ``false_timeout`` or ``false_absence``, when a bot moved for a player who had time, or for this
                client, which was here.
        """
        assert self._game
        if entry.cause == "absent" and entry.seat == me and self._here(seq, self._game.absence / 1000):
            raise NetError("false_absence", f"entry {seq}")
        asked, doubt = self._now().since(self._asked), self._doubt
        if entry.cause not in ("start", "given", "bot", "asleep"):
            decision, reserve = self._game.turn_time / 1000, self._reserves[entry.seat]
            if entry.cause == "timeout" and me is not None and asked < (decision + reserve) * _DRIFT - doubt:
                raise NetError("false_timeout", f"entry {seq}")
            left = 0.0 if entry.cause == "timeout" else reserve - max(0.0, asked + doubt - decision)
            self._reserves[entry.seat] = max(0.0, left)
        self._ask(entry)

    def _here(self, seq: int, absence: float) -> bool:
        """Whether this client was not away for so many seconds before an entry was made."""
        # A client that was away is told of it by `Welcome`, and hears it as past.
        return seq > self._known or (seq > self._before and self._away < absence * _DRIFT - self._doubt)

    def _ask(self, entry: PlayEntry) -> None:
        """Take note of the question that a move has led to."""
        seat = next((event.seat for event in reversed(entry.events) if event.kind == "ask"), -1)
        self._undone = seat == self._seat and (self._undone or any(event.kind == "undo" for event in entry.events))
        if not self._undone:
            self._asked = self._newest
        self._seat = seat

"""Turn watch: nobody's time is up before it can be, and nobody is away who was here a moment ago.

A host alone says that a player was too slow, away or asleep, or has not given a share of the seed in time. A client
knows when it heard of a question, and when it had a connection. What a host says is never judged by a figure of its
own: the clock is that of the lobby, the other times are those of the protocol.

It is generous: all that the network, a disk, a sleeping machine or a clock that was set may have done is to the host's
advantage, up to a part of the time in question, and so is the time in which nobody is there.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from net.base.errors import NetError
from net.base.limits import Limits
from net.gamelog.entries import GameEntry, PlayEntry, PlayTimes
from net.protocol.table_options import TableOptions

_DRIFT = 0.998
"""Rate of the slowest clock against another."""
_BACKLOG = 60.0
"""Seconds within which all comes that was there at a join, on a slow line too."""
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


class ClockTerms(NamedTuple):
    """The terms that a table promises before a game, and an owner cannot change later."""

    times: PlayTimes
    bots_yield: bool
    series: int = 0

    @classmethod
    def of(cls, options: TableOptions) -> ClockTerms:
        """The terms of a table with such options."""
        return cls(PlayTimes.of(options), options.bots_yield, options.series)


class TurnWatch:
    """Watches over the time that people have in the games at one table, as one client hears of them."""

    def __init__(self, limits: Limits, now: Callable[[], Moment] = Moment.now) -> None:
        self.terms: ClockTerms | None = None
        """What the host has promised when this client came."""
        self._limits = limits
        self._now = now
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
        self._rested: Moment | None = None
        """Moment at which the game began to rest."""
        self._waking: Moment | None = None
        """Earliest moment at which the host can have known that this player is there again."""
        # The deal
        self._half: Moment | None = None
        """Earliest moment at which the half of the deal began that goes on."""
        self._committed: Moment | None = None
        """Moment at which this client committed to its share."""
        self.missed = False
        """Whether the client was away for so long that others may have played a game meanwhile."""
        # The connection
        self._spoke: Moment | None = None
        """Moment of the host's last message."""
        self._arrived: Moment | None = None
        """Moment of the last join."""
        self._known = 0
        """The entries that were there then, as far as that can be believed: what was there comes at once."""
        self._away = _EVER
        """The most seconds for which the client was away before these can have been made."""

    def spoke(self) -> None:
        """The host has said something."""
        self._spoke = self._now()

    def joined(self, known: int, heard: int, *, same: bool) -> None:
        """The client has joined, perhaps again.

        Args:
            known: How many entries there are, as the host says.
            heard: How many of them have come before.
            same: Whether this very game was played when it had joined the time before.
        """
        self._arrived = self._now()
        away = self._arrived.since(self._spoke)
        self.missed = self._enough(away, self._limits.absence)
        # What was there at the join before, and has not come since, may be as old as that.
        self._away = max(away, self._away) if same and heard < self._known else away
        self._known = known
        if self._waking:
            self._waking = self._arrived

    def answered(self, seq: int) -> None:
        """The host has answered: of what was there at the join nothing is left to come after this entry."""
        self._known = min(self._known, seq)

    def promised(self, options: TableOptions) -> None:
        """The host tells by which options the table is run.

        Raises:
            NetError: ``fork``, when these are other ones than before, which nobody can have changed.
        """
        terms = ClockTerms.of(options)
        if self.terms not in (None, terms):
            raise NetError("fork", "the table has another clock than before")
        self.terms = terms

    def begin(self, game: GameEntry, *, live: bool) -> None:
        """A game begins.

        Args:
            game: Its first entry.
            live: Whether the client was there when it began, and not only afterwards.

        Raises:
            NetError: ``fork``, when it does not give people the time that they were told of.
        """
        if self.terms is None or self.terms[:2] != (game.times, game.bots_yield):
            raise NetError("fork", "entry 1 names another clock than the table has")
        if live:
            self._known = 0
        self._game, self._seat, self._asked, self._rested, self._waking = game, -1, None, None, None
        self._half, self._committed = self._newest, None
        self._reserves = [game.reserve / 1000] * len(game.seats)

    def heard(self, seq: int) -> None:
        """An entry has come."""
        now = self._now()
        if now.since(self._arrived) > _BACKLOG:
            self.answered(seq - 1)
        # What was there before may have been there for any time.
        if seq > self._known:
            self._newest = now

    def committed(self) -> None:
        """This client commits to its share: before that the second half of the deal cannot have begun."""
        self._committed = self._now()

    def all_committed(self) -> None:
        """The second half of the deal has begun; to be called after `heard`."""
        known = [moment for moment in (self._newest, self._committed) if moment]
        self._half = max(known, key=lambda moment: moment.steady, default=None)

    def gave_up(self, seq: int) -> None:
        """The deal was given up by an entry because a share is missing.

        Raises:
            NetError: ``false_undealt``, when there was time to give it.
        """
        if not self._enough(self._now().since(self._half), self._limits.shares):
            raise NetError("false_undealt", f"entry {seq}")

    def held(self, seq: int, *, on: bool) -> None:
        """The game rests from now on, or goes on: in between nobody's time has run; to be called after `heard`."""
        now, rested = self._now(), self._rested
        self._rested = now if on else None
        # How long a rest was that ended while the client was away is not known.
        if rested and self._asked and not on and seq > self._known:
            asked = self._asked
            rest = now.steady - rested.steady, now.wall - rested.wall
            self._asked = Moment(asked.steady + rest[0], asked.wall + rest[1])

    def waking(self) -> None:
        """This player has said to be there again."""
        self._waking = self._waking or self._now()

    def awake(self) -> None:
        """The host has understood that."""
        self._waking = None

    def play(self, seq: int, entry: PlayEntry, me: int | None, *, read: bool = False) -> None:
        """A move was made; to be called after `heard`.

        Args:
            seq: Number of its entry.
            entry: The move.
            me: This client's seat; None: it has none, and hears of what happens later, and of the last of it at once.
            read: Whether the question that it answers had time to be read.

        Raises:
            NetError: ``false_timeout`` or ``false_absence``, when a bot moved for a player who had time, or for this
                client, which was here.
        """
        assert self._game
        if entry.seat == me and self._here(seq, entry):
            raise NetError("false_absence", f"entry {seq}")
        asked = self._now().since(self._asked)
        if entry.cause not in ("start", "given", "bot", "asleep"):
            decision, reserve = self._game.turn_time / 1000, self._reserves[entry.seat]
            decision += self._limits.reading if read else 0.0
            if entry.cause == "timeout" and me is not None and not self._enough(asked, decision + reserve):
                raise NetError("false_timeout", f"entry {seq}")
            left = 0.0 if entry.cause == "timeout" else reserve - max(0.0, asked + self._doubt(decision) - decision)
            self._reserves[entry.seat] = max(0.0, left)
        self._ask(entry)

    def _doubt(self, seconds: float) -> float:
        """Seconds by which the client may be wrong about a time: a part of it, at any clock."""
        return min(self._limits.doubt, seconds * self._limits.doubt_part / 100)

    def _enough(self, passed: float, seconds: float) -> bool:
        """Whether a time may be up after the most seconds that may have passed."""
        return passed >= seconds * _DRIFT - self._doubt(seconds)

    def _here(self, seq: int, entry: PlayEntry) -> bool:
        """Whether this client's player was here when a bot moved in their seat, though the host says otherwise."""
        # A client that was away is told of it by `Welcome`, and hears it as past.
        live, now = seq > self._known, self._now()
        if entry.cause == "absent":
            return live or not self._enough(self._away, self._limits.absence)
        slept = entry.cause == "asleep" and live and self._waking
        return bool(slept) and now.since(self._waking) > self._limits.doubt

    def _ask(self, entry: PlayEntry) -> None:
        """Take note of the question that a move has led to."""
        seat = next((event.seat for event in reversed(entry.events) if event.kind == "ask"), -1)
        self._undone = seat == self._seat and (self._undone or any(event.kind == "undo" for event in entry.events))
        if not self._undone:
            self._asked = self._newest
        self._seat = seat

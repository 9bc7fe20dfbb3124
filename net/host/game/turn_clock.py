"""Turn clock: an open decision is answered by its player, or by a bot for a player who is away or too slow."""

from __future__ import annotations

from functools import partial

from net.base.clock import Timer
from net.host.game.bot_answers import BotAnswers
from net.host.game.decision_time import DecisionTime
from net.host.game.match_state import MatchState
from net.host.seats.lobby import Member
from net.host.store.stored_table import ClockRecord
from net.protocol.host_messages import ClockNote

_REMINDED = 10.0
"""Seconds between two times that a player's spent time is stored: a crash gives back no more."""
_PART = 1 / 1000
"""That time as a part of the time for a decision, where it is longer."""
_LEAST = 0.01
"""Seconds between two such times at least."""


class TurnClock:
    """The decisions of one game, one after another."""

    def __init__(self, match: MatchState, kept: ClockRecord | None = None) -> None:
        """Take over the decisions of a game.

        Args:
            match: The match.
            kept: The clock as it was stored.

        Raises:
            NetError: ``stored``, when that clock is not this game's.
        """
        options = match.options
        self._match = match
        self._time = DecisionTime(options.turn_time, options.reserve, len(match.lobby.seats), match.inbox.clock, kept)
        self._bots = BotAnswers(match, self._time)
        self._absence = None if options.correspondence else match.limits.absence
        """Seconds after which a bot answers for a player who is away; None: it does not."""
        self._reminded = max(_REMINDED, options.turn_time * _PART)
        self._correspondence = options.correspondence
        self._idle = self._idle_pause() if kept and kept.did == match.game.did else 0.0
        """Seconds that the open question waits, if it has one answer only."""
        self._absent: Timer | None = None
        """Lets a bot answer for a player who is away."""
        self._deadline: Timer | None = None
        """Lets a bot answer for a player who is too slow."""
        self._reminder: Timer | None = None
        """Stores the time that players have spent."""

    @property
    def reserves(self) -> list[float]:
        """Seconds each seat has left on top of the time for a decision."""
        return self._time.reserves

    @property
    def asked(self) -> float:
        """Seconds for which the open question has been asked without a rest; 0 while it is not."""
        return self._time.asked

    def ask_player(self) -> None:
        """Ask the player who must decide now; also when somebody has come or gone meanwhile."""
        self.stop()
        game, seat = self._match.game, self._match.game.seat
        reading = self._match.limits.reading if game.validator.reads else 0.0
        if self._time.open(game.did, seat, took_back=seat is not None and game.took_back, reading=reading):
            self._idle = self._idle_pause()
        deserted = not self._correspondence and all(member.peer is None for member in self._match.lobby.people)
        if seat is None or game.validator.held or deserted:
            return
        self._time.run()
        who = self._match.lobby.seats[seat]
        if not isinstance(who, Member):
            self._bots.think(seat, "bot")
            return
        if self.sleeps(seat):
            self._bots.think(seat, "asleep")
            return
        if who.peer:
            self._match.send(who.peer, game.decision(self._idle if game.single else None))
        elif self._absence is not None:
            # In a correspondence game they have their time, even for a single answer: else others would learn that
            # there was only one.
            wait = max(self._bots.pause, who.gone + self._absence - self._match.inbox.clock.now())
            self._absent = self._match.inbox.clock.later(wait, partial(self._bots.think, seat, "absent"))
        if self._time.decision:
            self._run(seat)

    def sleeps(self, seat: int) -> bool:
        """Whether a bot answers for a player at once: their time was up once, and somebody who is awake would wait."""
        asleep = self._match.game.validator.asleep
        return seat in asleep and any(
            (player.peer or self._correspondence) and self._match.lobby.seat_of(player) not in asleep
            for player in self._match.lobby.players
        )

    def _run(self, seat: int) -> None:
        """Let a player's time run, and tell everybody."""
        self._deadline = self._match.inbox.clock.later(sum(self._time.left(seat)), partial(self._expire, seat))
        self._remind()
        self.tell()

    def tell(self) -> None:
        """Tell everybody how much time the asked player has left, if it runs."""
        note = self.clock_note()
        if note is None:
            return
        for member in self._match.lobby.players if self._match.options.spectator_delay else self._match.lobby.people:
            if member.peer:
                self._match.send(member.peer, note)

    def _expire(self, seat: int) -> None:
        """A player's time is up."""
        if self._absent:
            self._absent.cancel()
        self._bots.think(seat, "timeout")

    def clock_record(self) -> ClockRecord | None:
        """The record of the clock to be stored; None when no time runs."""
        return self._time.record(self._reminded)

    @property
    def time_left(self) -> float | None:
        """Seconds that the asked player has left, reserve included; None when nobody's time runs."""
        seat = self._match.game.seat
        return None if self._deadline is None or seat is None else sum(self._time.left(seat))

    def clock_note(self) -> bytes | None:
        """The frame that tells how much time the asked seat has left; None when nobody's time runs."""
        seat = self._match.game.seat
        if self._deadline is None or seat is None:
            return None
        left, reserve = self._time.left(seat)
        return ClockNote(seat=seat, ms=round(left * 1000), reserve=round(reserve * 1000)).frame()

    def charge(self, seat: int) -> None:
        """A player has answered: what that took longer than their time goes off the reserve."""
        self._time.charge(seat)

    def hurry(self, pause: float) -> None:
        """Bots wait for another time from now on, the one that is waiting included."""
        self._bots.hurry(pause)

    def stop(self) -> None:
        """Ask nobody any more."""
        for timer in (self._absent, self._deadline, self._reminder):
            if timer:
                timer.cancel()
        self._absent = self._deadline = self._reminder = None
        self._bots.stop()
        self._time.stop()

    def _remind(self) -> None:
        """Store the time that players have spent whenever another part of it is full."""
        if self._deadline:
            wait = self._reminded - self._time.spent % self._reminded
            # Rounding may have it come a little before the part is full.
            self._reminder = self._match.inbox.later(max(wait, _LEAST), self._remind)

    def _idle_pause(self) -> float:
        """Seconds to wait before a question with one answer is answered.

        The pause is random, so that its length does not reveal a forced answer to people; bots do not measure it.
        """
        if self._match.limits.idle_pause is None or len(self._match.lobby.players) == 1:
            return self._bots.pause
        return self._match.inbox.clock.jitter(*self._match.limits.idle_pause)

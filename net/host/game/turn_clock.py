"""Turn clock: an open decision is answered by its player, or by a bot for a player who is away or too slow."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from net.base.clock import Timer
from net.base.limits import Limits
from net.host.game.bot_answers import BotAnswers
from net.host.game.decision_time import DecisionTime
from net.host.game.logged_game import LoggedGame
from net.host.seats.inbox import Inbox
from net.host.seats.lobby import Lobby, Member, Peer
from net.host.store.stored_table import ClockRecord
from net.protocol.host_messages import ClockNote
from net.protocol.table_options import TableOptions

_REMINDED = 10.0
"""Seconds between two times that a player's spent time is stored: a crash gives back no more."""
_PART = 1 / 1000
"""The same as a part of the time for a decision, where that is longer."""
_LEAST = 0.01
"""Seconds between two such times at least."""


class TurnClock:
    """The decisions of one game, one after another."""

    def __init__(
        self,
        game: LoggedGame,
        lobby: Lobby,
        inbox: Inbox,
        limits: Limits,
        options: TableOptions,
        thinking: float,
        send: Callable[[Peer, bytes], None],
        kept: ClockRecord | None = None,
    ) -> None:
        """Take over the decisions of a game.

        Args:
            game: The game.
            lobby: Who sits where.
            inbox: The table's; what happens by itself happens through it.
            limits: Bounds of everything.
            options: How long bots wait, and how long players may think.
            thinking: Seconds that bots may search.
            send: Sends somebody a frame.
            kept: The clock as it was stored.

        Raises:
            NetError: ``stored``, when that clock is not this game's.
        """
        said = game.validator.game
        self._time = DecisionTime(options.turn_time, options.reserve, len(lobby.seats), inbox.clock, kept)
        self._bots = BotAnswers(game, lobby, inbox, self._time, options.bot_pause, thinking)
        self._absence = said.absence / 1000 if said else 0.0
        """Seconds after which a bot answers for a player who is away; 0: it does not."""
        self._reminded = max(_REMINDED, options.turn_time * _PART)
        self._game = game
        self._lobby = lobby
        self._inbox = inbox
        self._jitter = limits.idle_pause
        self._correspondence = options.correspondence
        self._spectators_late = options.spectator_delay > 0
        self._send = send
        self._idle = self._idle_pause() if kept and kept.did == game.did else 0.0
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

    def ask(self) -> None:
        """Ask whoever must decide now; also when somebody has come or gone meanwhile."""
        self.stop()
        game, seat = self._game, self._game.seat
        if self._time.open(game.did, seat, took_back=seat is not None and game.took_back):
            self._idle = self._idle_pause()
        deserted = not self._correspondence and all(member.peer is None for member in self._lobby.people)
        if seat is None or game.validator.held or deserted:
            return
        self._time.run()
        who = self._lobby.seats[seat]
        if not isinstance(who, Member):
            self._bots.think(seat, "bot")
            return
        if self.sleeps(seat):
            self._bots.think(seat, "asleep")
            return
        if who.peer:
            self._send(who.peer, game.decision(self._idle if game.single else None))
        elif self._absence:
            # In a correspondence game they have their time, even for a single answer: else others would learn that
            # there was only one.
            wait = max(self._bots.pause, who.gone + self._absence - self._inbox.clock.now())
            self._absent = self._inbox.clock.later(wait, partial(self._bots.think, seat, "absent"))
        if self._time.decision:
            self._run(seat)

    def sleeps(self, seat: int) -> bool:
        """Whether a bot answers for a player at once: their time was up once, and somebody who is awake would wait."""
        asleep = self._game.validator.asleep
        return seat in asleep and any(
            (player.peer or self._correspondence) and self._lobby.seat_of(player) not in asleep
            for player in self._lobby.players
        )

    def _run(self, seat: int) -> None:
        """Let a player's time run, and tell everybody."""
        self._deadline = self._inbox.clock.later(sum(self._time.left(seat)), partial(self._expire, seat))
        self._remind()
        note = self.clock_note()
        assert note
        for member in self._lobby.players if self._spectators_late else self._lobby.people:
            if member.peer:
                self._send(member.peer, note)

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
        """Seconds that whoever is asked has left, reserve included; None when nobody's time runs."""
        seat = self._game.seat
        return None if self._deadline is None or seat is None else sum(self._time.left(seat))

    def clock_note(self) -> bytes | None:
        """The frame that tells how much time the asked seat has left; None when nobody's time runs."""
        seat = self._game.seat
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
            self._reminder = self._inbox.later(max(wait, _LEAST), self._remind)

    def _idle_pause(self) -> float:
        """Seconds to wait before a question with one answer is answered.

        The pause is random, so that its length does not reveal a forced answer to people; bots do not measure it.
        """
        if self._jitter is None or len(self._lobby.players) == 1:
            return self._bots.pause
        return self._inbox.clock.jitter(*self._jitter)

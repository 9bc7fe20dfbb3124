"""Turn clock: an open decision is answered by its player, or by a bot for a player who is away or too slow."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from engine import Move
from engine.errors import RulesError
from net.base.clock import Timer
from net.base.errors import NetError
from net.base.limits import Limits
from net.gamelog.entries import Cause
from net.host.store.stored_table import ClockRecord
from net.host.table.inbox import Inbox
from net.host.table.lobby import NEUTRAL, BotSeat, Lobby, Member, Peer
from net.host.table.logged_game import LoggedGame
from net.host.table.table_bot import TableBot
from net.host.table_options import TableOptions
from net.protocol.host_messages import ClockNote

_log = logging.getLogger(__name__)

_REMINDED = 10.0
"""Seconds between two times that a player's spent time is stored: a crash gives back no more."""
_FOUND = 0.2
"""Seconds that a search may take beyond its time, to be begun and to be told of."""
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
        send: Callable[[Peer, bytes], None],
        kept: ClockRecord | None = None,
    ) -> None:
        """Take over the decisions of a game.

        Args:
            game: The game.
            lobby: Who sits where.
            inbox: The table's; what happens by itself happens through it.
            limits: Bounds of everything.
            options: How long bots wait and may search, and how long players may think.
            send: Sends somebody a frame.
            kept: The clock as it was stored.

        Raises:
            NetError: ``stored``, when that clock is not this game's.
        """
        said = game.validator.game
        # The log of a game that an older version has begun says nothing of a clock: it is played without one.
        self._timers = options.timers if said and said.times.timed else None
        self._absence = said.absence / 1000 if said else 0.0
        self.reserves = [self._timers.reserve if self._timers else 0.0] * len(lobby.seats)
        """Seconds each seat has left on top of the time for a decision."""
        self._game = game
        self._lobby = lobby
        self._inbox = inbox
        self._clock = inbox.clock
        self._limits = limits
        self._pause = options.bot_pause
        self._thinking = options.thinking
        self._correspondence = options.correspondence
        self._spectators_late = options.spectator_delay > 0
        self._reminded = max(_REMINDED, self._timers.decision * _PART) if self._timers else _REMINDED
        self._send = send
        self._bots: dict[tuple[int, str], TableBot] = {}
        self._timer: Timer | None = None
        self._deadline: Timer | None = None
        self._reminder: Timer | None = None
        """The task that stores the time players have spent."""
        self._did = 0
        self._seat: int | None = None
        """The seat that was asked last."""
        self._idle = 0.0
        """Seconds that the open question waits, if it has one answer only."""
        self._since: float | None = None
        """When the open question was asked; None while nobody is asked."""
        self._spent = 0.0
        """Seconds the open question was asked before that."""
        self._question = 0
        """Counts what was asked, so that a bot's answer to an older question is known for one."""
        self._ready: tuple[int, Move, Cause] | None = None
        """An answer that only waits for its time."""
        self._least = 0.0
        """Seconds that whoever found it must seem to have thought."""
        if kept:
            self._recover(kept)

    def ask(self) -> None:
        """Ask whoever must decide now; also when somebody has come or gone meanwhile."""
        self.stop()
        seat = self._game.seat
        if self._game.did != self._did:
            self._did, self._spent, self._idle = self._game.did, self._carried(seat), self._idle_pause()
        self._seat = seat
        deserted = not self._correspondence and all(member.peer is None for member in self._lobby.people)
        if seat is None or self._game.validator.held or deserted:
            return
        self._since = self._clock.now()
        who = self._lobby.seats[seat]
        if not isinstance(who, Member):
            self._think(seat, "bot")
        elif who.peer is None:
            # In a correspondence game they have their time, even for a single answer: else others would learn that
            # there was only one.
            if self._absence:
                wait = max(self._pause, who.gone + self._absence - self._since)
                self._timer = self._clock.later(wait, partial(self._think, seat, "absent"))
        else:
            self._send(who.peer, self._game.decision(self._idle if self._game.single else None))
        if isinstance(who, Member) and self._timers:
            left = max(0.0, self._timers.decision + self.reserves[seat] - self._spent)
            self._deadline = self._clock.later(left, partial(self._think, seat, "timeout"))
            self._remind()
            note = self.clock_note()
            assert note
            for member in self._lobby.players if self._spectators_late else self._lobby.people:
                if member.peer:
                    self._send(member.peer, note)

    def _carried(self, seat: int | None) -> float:
        """Seconds that a new question counts as asked: no time can be won by taking moves back.

        What went beyond the time for a decision has gone off the reserve already.
        """
        if not self._timers or seat is None or seat != self._seat or not self._game.took_back:
            return 0.0
        return min(self._spent, self._timers.decision)

    def clock_record(self) -> ClockRecord | None:
        """The record of the clock to be stored; None when no time runs."""
        if self._timers is None:
            return None
        spent = self._time() // self._reminded * self._reminded
        return ClockRecord(reserves=tuple(self.reserves), did=self._did if spent else 0, spent=spent)

    def _recover(self, kept: ClockRecord) -> None:
        if len(kept.reserves) != len(self.reserves):
            raise NetError("stored", "its clock does not fit it.")
        self.reserves[:] = kept.reserves
        if kept.did == self._game.did:
            self._did, self._spent, self._idle = kept.did, kept.spent, self._idle_pause()

    @property
    def time_left(self) -> float | None:
        """Seconds that whoever is asked has left, reserve included; None when nobody's time runs."""
        seat = self._game.seat
        if not self._deadline or not self._timers or seat is None:
            return None
        return max(0.0, self._timers.decision + self.reserves[seat] - self._time())

    def clock_note(self) -> bytes | None:
        """The frame that tells how much time the asked seat has left; None when nobody's time runs."""
        seat = self._game.seat
        if not self._deadline or not self._timers or seat is None:
            return None
        spent = self._time()
        left = max(0.0, self._timers.decision - spent)
        reserve = max(0.0, self.reserves[seat] - max(0.0, spent - self._timers.decision))
        return ClockNote(seat=seat, ms=round(left * 1000), reserve=round(reserve * 1000)).frame()

    def charge(self, seat: int) -> None:
        """A seat has answered: what that took longer than its time goes off the reserve."""
        if self._timers and isinstance(self._lobby.seats[seat], Member):
            over = max(0.0, self._time() - self._timers.decision)
            self.reserves[seat] = max(0.0, self.reserves[seat] - over)

    def hurry(self, pause: float) -> None:
        """Bots wait for another time from now on, the one that is waiting included."""
        self._pause = pause
        if self._ready:
            self._wait()

    def stop(self) -> None:
        """Ask nobody any more."""
        for timer in (self._timer, self._deadline, self._reminder):
            if timer:
                timer.cancel()
        self._timer = self._deadline = self._reminder = self._ready = None
        self._spent, self._since = self._time(), None
        self._question += 1

    def _time(self) -> float:
        """Seconds the open question has been asked so far."""
        return self._spent + (self._clock.now() - self._since if self._since is not None else 0.0)

    def _think(self, seat: int, cause: Cause) -> None:
        question = self._question
        who = self._lobby.seats[seat]
        level = who.level if isinstance(who, BotSeat) else NEUTRAL
        player = self._bot(seat, level)
        view, events = self._game.view(seat), self._game.events(seat, player.told)

        def decided(move: Move | None) -> None:
            if question != self._question:
                return
            if move not in view.moves:
                _log.warning("the bot in seat %d found no move; its first one is played", seat)
                move = view.moves[0]
            self._ready = (question, move, cause)
            # One that searches has found its only move at once, and nobody must learn from the time that there was one.
            self._least = self._thinking + _FOUND if player.searches else 0.0
            self._wait()

        self._clock.think(player.choice(view, events, partial(self._game.world, seat)), decided)

    def _bot(self, seat: int, level: str) -> TableBot:
        player = self._bots.get((seat, level))
        if player is None:
            make = partial(
                TableBot,
                seed=self._game.bot_seed(seat),
                players=len(self._lobby.seats),
                thinkers=self._clock.thinkers,
                seconds=self._thinking,
            )
            try:
                player = make(level)
            except RulesError as error:
                # The game was resumed where the plug-in is missing, or broken by now.
                _log.warning("%s; a %s plays seat %d", error, NEUTRAL, seat)
                player = make(NEUTRAL)
            self._bots[seat, level] = player
        return player

    def _wait(self) -> None:
        if self._timer:
            self._timer.cancel()
        left = max(self._pause, self._least) - (self._clock.now() - self._since if self._since is not None else 0.0)
        if left > 0:
            self._timer = self._clock.later(left, self._give)
        else:
            self._give()

    def _give(self) -> None:
        if self._ready:
            ready, self._ready, self._timer = self._ready, None, None
            self._inbox.post(partial(self._answer, *ready))

    def _answer(self, question: int, move: Move, cause: Cause) -> None:
        """A bot answers, unless something has happened meanwhile, or somebody come or gone."""
        seat = self._game.seat
        if seat is None or question != self._question or self._since is None:
            return
        self._game.answer(move, cause)
        self.charge(seat)

    def _remind(self) -> None:
        """Store the time that players have spent whenever another part of it is full."""
        if self._since is not None:
            wait = self._reminded - self._time() % self._reminded
            # Rounding may have it come a little before the part is full.
            self._reminder = self._inbox.later(max(wait, _LEAST), self._remind)

    def _idle_pause(self) -> float:
        """Seconds to wait before a question with one answer is answered.

        Others must not learn from the time that there was no choice; bots do not look at it.
        """
        jitter = self._limits.idle_pause
        if jitter is None or len(self._lobby.players) == 1:
            return self._pause
        return self._clock.jitter(*jitter)

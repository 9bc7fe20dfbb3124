"""Sees to it that the open decision gets an answer: from its player, from a bot, or for somebody who is away."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock

from engine import Event, Move, View
from engine.bots import bot
from net.clock import Clock, Timer
from net.crypto import digest
from net.limits import Limits
from net.lobby import Bot, Lobby, Member
from net.play import Cause, Play

_log = logging.getLogger(__name__)

NEUTRAL = "steward"
"""The bot that answers for a player who is away."""

Answer = Callable[[int, Move, Cause], None]
"""Called with the decision's id, the move, and who chose it."""


class Mind:
    """The bot of one seat. It sees what the seat sees, and thinks one thought at a time."""

    def __init__(self, level: str, seed: bytes, seat: int) -> None:
        self.told = 0
        """Events it has been given."""
        self._bot = bot(level, int.from_bytes(digest("bot", seed, seat)[:6], "big"))
        self._lock = Lock()

    def choose(self, view: View, events: Sequence[Event]) -> Move:
        """Take note of what has happened since the last time, and choose one of ``view.moves``."""
        with self._lock:
            for event in events:
                self._bot.watch(event)
            return self._bot.choose(view)


class Asking:
    """The decisions of one game, one after another."""

    def __init__(
        self, play: Play, lobby: Lobby, clock: Clock, limits: Limits, seed: bytes, pause: float, answer: Answer
    ) -> None:
        self._play = play
        self._lobby = lobby
        self._clock = clock
        self._limits = limits
        self._pause = pause
        self._answer = answer
        self._minds = [
            Mind(who.level if isinstance(who, Bot) else NEUTRAL, seed, seat) for seat, who in enumerate(lobby.seats)
        ]
        self._timer: Timer | None = None
        self._since = 0.0
        self._question = 0
        """Counts what was asked, so that a thought about an older question is known for one."""
        self._ready: tuple[int, Move, Cause] | None = None
        """An answer that only waits for its time."""

    def ask(self) -> None:
        """Ask whoever must decide now; also when somebody has come or gone meanwhile."""
        self.stop()
        seat = self._play.seat
        if seat is None or all(member.peer is None for member in self._lobby.people):
            return
        self._since = self._clock.now()
        who = self._lobby.seats[seat]
        if not isinstance(who, Member):
            self._think(seat, "bot")
        elif who.peer is None:
            wait = max(self._pause, who.gone + self._limits.absence - self._since)
            self._timer = self._clock.later(wait, partial(self._think, seat, "absent"))
        else:
            who.peer.send(self._play.decision())
            if self._play.single:
                # In the log this is the player's own answer: that there was no choice is nobody's business.
                self._ready = (self._play.did, self._play.only_move(), "player")
                self._timer = self._clock.later(self._idle_pause(), self._give)

    def hurry(self, pause: float) -> None:
        """Bots wait for another time from now on, the one that is waiting included."""
        self._pause = pause
        if self._ready and self._ready[2] != "player":
            self._wait()

    def stop(self) -> None:
        """Ask nobody any more."""
        if self._timer:
            self._timer.cancel()
        self._timer = self._ready = None
        self._question += 1

    def _think(self, seat: int, cause: Cause) -> None:
        did, question = self._play.did, self._question
        mind, view = self._minds[seat], self._play.view(seat)
        events = self._play.events(seat, mind.told)
        mind.told += len(events)

        def decided(move: Move | None) -> None:
            if question != self._question:
                return
            if move not in view.moves:
                _log.warning("the bot in seat %d found no move; its first one is played", seat)
                move = view.moves[0]
            self._ready = (did, move, cause)
            self._wait()

        self._clock.think(partial(mind.choose, view, events), decided)

    def _wait(self) -> None:
        if self._timer:
            self._timer.cancel()
        left = self._since + self._pause - self._clock.now()
        if left > 0:
            self._timer = self._clock.later(left, self._give)
        else:
            self._give()

    def _give(self) -> None:
        if self._ready:
            ready, self._ready, self._timer = self._ready, None, None
            self._answer(*ready)

    def _idle_pause(self) -> float:
        """How long to wait before a question with one answer is answered.

        Others must not learn from the time that there was no choice; bots do not look at it.
        """
        if len(self._lobby.players) == 1:
            return self._pause
        return self._clock.jitter(*self._limits.idle_pause)

"""Bot answers: bots answer for their own seats and for players who do not, and never sooner than they may."""

from __future__ import annotations

import logging
from functools import partial

from engine import Move
from engine.bots.registry import NEUTRAL
from engine.errors import RulesError
from net.base.clock import Timer
from net.gamelog.entries import Cause
from net.host.game.decision_time import DecisionTime
from net.host.game.match_state import MatchState
from net.host.game.table_bot import TableBot
from net.host.seats.lobby import BotSeat

_log = logging.getLogger(__name__)

_FOUND = 0.2
"""Seconds that a search may take beyond its time, to be begun and to be told of."""


class BotAnswers:
    """The bots of one game, and the answer that one of them has found."""

    def __init__(self, match: MatchState, time: DecisionTime) -> None:
        """Wait for questions.

        Args:
            match: The match.
            time: How long the question has been asked.
        """
        self.pause = match.options.bot_pause
        """Seconds between the moves of bots."""
        self._match = match
        self._time = time
        self._thinking = match.opening.thinking
        """Seconds that a bot may search."""
        self._bots: dict[tuple[int, str], TableBot] = {}
        """By seat and level."""
        self._question = 0
        """Counts the questions, so that a thought about an older one is known for one."""
        self._found: tuple[Move, Cause] | None = None
        """An answer that only waits for its time."""
        self._least = 0.0
        """Seconds that the bot that found it must seem to have thought."""
        self._timer: Timer | None = None

    def think(self, seat: int, cause: Cause) -> None:
        """Let a bot answer the open question.

        Args:
            seat: Who must answer.
            cause: Why a bot does, for the log.
        """
        question = self._question
        who = self._match.lobby.seats[seat]
        player = self._bot(seat, who.level if isinstance(who, BotSeat) else NEUTRAL)
        view, events = self._match.game.view(seat), self._match.game.events(seat, player.told)

        def decided(move: Move | None) -> None:
            if question != self._question:
                return
            if move not in view.moves:
                _log.warning("the bot in seat %d found no move; its first one is played", seat)
                move = view.moves[0]
            self._found = (move, cause)
            # Nobody must learn from the time how long one that searches has searched, or that it had nothing to search.
            self._least = self._thinking + _FOUND if player.searches else 0.0
            self._wait()

        choice = player.choice(view, events, self._match.game.bot_seed(seat), partial(self._match.game.world, seat))
        self._match.inbox.clock.think(choice, decided)

    def hurry(self, pause: float) -> None:
        """Wait for another time from now on, also with the answer that is waiting."""
        self.pause = pause
        if self._found:
            self._wait()

    def stop(self) -> None:
        """Forget the question, and what was found."""
        self._question += 1
        self._found = None
        self._cancel()

    def _bot(self, seat: int, level: str) -> TableBot:
        player = self._bots.get((seat, level))
        if player is None:
            make = partial(
                TableBot,
                players=len(self._match.lobby.seats),
                thinkers=self._match.inbox.clock.thinkers,
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
        self._cancel()
        left = max(self.pause, self._least) - self._time.asked
        if left > 0:
            self._timer = self._match.inbox.clock.later(left, self._give)
        else:
            self._give()

    def _cancel(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _give(self) -> None:
        if self._found:
            (move, cause), self._found, self._timer = self._found, None, None
            self._match.inbox.post(partial(self._answer, self._question, move, cause))

    def _answer(self, question: int, move: Move, cause: Cause) -> None:
        """Answer, unless something has happened meanwhile, or somebody come or gone."""
        seat = self._match.game.seat
        if seat is None or question != self._question:
            return
        person = not isinstance(self._match.lobby.seats[seat], BotSeat)
        self._match.game.answer(move, cause)
        if person and cause != "asleep":
            self._time.charge(seat)

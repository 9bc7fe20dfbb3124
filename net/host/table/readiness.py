"""Readiness: people say that they are ready, and the game begins when enough of them are."""

from __future__ import annotations

from net.base.clock import Timer
from net.base.errors import NetError
from net.host.game.game_series import GameSeries
from net.host.seats.inbox import Inbox
from net.host.seats.lobby import NEUTRAL, Lobby, Member
from net.host.table.broadcast import Broadcast


class Readiness:
    """The start of a game that follows from those who are ready.

    It begins when as many are ready as the table was opened for; or, where bots take the open seats after a while, when
    that time is up or nobody else has room. Nobody may have lost the connection a moment ago. All who sit there play,
    and bots take the open seats. The owner may start earlier.
    """

    def __init__(self, lobby: Lobby, series: GameSeries, broadcast: Broadcast, inbox: Inbox) -> None:
        self._lobby = lobby
        self._series = series
        self._broadcast = broadcast
        self._inbox = inbox
        self._filling: Timer | None = None
        """Runs until bots take the open seats."""

    def mark(self, member: Member, on: bool) -> None:
        """Somebody who has a seat is ready, or not after all.

        Raises:
            NetError: ``already_started``.
        """
        if self._series.match:
            raise NetError("already_started")
        if member.ready != on:
            member.ready = on
            self._broadcast.lobby()

    def review(self) -> None:
        """Begin if it is time to; to be called after whatever has happened."""
        lobby, options = self._lobby, self._series.options
        wanted = options.start_when
        if self._series.match:
            self._stop()
            return
        if options.bots_after and any(player.peer for player in lobby.players):
            if None not in lobby.seats:
                self._begin()
            elif self._filling is None:
                self._filling = self._inbox.later(options.bots_after, self._fill)
        else:
            self._stop()
        if wanted and not self._series.match and len(lobby.ready) >= wanted:
            self._begin()

    def _fill(self) -> None:
        self._filling = None
        if not self._series.match:
            self._begin()

    def _stop(self) -> None:
        if self._filling is not None:
            self._filling.cancel()
            self._filling = None

    def _begin(self) -> None:
        lobby = self._lobby
        if not lobby.players or any(player.peer is None for player in lobby.players):
            return
        while None in lobby.seats:
            lobby.add_bot(NEUTRAL, None)
        self._series.begin()
        self._broadcast.lobby()

"""Readiness: people say that they are ready, and the game begins when enough of them are."""

from __future__ import annotations

from engine.bots.registry import NEUTRAL
from net.base.clock import Timer
from net.base.errors import NetError
from net.host.seats.lobby import Member
from net.host.table.broadcast import Broadcast
from net.host.table.table_state import TableState


class Readiness:
    """The start of a game that follows from those who are ready.

    It begins when as many are ready as the table was opened for; or, where bots take the open seats after a while, when
    that time is up or nobody else has room. Nobody may have lost the connection a moment ago. All who sit there play,
    and bots take the open seats. The owner may start earlier.
    """

    def __init__(self, table: TableState, broadcast: Broadcast) -> None:
        self._table = table
        self._broadcast = broadcast
        self._filling: Timer | None = None
        """Runs until bots take the open seats."""

    def mark(self, member: Member, on: bool) -> None:
        """Somebody who has a seat is ready, or not after all.

        Raises:
            NetError: ``already_started``.
        """
        if self._table.series.match:
            raise NetError("already_started")
        if member.ready != on:
            member.ready = on
            self._broadcast.lobby()

    def begin_if_ready(self) -> None:
        """Begin if it is time to, or let the time run after which bots take the open seats."""
        lobby, series = self._table.lobby, self._table.series
        if series.match:
            self._stop()
            return
        options = series.options
        here = any(player.peer for player in lobby.players)
        full = options.bots_after and here and None not in lobby.seats
        enough = options.start_when and len(lobby.ready) >= options.start_when
        if full or enough:
            self._begin()
        if series.match or not options.bots_after or not here:
            self._stop()
        elif self._filling is None and None in lobby.seats:
            self._filling = self._table.inbox.later(options.bots_after, self._fill)
            self._broadcast.fills_at = self._table.services.clock.now() + options.bots_after
            self._broadcast.lobby()

    def _fill(self) -> None:
        self._filling, self._broadcast.fills_at = None, 0.0
        if not self._table.series.match:
            self._begin()

    def _stop(self) -> None:
        if self._filling is not None:
            self._filling.cancel()
            self._filling, self._broadcast.fills_at = None, 0.0

    def _begin(self) -> None:
        lobby = self._table.lobby
        if not lobby.players or any(player.peer is None for player in lobby.players):
            return
        while None in lobby.seats:
            lobby.add_bot(NEUTRAL, None)
        self._table.series.begin()
        self._broadcast.lobby()
        self._broadcast.log()

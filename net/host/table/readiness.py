"""Readiness: people say that they are ready, and the game begins when enough of them are."""

from __future__ import annotations

from net.base.errors import NetError
from net.host.table.broadcast import Broadcast
from net.host.table.game_series import GameSeries
from net.host.table.lobby import NEUTRAL, Lobby, Member


class Readiness:
    """The start of a game that follows from those who are ready.

    It begins when as many are ready as the table was opened for, and nobody has lost the connection a moment ago. All
    who sit there play, and bots take the open seats. The owner may start earlier.
    """

    def __init__(self, lobby: Lobby, series: GameSeries, broadcast: Broadcast) -> None:
        self._lobby = lobby
        self._series = series
        self._broadcast = broadcast

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
        lobby, series, wanted = self._lobby, self._series, self._series.options.start_when
        if not wanted or series.match or len(lobby.ready) < wanted:
            return
        if any(player.peer is None for player in lobby.players):
            return
        while None in lobby.seats:
            lobby.add_bot(NEUTRAL, None)
        series.begin()
        self._broadcast.lobby()

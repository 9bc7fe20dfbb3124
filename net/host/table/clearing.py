"""Clearing: a table is a lobby again when all have left a game that is over, or when a game could not be dealt."""

from __future__ import annotations

from net.host.game.evening_score import EveningScore
from net.host.game.game_series import GameSeries
from net.host.seats.inbox import Inbox
from net.host.seats.lobby import Lobby, Member
from net.host.seats.outbox import Outbox
from net.host.table.broadcast import Broadcast
from net.host.table.ownership import Ownership


class Clearing:
    """Makes room for another game at one table."""

    def __init__(
        self,
        lobby: Lobby,
        series: GameSeries,
        outbox: Outbox,
        evening: EveningScore,
        ownership: Ownership,
        broadcast: Broadcast,
        inbox: Inbox,
        patience: float,
    ) -> None:
        """Look at a table.

        Args:
            lobby: Who sits where.
            series: The games.
            outbox: Who is here.
            evening: The score of the games.
            ownership: Who owns the table.
            broadcast: Tells everybody.
            inbox: The table's.
            patience: Seconds to wait for somebody.
        """
        self._lobby = lobby
        self._series = series
        self._outbox = outbox
        self._evening = evening
        self._ownership = ownership
        self._broadcast = broadcast
        self._inbox = inbox
        self._patience = patience

    def review_departures(self) -> None:
        """Clear the table if all have left a game that is over; to be called whenever somebody has gone.

        Those who only lost the connection are given time to come back for the end of the log. A series waits.
        """
        if self._outbox or not self._series.over or self._evening.goes_on:
            return
        gone = max((member.gone for member in self._lobby.players), default=0.0)
        wait = gone + self._patience - self._inbox.clock.now()
        if wait > 0:
            self._inbox.later(wait, self.review_departures)
        else:
            self._clear()
            self._evening.forget()

    def review_dealing(self) -> None:
        """Clear the table if the game could not be dealt; to be called when its end was told.

        Those who did not take part have to join again, the others can start again.
        """
        match = self._series.match
        if match is None or not match.undealt:
            return
        members = [self._lobby.seats[seat] for seat in match.undealt]
        self._clear()
        for member in members:
            if isinstance(member, Member) and member.peer:
                self._outbox.dismiss(member.peer, "no_share")
                self._lobby.stand(member)
        self._broadcast.lobby()

    def _clear(self) -> None:
        """Forget the game, and open the seats of those who are away."""
        self._series.clear()
        self._ownership.cleared()
        for member in self._lobby.people:
            if member.peer is None:
                self._lobby.stand(member)

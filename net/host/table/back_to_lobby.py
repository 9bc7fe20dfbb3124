"""Back to the lobby: all have left a game that is over, or a game could not be dealt."""

from __future__ import annotations

from net.host.game.evening_score import EveningScore
from net.host.seats.lobby import Member
from net.host.table.absence import Absence
from net.host.table.broadcast import Broadcast
from net.host.table.table_state import TableState


class BackToLobby:
    """Ends the game of one table, so that its members can prepare another one."""

    def __init__(self, table: TableState, evening: EveningScore, absence: Absence, broadcast: Broadcast) -> None:
        self._table = table
        self._evening = evening
        self._absence = absence
        self._broadcast = broadcast

    def after_departure(self) -> None:
        """Clear the table if all have left a game that is over; to be called whenever somebody has gone.

        Those who only lost the connection are given time to come back for the end of the log. A series waits.
        """
        if self._table.outbox or not self._table.series.over or self._evening.goes_on:
            return
        gone = max((member.gone for member in self._table.lobby.players), default=0.0)
        wait = gone + self._table.patience - self._table.inbox.clock.now()
        if wait > 0:
            self._table.inbox.later(wait, self.after_departure)
        else:
            self._clear()
            self._evening.forget()

    def after_failed_deal(self) -> None:
        """Clear the table if the game could not be dealt; to be called when its end was told.

        Those who owed a share have to join again, the others can start again. The seats of those who have only lost the
        connection are kept as in any lobby: at that moment a host would else forget a table that all come back to.
        """
        match = self._table.series.match
        if match is None or not match.undealt:
            return
        members = [self._table.lobby.seats[seat] for seat in match.undealt]
        self._table.series.clear()
        for member in members:
            if isinstance(member, Member):
                if member.peer:
                    self._table.outbox.dismiss(member.peer, "no_share")
                self._table.lobby.stand(member)
        self._absence.game_cleared()
        self._table.ownership.seats_given()
        self._broadcast.lobby()

    def _clear(self) -> None:
        """Forget the game, and open the seats of those who are away."""
        self._table.series.clear()
        self._table.ownership.cleared()
        for member in self._table.lobby.people:
            if member.peer is None:
                self._table.lobby.stand(member)
        self._table.ownership.seats_given()

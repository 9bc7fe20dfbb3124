"""Absence: people leave a table or lose the connection, and their seats wait for them, or do not."""

from __future__ import annotations

from functools import partial

from net.host.game.game_series import GameSeries
from net.host.seats.inbox import Inbox
from net.host.seats.lobby import Lobby, Member
from net.host.table.broadcast import Broadcast
from net.host.table.ownership import Ownership


class Absence:
    """The people of one table who are away.

    In a game their seats are theirs. In the lobby they are kept for those who have lost the connection, for a while.
    """

    def __init__(
        self,
        lobby: Lobby,
        series: GameSeries,
        ownership: Ownership,
        broadcast: Broadcast,
        inbox: Inbox,
        patience: float,
    ) -> None:
        """Wait for those who have a seat in the lobby and are not here: they sat there when the host stopped.

        Args:
            lobby: Who sits where.
            series: The games.
            ownership: Who owns the table.
            broadcast: Tells everybody.
            inbox: The table's.
            patience: Seconds to wait for somebody.
        """
        self._lobby = lobby
        self._series = series
        self._ownership = ownership
        self._broadcast = broadcast
        self._inbox = inbox
        self._patience = patience
        if series.match is None:
            for member in lobby.players:
                self._keep_seat(member)

    def begin(self, member: Member, *, for_good: bool) -> None:
        """Note that somebody has no connection any more; ``for_good`` when they said goodbye."""
        member.peer = None
        seat, playing = self._lobby.seat_of(member), self._series.match is not None
        if seat is None or (not playing and (for_good or not self._patience)):
            if for_good:
                self._ownership.left(member)
            self.stand(member)
        elif playing:
            member.gone = self._inbox.clock.now() - (self._patience if for_good else 0)
            self._broadcast.presence(seat, connected=False)
        else:
            self._keep_seat(member)
            self._broadcast.lobby()

    def game_ended(self) -> None:
        """From now on, those who are away have time to come for the end of the game.

        Those who said goodbye have none, except in a correspondence game, where everybody comes and goes.
        """
        now, correspondence = self._inbox.clock.now(), self._series.options.correspondence
        for member in self._lobby.players:
            if member.peer is None and (member.gone > now - self._patience or correspondence):
                member.gone = now

    def stand(self, member: Member) -> None:
        """Remove a member from the seats or the spectators."""
        self._lobby.stand(member)
        if self._series.match is None:
            self._broadcast.lobby()

    def _keep_seat(self, member: Member) -> None:
        """Let somebody who has lost the connection find their seat in the lobby again, for a while."""
        member.gone = self._inbox.clock.now()
        self._inbox.later(self._patience, partial(self._give_seat_up, member))

    def _give_seat_up(self, member: Member) -> None:
        away = member.peer is None and self._inbox.clock.now() >= member.gone + self._patience
        if away and self._series.match is None and member in self._lobby.seats:
            self.stand(member)

"""Absence: people leave a table or lose the connection, and their seats wait for them, or do not."""

from __future__ import annotations

from functools import partial

from net.host.seats.lobby import Member
from net.host.table.broadcast import Broadcast
from net.host.table.table_state import TableState


class Absence:
    """The people of one table who are away.

    In a game their seats are theirs. In the lobby they are kept for those who have lost the connection, for a while.
    """

    def __init__(self, table: TableState, broadcast: Broadcast) -> None:
        """Wait for those who have a seat in the lobby and are not here: they sat there when the host stopped."""
        self._table = table
        self._broadcast = broadcast
        for member in table.lobby.players:
            if table.series.match is None:
                self._keep_seat(member)
            else:
                self._await_return(member)

    def begin(self, member: Member, *, for_good: bool) -> None:
        """Note that somebody has no connection any more; ``for_good`` when they said goodbye."""
        member.peer = None
        seat, playing = self._table.lobby.seat_of(member), self._table.series.match is not None
        if seat is None or (not playing and (for_good or not self._table.patience)):
            if for_good:
                self._table.ownership.left(member)
            self.stand(member)
        elif playing:
            member.gone = self._table.inbox.clock.now() - (self._table.patience if for_good else 0)
            self._broadcast.presence(seat, connected=False)
            self._await_return(member)
        else:
            self._keep_seat(member)
            self._broadcast.lobby()

    def game_ended(self) -> None:
        """From now on, those who are away have time to come for the end of the game.

        Those who said goodbye have none, except in a correspondence game, where everybody comes and goes.
        """
        now, correspondence = self._table.inbox.clock.now(), self._table.series.options.correspondence
        for member in self._table.lobby.players:
            if member.peer is None and (member.gone > now - self._table.patience or correspondence):
                member.gone = now

    def game_cleared(self) -> None:
        """The table is a lobby again: the seats of those who are away are kept as there, from when they went."""
        for member in self._table.lobby.players:
            if member.peer is None:
                self._await_in_lobby(member)

    def stand(self, member: Member) -> None:
        """Remove a member from the seats or the spectators."""
        self._table.lobby.stand(member)
        if self._table.series.match is None:
            self._broadcast.lobby()

    def _keep_seat(self, member: Member) -> None:
        """Let somebody who has lost the connection find their seat in the lobby again, for a while."""
        member.gone = self._table.inbox.clock.now()
        self._await_in_lobby(member)

    def _await_in_lobby(self, member: Member) -> None:
        wait = member.gone + self._table.patience - self._table.inbox.clock.now()
        self._table.inbox.later(max(wait, 0.0), partial(self._give_seat_up, member))

    def _await_return(self, member: Member) -> None:
        """Give a seat that was taken in the middle of the game to a bot, when its player is gone or stays away."""
        # By correspondence everybody comes and goes, and says goodbye each time.
        came_and_went = self._table.series.options.correspondence
        gone, now = member.gone, self._table.inbox.clock.now()
        wait = self._table.patience - (0.0 if came_and_went else now - gone)
        if wait > 0:
            self._table.inbox.later(wait, partial(self._give_back, member, gone))
        else:
            self._give_back(member, gone)

    def _give_back(self, member: Member, gone: float) -> None:
        match, seat = self._table.series.match, self._table.lobby.seat_of(member)
        if match is not None and seat is not None and member.peer is None and member.gone == gone:
            match.gone(seat)

    def _give_seat_up(self, member: Member) -> None:
        away = member.peer is None and self._table.inbox.clock.now() >= member.gone + self._table.patience
        if away and self._table.series.match is None and member in self._table.lobby.seats:
            self.stand(member)
            self._table.ownership.seats_given()

"""Readiness: people say that they are ready, and the game begins when enough of them are."""

from __future__ import annotations

from net.base.errors import NetError
from net.host.table.broadcast import Broadcast
from net.host.table.lobby import NEUTRAL, Member
from net.host.table.table_state import TableState


class Readiness:
    """The marks of those who are ready, and the start that follows from them.

    It begins when as many are ready as the table was opened for, and nobody has lost the connection a moment ago. All
    who sit there play, and bots take the open seats. The owner may start earlier.
    """

    def __init__(self, table: TableState, broadcast: Broadcast) -> None:
        self._table = table
        self._broadcast = broadcast

    def mark(self, member: Member, on: bool) -> None:
        """Somebody who has a seat is ready, or not after all.

        Raises:
            NetError: ``already_started``.
        """
        table = self._table
        if table.match:
            raise NetError("already_started")
        if (member.pub in table.ready) != on:
            table.ready ^= {member.pub}
            self._broadcast.lobby()

    def review(self) -> None:
        """Begin if it is time to; to be called after whatever has happened."""
        table, wanted = self._table, self._table.options.start_when
        if not wanted or len(table.ready) < wanted or table.match or table.ended:
            return
        players = table.lobby.players
        if any(player.peer is None for player in players) or sum(p.pub in table.ready for p in players) < wanted:
            return
        while None in table.lobby.seats:
            table.lobby.add_bot(NEUTRAL, None)
        table.begin()
        self._broadcast.lobby()

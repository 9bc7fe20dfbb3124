"""Vacancy: the end of a table at which nobody is left, and nothing is kept."""

from __future__ import annotations

from functools import partial

from net.base.errors import NetError
from net.host.table_state import Phase, TableState


class Vacancy:
    """Ends a table when nobody is there, nobody of its lobby may come back, and no game is played."""

    def __init__(self, table: TableState) -> None:
        self._table = table
        self._visited = False
        """Whether somebody was here, or had the time to come."""

    def visited(self) -> None:
        """Somebody has come."""
        self._visited = True

    def expect(self) -> None:
        """Somebody should come now: unless they do, nobody will."""
        table = self._table
        table.clock.later(table.limits.vacant, partial(table.post, self.visited))

    def review(self) -> None:
        """End the table if it is time to; to be called after whatever has happened."""
        table = self._table
        if table.outbox or not self._visited or table.match or table.awaited or table.phase is not Phase.OPEN:
            return
        table.pending.end()
        table.enter(Phase.CLOSED, NetError("table_unknown"))

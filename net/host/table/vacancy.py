"""Vacancy: the end of a table at which nobody is left, and nothing is kept."""

from __future__ import annotations

from functools import partial

from net.base.clock import Timer
from net.base.errors import NetError
from net.host.table.table_state import Phase, TableState


class Vacancy:
    """Ends a table when nobody is there, nobody of its lobby may come back, and no game is played.

    Spectators do not keep a lobby that all its players have left: they are told, and sent away.

    A game waits for its players; at a table that a visitor has opened, not for ever. Where only
    the owner's token makes an owner, a lobby waits until its owner leaves for good.
    """

    def __init__(self, table: TableState) -> None:
        self.left = 0
        """When the last one went, in seconds since 1970; 0 while somebody is there."""
        self._table = table
        self._visited = False
        """Whether somebody was here, or had the time to come."""
        self._peopled = False
        """Whether a player was here, or those who were expected had the time to come."""
        self._abandoned = False
        """Whether the game has waited for as long as it may, and nobody has come back."""
        self._timer: Timer | None = None

    def visited(self) -> None:
        """Somebody has come."""
        self._visited = True

    def expect(self) -> None:
        """Expect somebody soon: unless they come, the table ends."""
        table = self._table
        table.clock.later(table.limits.vacant, partial(table.post, self._expected))

    def _expected(self) -> None:
        self._visited = self._peopled = True

    def recover(self, left: int) -> None:
        """Wait for those who were here when the host stopped, or had left before.

        Args:
            left: See `left`.
        """
        if self._table.options.opener:
            # The machine's clock may have been set back meanwhile.
            self._wait(min(left or self._table.clock.date(), self._table.clock.date()))
        self.expect()

    def review(self) -> None:
        """End the table if it is time to; to be called after whatever has happened."""
        table = self._table
        self._follow()
        self._peopled |= bool(table.lobby.players)
        watched = table.match is None and self._peopled and not table.lobby.players
        if not self._visited or table.phase is not Phase.OPEN or (table.outbox and not watched):
            return
        if table.match:
            if not self._abandoned:
                return
            table.stop()
            table.pending.forget(table.match.game.log.game)
        elif table.awaited:
            return
        if self._timer:
            # For a month it would keep the table in memory.
            self._timer.cancel()
        table.pending.end()
        table.outbox.disband("table_left")
        table.enter(Phase.CLOSED, NetError("table_unknown"))

    def _follow(self) -> None:
        """Take note of when the last one goes, and of somebody who comes back."""
        table = self._table
        if not table.options.opener or not self._visited:
            return
        if table.outbox and self.left:
            self.left, self._abandoned = 0, False
            if self._timer:
                self._timer.cancel()
        elif not table.outbox and not self.left:
            self._wait(table.clock.date())

    def _wait(self, left: int) -> None:
        table = self._table
        self.left = left
        wait = table.limits.abandoned - (table.clock.date() - left)
        self._timer = table.clock.later(max(wait, 0.0), partial(table.post, self._give_up))

    def _give_up(self) -> None:
        self._abandoned = not self._table.outbox

"""Vacancy: whether a table is to end because nobody is left, and nothing is kept."""

from __future__ import annotations

from net.base.clock import Timer
from net.host.table.table_state import TableState


class Vacancy:
    """Finds out when nobody is there, nobody of a table's lobby may come back, and no game is played.

    Spectators do not keep a lobby that all its players have left: they are told, and sent away.

    A game waits for its players; at a table that a visitor has opened, not for ever. Where only
    the owner's token makes an owner, a lobby waits until its owner leaves for good.
    """

    def __init__(self, table: TableState, left: int | None = None) -> None:
        """Wait for somebody to come.

        Args:
            table: The table.
            left: See `left`, of a table that was stored: it waits for those who were here when the host stopped, or
                had left before. None: it is new.
        """
        self.left = 0
        """When the last one went, in seconds since 1970; 0 while somebody is there."""
        self._table = table
        self._limits = table.services.limits
        self._bounded = bool(table.series.opening.opener)
        """Whether a game does not wait for ever."""
        self._visited = False
        """Whether somebody was here, or had the time to come."""
        self._peopled = False
        """Whether a player was here, or those who were expected had the time to come."""
        self._abandoned = False
        """Whether the game has waited for as long as it may, and nobody has come back."""
        self._timer: Timer | None = None
        if left is None:
            return
        if self._bounded:
            # The machine's clock may have been set back meanwhile.
            now = table.inbox.clock.date()
            self._wait(min(left or now, now))
        self.expect()

    def visited(self) -> None:
        """Somebody has come."""
        self._visited = True

    def expect(self) -> None:
        """Start the time-out after which an empty table ends."""
        self._table.inbox.later(self._limits.vacant, self._expected)

    def _expected(self) -> None:
        self._visited = self._peopled = True

    def is_due(self) -> bool:
        """Whether it is time for the table to end; it takes note of who is there."""
        self._follow()
        self._peopled |= bool(self._table.lobby.players)
        match = self._table.series.match
        watched = match is None and self._peopled and not self._table.lobby.players
        if not self._visited or (self._table.outbox and not watched):
            return False
        return self._abandoned if match else not self._table.ownership.awaited

    def end(self) -> None:
        """The table has ended: the last ones go now, and nobody is waited for."""
        if self._bounded and self._visited and not self.left:
            self.left = self._table.inbox.clock.date()

    def _follow(self) -> None:
        """Take note of when the last one goes, and of somebody who comes back."""
        if not self._bounded or not self._visited:
            return
        if self._table.outbox and self.left:
            self.left, self._abandoned = 0, False
            if self._timer:
                self._timer.cancel()
        elif not self._table.outbox and not self.left:
            self._wait(self._table.inbox.clock.date())

    def _wait(self, left: int) -> None:
        self.left = left
        wait = self._limits.abandoned - (self._table.inbox.clock.date() - left)
        self._timer = self._table.inbox.later(max(wait, 0.0), self._give_up)

    def _give_up(self) -> None:
        self._abandoned = not self._table.outbox

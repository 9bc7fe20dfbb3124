"""Vacancy: whether a table is to end because nobody is left, and nothing is kept."""

from __future__ import annotations

from net.base.clock import Timer
from net.base.limits import Limits
from net.host.game.game_series import GameSeries
from net.host.seats.inbox import Inbox
from net.host.seats.lobby import Lobby
from net.host.seats.outbox import Outbox
from net.host.table.ownership import Ownership


class Vacancy:
    """Finds out when nobody is there, nobody of a table's lobby may come back, and no game is played.

    Spectators do not keep a lobby that all its players have left: they are told, and sent away.

    A game waits for its players; at a table that a visitor has opened, not for ever. Where only
    the owner's token makes an owner, a lobby waits until its owner leaves for good.
    """

    def __init__(
        self,
        lobby: Lobby,
        series: GameSeries,
        outbox: Outbox,
        ownership: Ownership,
        inbox: Inbox,
        limits: Limits,
        left: int | None = None,
    ) -> None:
        """Look at a table.

        Args:
            lobby: Who sits where.
            series: The games.
            outbox: Who is here.
            ownership: Whether somebody may come back.
            inbox: The table's.
            limits: Bounds of everything.
            left: See `left`, of a table that was stored: it waits for those who were here when the host stopped, or
                had left before. None: it is new.
        """
        self.left = 0
        """When the last one went, in seconds since 1970; 0 while somebody is there."""
        self._lobby = lobby
        self._series = series
        self._outbox = outbox
        self._ownership = ownership
        self._inbox = inbox
        self._limits = limits
        self._bounded = bool(series.opening.opener)
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
            now = inbox.clock.date()
            self._wait(min(left or now, now))
        self.expect()

    def visited(self) -> None:
        """Somebody has come."""
        self._visited = True

    def expect(self) -> None:
        """Start the time-out after which an empty table ends."""
        self._inbox.later(self._limits.vacant, self._expected)

    def _expected(self) -> None:
        self._visited = self._peopled = True

    def review(self) -> bool:
        """Whether it is time for the table to end; to be called after whatever has happened."""
        self._follow()
        self._peopled |= bool(self._lobby.players)
        match = self._series.match
        watched = match is None and self._peopled and not self._lobby.players
        if not self._visited or (self._outbox and not watched):
            return False
        return self._abandoned if match else not self._ownership.awaited

    def end(self) -> None:
        """The table has ended."""
        if self._timer:
            # For a month it would keep the table in memory.
            self._timer.cancel()

    def _follow(self) -> None:
        """Take note of when the last one goes, and of somebody who comes back."""
        if not self._bounded or not self._visited:
            return
        if self._outbox and self.left:
            self.left, self._abandoned = 0, False
            if self._timer:
                self._timer.cancel()
        elif not self._outbox and not self.left:
            self._wait(self._inbox.clock.date())

    def _wait(self, left: int) -> None:
        self.left = left
        wait = self._limits.abandoned - (self._inbox.clock.date() - left)
        self._timer = self._inbox.later(max(wait, 0.0), self._give_up)

    def _give_up(self) -> None:
        self._abandoned = not self._outbox

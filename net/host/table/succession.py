"""Succession: the rights of an owner who is away, or asleep, pass to the next player after a while."""

from __future__ import annotations

from net.base.clock import Timer
from net.host.game.game_series import GameSeries
from net.host.seats.inbox import Inbox
from net.host.seats.lobby import Lobby, Member
from net.host.table.broadcast import Broadcast
from net.host.table.ownership import Ownership


class Succession:
    """Waits for the owner of one table while others are there.

    The bearer of the owner's token has the rights again when they come back; any other owner has lost them.
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
        """Look at a table.

        Args:
            lobby: Who sits where.
            series: The games.
            ownership: Who owns the table.
            broadcast: Tells everybody.
            inbox: The table's.
            patience: Seconds to wait for the owner.
        """
        self._lobby = lobby
        self._series = series
        self._ownership = ownership
        self._broadcast = broadcast
        self._inbox = inbox
        self._patience = patience
        self._timer: Timer | None = None
        """Runs while the owner is not there, and somebody else is."""

    def review(self) -> None:
        """Look who is there; to be called after whatever has happened."""
        owner = self._lobby.owner
        waits = (owner is None or not self._there(owner)) and self._heir is not None
        if not waits and self._timer:
            self._timer.cancel()
            self._timer = None
        elif waits and self._timer is None:
            self._timer = self._inbox.later(self._patience, self._pass_on)

    @property
    def _heir(self) -> Member | None:
        """The first player who is there."""
        return next(filter(self._there, self._lobby.players), None)

    def _there(self, player: Member) -> bool:
        """Whether a player is connected, and not asleep."""
        game = self._series.game
        asleep = game.validator.asleep if game and not game.over else {}
        return player.peer is not None and self._lobby.seat_of(player) not in asleep

    def _pass_on(self) -> None:
        heir, self._timer = self._heir, None
        if heir is not None:
            self._ownership.passed(heir)
            self._broadcast.lobby()

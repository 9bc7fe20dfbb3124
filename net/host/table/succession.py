"""Succession: the rights of an owner who is away, or asleep, pass to the next player after a while."""

from __future__ import annotations

from net.base.clock import Timer
from net.host.seats.lobby import Member
from net.host.table.broadcast import Broadcast
from net.host.table.table_state import TableState


class Succession:
    """Waits for the owner of one table while others are there, and lets one of them stand in.

    A stand-in has few of the rights (`net.host.table.owner_rights`), and until the owner is there again.
    """

    def __init__(self, table: TableState, broadcast: Broadcast) -> None:
        self._table = table
        self._broadcast = broadcast
        options, limits = table.series.options, table.services.limits
        self._wait = max(limits.succession, options.turn_time if options.correspondence else 0.0)
        """Seconds to wait for the owner."""
        self._timer: Timer | None = None
        """Runs while the owner is not there, and somebody else is."""

    def watch_owner(self) -> None:
        """Wait for the owner while they are away and somebody else is there."""
        absentee = self._table.ownership.absentee
        if absentee and self._there(absentee):
            self._table.ownership.returned(absentee)
            self._broadcast.lobby()
        owner = self._table.lobby.owner
        waits = (owner is None or not self._there(owner)) and self._heir is not None
        if not waits and self._timer:
            self._timer.cancel()
            self._timer = None
        elif waits and self._timer is None:
            self._timer = self._table.inbox.later(self._wait, self._pass_on)

    @property
    def _heir(self) -> Member | None:
        """The first player who is there."""
        return next(filter(self._there, self._table.lobby.players), None)

    def _there(self, player: Member) -> bool:
        """Whether a player is connected, and not asleep."""
        game = self._table.series.game
        asleep = game.validator.asleep if game and not game.over else {}
        return player.peer is not None and self._table.lobby.seat_of(player) not in asleep

    def _pass_on(self) -> None:
        heir, self._timer = self._heir, None
        if heir is not None:
            self._table.ownership.passed(heir)
            self._broadcast.lobby()

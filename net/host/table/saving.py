"""Saving: what happened at a table is made durable; when there is no room for it, as soon as there is."""

from __future__ import annotations

import asyncio
import logging

from net.base.errors import NetError
from net.host.game.game_series import GameSeries
from net.host.seats.host_services import HostServices
from net.host.seats.lifecycle import Lifecycle, Phase
from net.host.seats.outbox import Outbox
from net.host.store.store import Change
from net.host.table.finished_games import FinishedGames
from net.protocol.host_messages import NoticeNote

_log = logging.getLogger(__name__)

_RETRY = {"disk_full": 5.0, "database": 0.5}
"""Seconds after which a table tries again to store what could not be stored, by the reason."""


class Saving:
    """Saves the changes of one table; while that cannot be, the table is stalled."""

    def __init__(
        self,
        services: HostServices,
        table: str,
        lifecycle: Lifecycle,
        series: GameSeries,
        outbox: Outbox,
        finished_games: FinishedGames,
    ) -> None:
        """Save nothing yet.

        Args:
            services: Of the host.
            table: The table's id.
            lifecycle: Says when it is stalled.
            series: The games: nobody's time runs meanwhile.
            outbox: Says so to everybody.
            finished_games: Those that have to be kept before they are forgotten.
        """
        self._services = services
        self._id = table
        self._lifecycle = lifecycle
        self._series = series
        self._outbox = outbox
        self._finished_games = finished_games
        self._retry = asyncio.Event()
        """Set when it is time to try again."""

    def hurry(self) -> None:
        """Try again now, if there is anything to try."""
        self._retry.set()

    async def save(self, change: Change, before: int) -> None:
        """Make a change durable.

        Args:
            change: What has happened.
            before: How many messages waited before anybody was asked: if the change has to wait, only they are kept,
                and the question is asked again afterwards.

        Raises:
            NetError: ``journal`` or ``elsewhere``, or why the table is closed meanwhile.
        """
        clock, tally = self._services.clock, self._services.tally
        begun = clock.now()
        tally.saving += 1
        try:
            while not await self._try(change, before):
                await self._retry.wait()
                self._retry.clear()
        finally:
            tally.saving -= 1
        tally.saved(change, clock.now() - begun)
        if self._lifecycle.stalled:
            self._lifecycle.enter(Phase.OPEN)
            if self._series.match:
                self._series.match.ask()

    async def _try(self, change: Change, before: int) -> bool:
        """Save a change, or let the table wait."""
        try:
            if change.forget:
                await self._finished_games.handed_over()
            await self._services.store.save(change)
            return True
        except NetError as error:
            if error.code not in _RETRY:
                raise
            if self._lifecycle.phase is Phase.CLOSING and self._lifecycle.reason:
                raise self._lifecycle.reason from None
            if self._lifecycle.phase is Phase.OPEN:
                self._stall(error)
                self._outbox.take_back(before)
            self._services.clock.later(_RETRY[error.code], self._retry.set)
            return False

    def _stall(self, error: NetError) -> None:
        """Nothing can be stored for now: say so, and let nobody's time run."""
        self._lifecycle.enter(Phase.STALLED, error)
        _log.error("table %s waits: %s", self._id, error)
        self._series.stop()
        self._outbox.tell_now(NoticeNote(code=error.code, detail=error.detail[:200]))

"""Saving: what happened at a table is made durable; when there is no room for it, as soon as there is."""

from __future__ import annotations

import asyncio
import logging

from net.base.errors import NetError
from net.host.seats.lifecycle import Stage
from net.host.store.store import Change
from net.host.table.finished_games import FinishedGames
from net.host.table.table_state import TableState
from net.protocol.host_messages import NoticeNote

_log = logging.getLogger(__name__)

_RETRY = {"disk_full": 5.0, "database": 0.5}
"""Seconds after which a table tries again to store what could not be stored, by the reason."""


class Saving:
    """Saves the changes of one table; while that cannot be, the table is stalled."""

    def __init__(self, table: TableState, finished_games: FinishedGames) -> None:
        self._table = table
        self._finished_games = finished_games
        """Games that have to be kept before they are forgotten."""
        self._retry = asyncio.Event()
        """Set when it is time to try again."""

    def hurry(self) -> None:
        """Try again now, if there is anything to try."""
        self._retry.set()

    async def save(self, change: Change) -> None:
        """Make a change durable; if it has to wait, the open question is withdrawn, and asked again afterwards.

        Raises:
            NetError: ``journal`` or ``elsewhere``, or why the table is closed meanwhile.
        """
        clock, tally = self._table.services.clock, self._table.services.tally
        begun = clock.now()
        tally.saving += 1
        try:
            while not await self._try(change):
                await self._retry.wait()
                self._retry.clear()
        finally:
            tally.saving -= 1
        tally.saved(change, clock.now() - begun)
        if self._table.lifecycle.stalled:
            self._table.lifecycle.enter(Stage.OPEN)
            if self._table.series.match:
                self._table.series.match.ask_players()

    async def _try(self, change: Change) -> bool:
        """Save a change, or let the table wait."""
        try:
            if change.forget:
                await self._finished_games.handed_over()
            await self._table.services.store.save(change)
            return True
        except NetError as error:
            if error.code not in _RETRY:
                raise
            if self._table.lifecycle.stage is Stage.CLOSING and self._table.lifecycle.reason:
                raise self._table.lifecycle.reason from None
            if self._table.lifecycle.stage is Stage.OPEN:
                self._stall(error)
                self._table.outbox.withdraw_questions()
            self._table.services.clock.later(_RETRY[error.code], self._retry.set)
            return False

    def _stall(self, error: NetError) -> None:
        """Nothing can be stored for now: say so, and let nobody's time run."""
        self._table.lifecycle.enter(Stage.STALLED, error)
        _log.error("table %s waits: %s", self._table.id, error)
        self._table.series.stop()
        self._table.outbox.send_now(NoticeNote(code=error.code, detail=error.detail[:200]))

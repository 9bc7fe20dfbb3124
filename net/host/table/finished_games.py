"""Finished games: they leave their tables for the host's archive, and are forgotten only when they are there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from net.base.errors import NetError
from net.gamelog.archive import Archive, packed_log
from net.gamelog.proof import Proof
from net.gamelog.retention import FOR_EVER, Retention
from net.host.table.table_state import TableState

_log = logging.getLogger(__name__)

LATER = ("disk_full", "database")
"""Errors that keep a log from being written now, and perhaps not later."""


class FinishedGames:
    """The finished games of one table, handed over one by one, and again when another player has signed the end."""

    def __init__(self, table: TableState) -> None:
        self._table = table
        self._given: tuple[str, int] | None = None
        """The game that was handed over last, and how many had signed its end."""
        self._last: tuple[Proof, Future[None] | None] | None = None
        """The log that was handed over last, while it is not known to be kept."""

    def hand_over(self) -> None:
        """Hand over a game that has ended, unless it has been with as many signatures."""
        game, keep = self._table.series.game, self._table.services.keep
        if keep is None or game is None or not game.over or not game.did:
            return
        attested = game.validator.attested
        state = (game.log.game, len(attested))
        if state != self._given:
            self._given = state
            proof = Proof.of(self._table.services.identity.public, game.log.frames)
            proof = replace(proof, attested=tuple(attested.items()))
            self._last = proof, keep(proof)

    async def handed_over(self) -> None:
        """Wait until the log that was handed over is kept; to be called before a game is forgotten.

        Raises:
            NetError: ``disk_full`` or ``database``: when this is called again, it is tried again.
        """
        keep = self._table.services.keep
        if self._last is None or keep is None:
            return
        proof, kept = self._last
        try:
            if kept:
                await asyncio.wrap_future(kept)
        except NetError as error:
            if error.code in LATER:
                self._last = proof, keep(proof)
                raise
        self._last = None


class GameKeeper:
    """A host's archive, written by a thread of its own."""

    def __init__(
        self,
        path: Path,
        retention: Retention = FOR_EVER,
        share: Callable[[str, bytes], None] | None = None,
    ) -> None:
        """Open the archive.

        Args:
            path: Its file.
            retention: How long logs are kept.
            share: Gives other hosts the log of a game; raises ``database`` when that cannot be now.

        Raises:
            NetError: ``proof``, when it cannot be used.
        """
        self._archive = Archive(path, retention)
        self._share = share
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="games")

    def keep(self, proof: Proof) -> Future[None]:
        """Write a log, and give it to the other hosts; what goes wrong is in the host's log, too."""
        return self._writer.submit(self._keep, proof)

    def keep_given(self, proof: Proof) -> Future[None]:
        """Write a log that another host has given."""
        return self._writer.submit(self._write, proof)

    def close(self) -> None:
        """Wait until all is written."""
        self._writer.shutdown()
        self._archive.close()

    def _keep(self, proof: Proof) -> None:
        self._write(proof)
        if self._share:
            self._share(proof.game, packed_log(proof))

    def _write(self, proof: Proof) -> None:
        try:
            self._archive.add(proof)
        except NetError as error:
            _log.error("the log of a finished game is not kept: %s", error)
            raise

"""Finished games: they leave their tables for the host's archive, and are forgotten only when they are there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from net.base.errors import NetError
from net.gamelog.host_archive import FOR_EVER, HostArchive, Retention
from net.gamelog.proof import Proof
from net.host.table_state import TableState

_log = logging.getLogger(__name__)


class FinishedGames:
    """The finished games of one table, given on one by one, and again when another player has signed the end."""

    def __init__(self, table: TableState, host: bytes) -> None:
        """Look at a table.

        Args:
            table: The table.
            host: The host's public key.
        """
        self.keep: Callable[[Proof], Future[None] | None] | None = None
        """Takes the logs, and says when they are kept; None: nobody does."""
        self._table = table
        self._host = host
        self._given: tuple[str, int] | None = None
        """The game that was given on last, and how many had signed its end."""
        self._last: tuple[Proof, Future[None] | None] | None = None
        """What is not known to be kept."""

    def review(self) -> None:
        """Give on a game that is over; to be called after whatever has happened."""
        game = self._table.game
        if self.keep is None or game is None or not game.over or not game.did:
            return
        attested = game.validator.attested
        state = (game.log.game, len(attested))
        if state != self._given:
            self._given = state
            proof = replace(Proof.of(self._host, game.log.frames), attested=tuple(attested.items()))
            self._last = proof, self.keep(proof)

    async def handed_over(self) -> None:
        """Wait until what was given on is kept; to be called before a game is forgotten.

        Raises:
            NetError: ``disk_full``: when this is called again, it is tried again.
        """
        if self._last is None or self.keep is None:
            return
        proof, kept = self._last
        try:
            if kept:
                await asyncio.wrap_future(kept)
        except NetError as error:
            if error.code == "disk_full":
                self._last = proof, self.keep(proof)
                raise
        self._last = None


class GameKeeper:
    """A host's archive, written by a thread of its own."""

    def __init__(self, path: Path, retention: Retention = FOR_EVER, older: Path | None = None) -> None:
        """Open the archive.

        Args:
            path: Its file.
            retention: How long logs are kept.
            older: A folder of logs, as a host of the version before had it: they are taken in, and gone from there.

        Raises:
            NetError: ``proof``, when it cannot be used.
        """
        self._archive = HostArchive(path, retention)
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="games")
        if older and older.is_dir():
            self._writer.submit(self._take_in, older)

    def keep(self, proof: Proof) -> Future[None]:
        """Write a log; what goes wrong is in the host's log, too."""
        return self._writer.submit(self._write, proof)

    def close(self) -> None:
        """Wait until all is written."""
        self._writer.shutdown()
        self._archive.close()

    def _write(self, proof: Proof) -> None:
        try:
            self._archive.add(proof)
        except NetError as error:
            _log.error("the log of a finished game is not kept: %s", error)
            raise

    def _take_in(self, folder: Path) -> None:
        for path in sorted(folder.glob("*.proof")):
            with suppress(NetError, OSError):
                self._archive.add(Proof.read(path))
                path.unlink()
        with suppress(OSError):
            (folder / "index.json").unlink(missing_ok=True)
            folder.rmdir()

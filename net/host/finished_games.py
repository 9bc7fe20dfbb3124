"""Finished games: their logs are kept when the table is done with them, for whoever wants to count or look again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from net.base.errors import NetError
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
        self.keep: Callable[[Proof], None] | None = None
        """Takes the logs; None: nobody does."""
        self._table = table
        self._host = host
        self._given: tuple[str, int] | None = None
        """The game that was given on last, and how many had signed its end."""

    def review(self) -> None:
        """Give on a game that is over; to be called after whatever has happened."""
        game = self._table.game
        if self.keep is None or game is None or not game.over or not game.did:
            return
        attested = game.validator.attested
        state = (game.log.game, len(attested))
        if state != self._given:
            self._given = state
            proof = Proof.of(self._host, game.log.frames)
            self.keep(replace(proof, attested=tuple(attested.items())))


class GameFolder:
    """A folder of logs of finished games, written by a thread of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="games")

    def keep(self, proof: Proof) -> None:
        """Write a log; what goes wrong is in the host's log, and the game goes on."""
        self._writer.submit(self._write, proof)

    def close(self) -> None:
        """Wait until all is written."""
        self._writer.shutdown()

    def _write(self, proof: Proof) -> None:
        try:
            proof.save(self._folder)
        except NetError as error:
            _log.error("the log of a finished game is not kept: %s", error)

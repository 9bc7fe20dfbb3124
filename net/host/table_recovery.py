"""Table restorer: brings stored tables back, and keeps what can be read of damaged ones."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from net.base.errors import NetError
from net.gamelog.archive import keep_own
from net.gamelog.proof import Proof
from net.host.seats.host_services import HostServices
from net.host.table.table import Table
from net.protocol.host_messages import EntryNote

_log = logging.getLogger(__name__)


class TableRecovery:
    """Brings the tables of a store back."""

    def __init__(
        self,
        services: HostServices,
        run: Callable[[Table], Table],
        unread: dict[str, NetError],
        salvaged: list[Path],
    ) -> None:
        """Prepare it.

        Args:
            services: Of the host, with its store.
            run: Makes a table one of the host's, and returns it.
            unread: Is told why tables have not been brought back, by their ids.
            salvaged: Is told where the logs of damaged games are kept.
        """
        self._services = services
        self._run = run
        self._unread = unread
        self._salvaged = salvaged

    def recover_all(self) -> set[str]:
        """Bring every table back. Returns the ids of those that cannot be read now, and may be later."""
        later = set()
        for id, record in self._services.store.tables():
            try:
                self.recover(id, record)
            except NetError:
                later.add(id)
        return later

    def recover(self, id: str, record: bytes) -> Table | None:
        """Bring one table back; None when that cannot be: `unread` is told the reason.

        Raises:
            NetError: ``database``, when it cannot be read now.
        """
        try:
            table = Table.recover(self._services, id, record)
        except NetError as error:
            if error.code == "database":
                # Another time, when the database is back.
                _log.error("table %s waits: %s", id, error)
                raise
            _log.error("table %s stays as it is: %s", id, error)
            self._unread[id] = error
            return None
        if table.damage:
            _log.error("table %s is damaged: %s", id, table.damage)
        if table.sound:
            self._salvage(table)
        return self._run(table)

    def _salvage(self, table: Table) -> None:
        """Keep the log of a damaged game, as far as it can be read, before the table forgets it."""
        notes = tuple(EntryNote(seq=entry.seq, body=entry.body, sig=entry.sig) for entry in table.sound)
        try:
            self._salvaged.append(keep_own(Proof(self._services.identity.public, notes)))
        except NetError as error:
            _log.error("the log of table %s is not kept: %s", table.id, error)

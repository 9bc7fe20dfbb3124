"""Takeover: bringing back the tables of hosts that are gone, where several hosts share a store."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Mapping

from net.base.errors import NetError
from net.base.fairness import Turns
from net.host.seats.host_services import HostServices
from net.host.seats.issued import token_hash
from net.host.shared.shared_store import SharedStore
from net.host.store.stored_table import TableRecord
from net.host.table.table import Table
from net.host.table_list import TableList
from net.identity.crypto import same
from net.identity.invitations import TOKEN
from net.protocol.client_messages import Join

_TEND = 0.5
"""Seconds between two looks at what has become of the tables of this host and of others."""


class Takeover:
    """Takes over the tables of hosts that are gone: one that somebody asks for at once, the others after a while."""

    def __init__(
        self,
        store: SharedStore,
        services: HostServices,
        tables: Mapping[str, Table],
        recover: Callable[[str, bytes], Table | None],
        table_list: TableList,
    ) -> None:
        """Prepare it.

        Args:
            store: The hosts' store.
            services: Of this host.
            tables: Those of this host, by their ids.
            recover: Brings one back; None, when that cannot be; raises ``database``, when it cannot be now.
            table_list: Shows visitors what becomes of other hosts and their tables.
        """
        limits, clock = services.limits, services.clock
        self._store = store
        self._identity = services.identity
        self._limits = limits
        self._tables = tables
        self._recover = recover
        self._table_list = table_list
        self._owed: set[str] = set()
        """Tables that are this host's, and could not be read yet."""
        self._told = store.hosts
        self._lock = asyncio.Lock()
        self._searches = Turns(limits.searches, limits.wishes, clock.now, clock.later)

    def owe(self, ids: Iterable[str]) -> None:
        """Take note of tables that are this host's, and could not be read: they are tried again and again."""
        self._owed.update(ids)

    async def find(self, join: Join, origin: bytes) -> Table | None:
        """Find the table somebody comes for that this host does not have; None, when there is none.

        Args:
            join: What they ask for.
            origin: What they take turns by.

        Raises:
            NetError: ``elsewhere``, with the address of the host that has it; ``busy`` or ``database``, when that
                cannot be said now.
        """
        id = join.table or await self._invited(join, origin)
        return await self._claim(id) if id else None

    async def tend(self) -> None:
        """Let go of tables that other hosts have taken over, and take over those that no host has; for ever."""
        while True:
            await asyncio.sleep(_TEND)
            if self._told != self._store.hosts:
                self._told = self._store.hosts
                self._table_list.tell_hosts()
                for table in self._tables.values():
                    table.tell_hosts()
            self._table_list.hear()
            for id in self._store.lost & self._tables.keys():
                self._tables[id].lose()
            for id in (*self._store.abandoned, *self._owed):
                # Another host may have been faster, or the database may be gone.
                with contextlib.suppress(NetError):
                    await self._claim(id)

    async def _claim(self, id: str) -> Table | None:
        async with self._lock:
            if id in self._tables:
                return self._tables[id]
            if len(self._tables) >= self._limits.tables:
                raise NetError("busy")
            claim = await self._store.claim(id)
            self._owed.discard(id)
            if claim is None:
                return None
            if claim.record is not None:
                try:
                    return self._recover(id, claim.record)
                except NetError:
                    self._owed.add(id)
                    raise
        raise NetError("elsewhere", claim.host) if claim.host else NetError("busy")

    async def _invited(self, join: Join, origin: bytes) -> str:
        """Id of another host's table that an invitation is to; empty, when there is none."""
        if not await self._searches.wait(origin):
            raise NetError("busy")
        hash = token_hash(join.token)
        for id, record in await self._store.everywhere():
            if same(join.token, self._identity.derive("owner", id)[:TOKEN]):
                return id
            with contextlib.suppress(NetError):
                if any(row.hash == hash for row in TableRecord.read(id, record).invitations):
                    return id
        return ""

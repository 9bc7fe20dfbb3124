"""Shared list: hosts of one store show each other the rows of their tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgpack  # type: ignore[import-untyped]
from pydantic import ValidationError

from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.host.shared.shared_store import SharedStore
from net.host.table_row import TableRow
from net.protocol.frames import pack, unpack

MOST_ROWS = 4096
"""Tables of another host that are shown."""


class SharedList:
    """The rows that this host shows the others of its store, and theirs."""

    def __init__(self, store: SharedStore) -> None:
        self._store = store
        self._packed: dict[str, bytes] = {}
        """The row of each table as the other hosts get it."""
        self._listings: Mapping[int, bytes] = {}
        """The listings of the other hosts, by their sessions."""
        self._read: dict[int, tuple[bytes, Mapping[str, TableRow]]] = {}
        """Each listing with its rows, as far as it has been read."""
        self._rows: Mapping[str, TableRow] = {}

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where clients reach each of the hosts."""
        return self._store.hosts

    def rows(self) -> Mapping[str, TableRow]:
        """The rows of the other hosts' tables, by id; another mapping when anything has changed."""
        if self._listings is not self._store.listings:
            self._listings = self._store.listings
            read = self._read
            self._read = {
                session: read[session] if session in read and read[session][0] == told else (told, read_listing(told))
                for session, told in sorted(self._listings.items())
            }
            self._rows = {id: row for _told, rows in self._read.values() for id, row in rows.items()}
        return self._rows

    def show(self, changed: Mapping[str, TableRow | None]) -> None:
        """Show the other hosts the rows that have changed; None: there is nothing more to see of that table."""
        before = dict(self._packed)
        for id, row in changed.items():
            if row:
                self._packed[id] = packed(row)
            else:
                self._packed.pop(id, None)
        if self._packed != before:
            self._store.show(listing(self._packed.values()))


def packed(row: TableRow) -> bytes:
    """A row for other hosts."""
    return pack(row.model_dump(exclude_none=True))


def listing(rows: Iterable[bytes]) -> bytes:
    """Packed rows as one, for the other hosts."""
    found: bytes = msgpack.packb(list(rows))
    return found


def read_listing(listing: bytes) -> Mapping[str, TableRow]:
    """The rows that another host shows, by the ids of their tables; none of a listing that cannot be read."""
    if not listing:
        return {}
    try:
        found = msgpack.unpackb(listing, max_array_len=MOST_ROWS, max_bin_len=DEFAULT.answer.blob)
        rows = [TableRow.model_validate(unpack(each, DEFAULT.answer)) for each in found]
    except (NetError, ValidationError, msgpack.UnpackException, ValueError, TypeError):
        return {}
    return {row.shown.table: row for row in rows}

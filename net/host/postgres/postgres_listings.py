"""Postgres listings: the hosts of one database show each other their tables, in the row with the heartbeat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class PostgresListings:
    """The tables that this host shows, and those of the others."""

    def __init__(self, address: str) -> None:
        """Show nothing yet.

        Args:
            address: Where clients reach this host.
        """
        self.others: Mapping[int, bytes] = {}
        """The listing of each other host, by its session; another mapping when anything has changed."""
        self._address = address
        self._own = self._shown = b""
        """The listing of this host's tables: the newest, and the one that is stored."""
        self._revisions: dict[int, int] = {}
        """How often the other hosts have changed what they show, as far as it has been read."""

    def show(self, listing: bytes) -> None:
        """Keep a listing; the next heartbeat shows it."""
        self._own = listing

    def begin(self) -> None:
        """This host has a new row, in which nothing is shown."""
        self._shown = b""

    def heartbeat(self, base: Any, session: int) -> None:
        """Show that this host lives, and what it shows of its tables if that has changed."""
        own = self._own
        if own == self._shown:
            base.execute("UPDATE hosts SET heartbeat = clock_timestamp() WHERE session = %s", (session,))
            return
        base.execute(
            "UPDATE hosts SET heartbeat = clock_timestamp(), listing = %s, revision = revision + 1 WHERE session = %s",
            (own, session),
        )
        self._shown = own

    def look(self, base: Any, late: str) -> None:
        """Read what the others show, as far as it has changed.

        Args:
            base: The connection.
            late: The condition under which a host is gone.
        """
        found = base.execute(
            f"SELECT session, revision FROM hosts WHERE address <> %s AND NOT {late}", (self._address,)
        ).fetchall()
        revisions = dict(found)
        if revisions == self._revisions:
            return
        changed = [session for session, revision in found if self._revisions.get(session) != revision]
        told = base.execute("SELECT session, listing FROM hosts WHERE session = ANY(%s)", (changed,)).fetchall()
        kept = {session: listing for session, listing in self.others.items() if session in revisions}
        self.others = kept | {session: bytes(listing) for session, listing in told}
        self._revisions = revisions

"""A host's session with the database that several hosts share: its lock, its heartbeat, and the tables that it has.

A host has one session with the database, for writing and for holding its lock, and PostgreSQL frees the lock the moment
the session ends. Sessions are numbered, no number comes twice, and a table's row has the number of the session it
belongs to. Every commit first locks the rows of its tables and looks whether they still belong to it: so a host that
was taken for dead, and wakes, writes nothing.

A host shows every second that it lives (the heartbeat). One that has not for a while is taken for gone even when the
database has not noticed: its session is ended, and others may have its tables.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterable, Sequence
from time import monotonic, sleep
from typing import Any, TypeVar

import psycopg
from psycopg import errors

from net.base.errors import NetError, Sentence
from net.host.postgres.postgres_connection import connect, sentence
from net.host.postgres.postgres_format import LOCK, prepare
from net.host.postgres.postgres_listings import PostgresListings
from net.host.postgres.postgres_rows import insert, write
from net.host.shared.shared_store import Claim
from net.host.store.store import Change

_log = logging.getLogger(__name__)

T = TypeVar("T")

HEARTBEAT = 1.0
"""Seconds between two heartbeats."""
DEAD = 4.0
"""Seconds since the last heartbeat after which a host is taken for gone."""
_AGAIN = 0.5
"""Seconds between attempts to reach the database again."""
_LET_GO = 10.0
"""Seconds without the database after which a host sends its tables' people to the others."""
_KNOWN = 8
"""Addresses of hosts that clients are told of."""

_HOLDS = (
    "(SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
    f" AND classid = {LOCK} AND objid = hosts.session::oid AND objsubid = 2"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
)
"""The process of the database that holds a session's lock; NULL when that has ended."""
_SILENT = f"hosts.heartbeat < clock_timestamp() - interval '{DEAD} s'"
_LATE = (
    f"({_SILENT} AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = {_HOLDS}"
    f" AND state_change > clock_timestamp() - interval '{DEAD} s'))"
)
"""Whether a host is gone: a database that is full stores no heartbeat, and yet the host is heard there."""


class PostgresSession:
    """One session after another, as the database comes and goes. All of it runs in one thread at a time."""

    def __init__(self, url: str, address: str, pin: bytes) -> None:
        """Prepare a session.

        Args:
            url: Of the database, ``postgresql://...``. A password is found by libpq's own ways.
            address: Where clients reach this host; a host that was at this address before has to be gone.
            pin: Of the identity that all hosts of one database share.
        """
        self.hosts: tuple[str, ...] = (address,)
        """See `net.host.shared.shared_store.SharedStore`, here and below."""
        self.lost: frozenset[str] = frozenset()
        self.abandoned: tuple[str, ...] = ()
        self.listings = PostgresListings(address)
        self._url, self._address, self._pin = url, address, pin
        self._own: set[str] = set()
        """Tables that belong to this host's session."""
        self._number = 0
        self._base: Any = None
        self._away = "database"
        """Why there is no session."""
        self._began = self._shown_alive = self._tried = self._gone = 0.0

    def open(self) -> None:
        """Begin the session, and make what the database needs when it is new.

        Raises:
            NetError: ``journal``, saying in one sentence why it cannot be used; ``local_host``, when another host has
                the address and lives.
        """
        try:
            self._begin()
            self._claim_address()
        except psycopg.Error as error:
            self._hang_up()
            raise NetError("journal", sentence(error)) from None
        except NetError:
            self._hang_up()
            raise

    def query(self, run: Callable[[Any], T]) -> T:
        """Give a function the connection, and return what it found.

        Raises:
            NetError: why there is no session, or what the database says.
        """
        if self._base is None:
            raise NetError(self._away)
        try:
            return run(self._base)
        except psycopg.Error as error:
            raise self._fault(error) from None

    def _fault(self, error: psycopg.Error) -> NetError:
        """Say what a failure means, and note when the session is gone."""
        if self._base is not None and self._base.closed:
            _log.error("the database is lost: %s", type(error).__name__)
            self._hang_up()
            self._away = "database"
        if isinstance(error, errors.DiskFull):
            return NetError("disk_full")
        if self._base is None or isinstance(error, psycopg.OperationalError | errors.ReadOnlySqlTransaction):
            return NetError("database")
        return NetError("journal", sentence(error))

    def end(self) -> None:
        """End the session; the lock first, as the database may take a moment to notice the end."""
        with contextlib.suppress(psycopg.Error):
            if self._base is not None:
                self._base.execute("SELECT pg_advisory_unlock_all()")
        self._hang_up()

    def _hang_up(self) -> None:
        base, self._base = self._base, None
        if base is not None:
            with contextlib.suppress(psycopg.Error):
                base.close()
            self._gone = monotonic()

    def reconnect(self) -> None:
        """Begin another session when the last one is gone and it is time to try."""
        if self._base is None and monotonic() - self._tried >= _AGAIN:
            try:
                self._begin()
                _log.info("the database is back")
            except (psycopg.Error, NetError) as error:
                # One that is full takes no new session.
                self._away = "disk_full" if isinstance(error, errors.DiskFull) else "database"
                self._hang_up()
            self._tried = monotonic()

    def _begin(self) -> None:
        """Begin a session. The tables of the one before are this one's, as far as nobody has taken them meanwhile.

        Raises:
            NetError: ``journal``.
            psycopg.Error: when the database cannot be reached.
        """
        self._base = base = connect(self._url)
        with base.transaction():
            base.execute("SELECT pg_advisory_xact_lock(%s, 0)", (LOCK,))
            prepare(base, self._pin)
        before, own = self._number, self._own
        (number,) = base.execute("SELECT nextval('hosts_session_seq')").fetchone()
        # The lock comes before the row: a session without a lock is one that has ended.
        base.execute("SELECT pg_advisory_lock(%s, %s)", (LOCK, number))
        with base.transaction():
            base.execute("DELETE FROM hosts WHERE heartbeat < clock_timestamp() - interval '1 day'")
            base.execute(
                "INSERT INTO hosts (session, address, heartbeat) VALUES (%s, %s, clock_timestamp())",
                (number, self._address),
            )
            if before:
                # The database may not have noticed yet that the session before is gone.
                base.execute(f"SELECT pg_terminate_backend({_HOLDS}) FROM hosts WHERE session = %s", (before,))
            kept = base.execute(
                "UPDATE tables SET session = %s WHERE session = %s RETURNING id", (number, before)
            ).fetchall()
        self._number, self._own = number, {id for (id,) in kept}
        self.listings.begin()
        self.lost |= own - self._own
        self._began = self._shown_alive = monotonic()

    def _claim_address(self) -> None:
        """Wait until the host that was at this address is gone: a host that is started again at once may be too early.

        Raises:
            NetError: ``local_host``.
        """
        end = monotonic() + DEAD + HEARTBEAT
        while self._base.execute(
            f"SELECT 1 FROM hosts WHERE address = %s AND session < %s AND {_HOLDS} IS NOT NULL AND NOT {_LATE}",
            (self._address, self._number),
        ).fetchone():
            if monotonic() > end:
                taken = Sentence(
                    "another host of this database is at {address}: give each its own --address.", address=self._address
                )
                raise NetError("local_host", taken)
            sleep(_AGAIN)

    def keep_up(self) -> None:
        """Write the heartbeat, and read those of others; without the database, reconnect, or give up the tables."""
        self.reconnect()
        if self._base is None:
            if self._own and monotonic() - self._gone > _LET_GO:
                # The others may be able to go on with them.
                self.lost |= self._own
                self._own, self._number = set(), 0
            return
        if monotonic() - self._shown_alive < HEARTBEAT:
            return
        self._shown_alive = monotonic()
        try:
            base = self._base
            self.listings.heartbeat(base, self._number)
            known = base.execute(
                "SELECT address FROM hosts GROUP BY address ORDER BY max(session) DESC LIMIT %s", (_KNOWN,)
            ).fetchall()
            self.hosts = tuple(address for (address,) in known)
            found: Iterable[tuple[str]] = ()
            # After an outage of the database everybody else is late, too.
            if monotonic() - self._began > DEAD:
                found = base.execute(
                    "SELECT id FROM tables LEFT JOIN hosts USING (session)"
                    f" WHERE session <> %s AND (hosts.heartbeat IS NULL OR {_LATE}) ORDER BY number LIMIT 50",
                    (self._number,),
                ).fetchall()
            self.abandoned = tuple(id for (id,) in found)
            self.listings.look(base, _LATE)
        except psycopg.Error as error:
            self._fault(error)

    # Tables

    def claim(self, table: str) -> Claim | None:
        """Take a table over, if the host it belongs to is gone; None when there is no such table."""
        base = self._base
        row = base.execute(
            f"SELECT tables.session, tables.record, hosts.address, {_LATE}, {_HOLDS}"
            " FROM tables LEFT JOIN hosts USING (session) WHERE id = %s",
            (table,),
        ).fetchone()
        if row is None:
            return None
        session, record, address, late, holder = row
        # The host that was here before is gone: this host listens here now.
        late = late or address == self._address
        if session == self._number:
            return Claim(bytes(record))
        if holder is not None and not late:
            return Claim(None, address)
        if holder is not None:
            base.execute("SELECT pg_terminate_backend(%s)", (holder,))
        taken = base.execute(
            "UPDATE tables SET session = %s WHERE id = %s AND session = %s RETURNING record",
            (self._number, table, session),
        ).fetchone()
        if taken is None:
            return Claim(None)
        self._own.add(table)
        self.lost -= {table}
        return Claim(bytes(taken[0]))

    def take_all(self) -> list[tuple[str, bytes]]:
        """Take over all tables that no other host has: their ids and records."""
        found = self._base.execute(
            "SELECT id FROM tables LEFT JOIN hosts USING (session)"
            f" WHERE hosts.session IS NULL OR {_LATE} OR hosts.address = %s ORDER BY number",
            (self._address,),
        ).fetchall()
        claims = [(id, self.claim(id)) for (id,) in found]
        return [(id, claim.record) for id, claim in claims if claim and claim.record is not None]

    # Changes

    def save(self, changes: Sequence[Change]) -> list[NetError | None]:
        """Save changes in one go; when one of them is at fault, each alone."""
        faults, fault = self._commit(changes)
        if fault and fault.code == "journal" and len(changes) > 1:
            # One table's fault must not become the others'.
            alone = [self._commit([change]) for change in changes]
            return [fault or faults[0] for faults, fault in alone]
        return [fault] * len(changes) if fault else faults

    def _commit(self, changes: Sequence[Change]) -> tuple[list[NetError | None], NetError | None]:
        """Save changes, but those of tables that belong to others; what is wrong with each, or with all."""
        if self._base is None:
            # Those that were let go are others' to go on with.
            return [NetError("elsewhere" if change.table in self.lost else self._away) for change in changes], None
        ids = sorted({change.table for change in changes})
        try:
            with self._base.transaction():
                held = self._base.execute(
                    "SELECT id FROM tables WHERE id = ANY(%s) AND session = %s ORDER BY id FOR UPDATE",
                    (ids, self._number),
                ).fetchall()
                own = {id for (id,) in held}
                for change in changes:
                    # A table that was this host's, and is not any more, must not come as a new one.
                    if (
                        change.table not in own | self._own | self.lost
                        and change.record
                        and insert(self._base, change, self._number)
                    ):
                        own.add(change.table)
                write(self._base, [change for change in changes if change.table in own])
        except psycopg.Error as error:
            return [], self._fault(error)
        gone = {change.table for change in changes if change.record == b""}
        # To end a table that was never saved is nothing.
        lost = frozenset(ids) - own - (gone - self._own - self.lost)
        self.lost |= lost
        self._own = (self._own | own) - gone - lost
        return [NetError("elsewhere") if change.table in lost else None for change in changes], None

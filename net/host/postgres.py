"""The store of several hosts: one PostgreSQL database, in which each table belongs to one host at a time.

A host has one session with the database, for writing and for holding its lock, and PostgreSQL frees the lock the moment
the session ends. Sessions are numbered, no number comes twice, and a table's row has the number of the session it
belongs to. Every commit first locks the rows of its tables and looks whether they still belong to it: so a host that
was taken for dead, and wakes, writes nothing.

A host shows every second that it lives (the heartbeat). One that has not for a while is taken for gone even when the
database has not noticed: its session is ended, and others may have its tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, TypeVar

import psycopg
from psycopg import errors

from net.base.errors import NetError
from net.host.postgres_connection import STATEMENT, connect, sentence
from net.host.postgres_listings import PostgresListings
from net.host.postgres_rows import give, given, insert, prepare, read_game, write
from net.host.store import BatchSize, Change, Claim, Gathering, StoredGame
from net.host.watermark import Watermark

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

_LOCK = 0x63697464
"""The first half of the keys of our locks; the other is the session's number."""
_HOLDS = (
    "(SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
    f" AND classid = {_LOCK} AND objid = hosts.session::oid AND objsubid = 2"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
)
"""The process of the database that holds a session's lock; NULL when that has ended."""
_SILENT = f"hosts.heartbeat < clock_timestamp() - interval '{DEAD} s'"
_LATE = (
    f"({_SILENT} AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = {_HOLDS}"
    f" AND state_change > clock_timestamp() - interval '{DEAD} s'))"
)
"""Whether a host is gone: a database that is full stores no heartbeat, and yet the host is heard there."""


@dataclass(slots=True)
class _Save:
    """A change that waits to be saved."""

    change: Change
    future: Future[None]


@dataclass(slots=True)
class _Query:
    """Something else that waits for the database."""

    run: Callable[[], Any]
    future: Future[Any]


class PostgresStore:
    """A store in a database that several hosts share."""

    def __init__(self, url: str, address: str, pin: bytes) -> None:
        """Begin a session, and make what the database needs when it is new.

        Args:
            url: Of the database, ``postgresql://...``. A password is found by libpq's own ways.
            address: Where clients reach this host; a host that was at this address before is gone.
            pin: Of the identity that all hosts of one database share.

        Raises:
            NetError: ``journal``, saying in one sentence why it cannot be used.
        """
        self.hosts: tuple[str, ...] = (address,)
        self.lost: frozenset[str] = frozenset()
        self.abandoned: tuple[str, ...] = ()
        self._listings = PostgresListings(address)
        self.listings: Mapping[int, bytes] = self._listings.others
        self._url, self._address, self._pin = url, address, pin
        self._work: SimpleQueue[_Save | _Query | None] = SimpleQueue()
        self._own: set[str] = set()
        """Tables that belong to this host's session."""
        self._session = 0
        self._base: Any = None
        self._away = "database"
        """Why there is no session."""
        self._began = self._shown_alive = self._tried = self._gone = 0.0
        try:
            self._begin()
        except psycopg.Error as error:
            self._hang_up()
            raise NetError("journal", sentence(error)) from None
        except NetError:
            self._hang_up()
            raise
        self._writer = threading.Thread(target=self._write, name="postgres", daemon=True)
        self._writer.start()

    # net.host.store.Store

    async def save(self, change: Change) -> None:
        """Hand a change to the writer, which saves it together with whatever else is waiting.

        Raises:
            NetError: ``database`` or ``disk_full``, when the same may work later, ``elsewhere``, when the table belongs
                to another host now, and ``journal``.
        """
        waiting = _Save(change, Future())
        self._work.put(waiting)
        await asyncio.wrap_future(waiting.future)

    async def claim(self, table: str) -> Claim | None:
        """Take a table over, if the host it belongs to is gone."""
        return await asyncio.wrap_future(self._ask(lambda: self._claim(table)))

    async def everywhere(self) -> list[tuple[str, bytes]]:
        """The tables of all hosts: of this one's, too, there may be some that it could not read when it took them."""
        found = "SELECT id, record FROM tables ORDER BY number"
        return await asyncio.wrap_future(self._ask(lambda: self._base.execute(found).fetchall()))

    def show(self, listing: bytes) -> None:
        """Show the other hosts, with the next heartbeat, what is to be seen of this host's tables."""
        self._listings.show(listing)

    def give(self, game: str, log: bytes) -> None:
        """Give the other hosts the log of a finished game."""
        self._wait(lambda: give(self._base, game, log))

    async def given(self, after: int, known: Collection[int]) -> list[tuple[int, bytes]]:
        """Some of the logs that hosts have given."""
        return await asyncio.wrap_future(self._ask(lambda: given(self._base, after, known)))

    def tables(self) -> list[tuple[str, bytes]]:
        """The tables that no other host has: they are this one's from now on."""
        return self._wait(self._take_all)

    def game(self, game: str) -> StoredGame:
        """All of a game."""
        return self._wait(lambda: read_game(self._base, game))

    def mark(self, table: str) -> Watermark | None:
        """The database itself notices what its disk has done."""
        return None

    def close(self) -> None:
        """Save what is waiting, and end the session: others may have the tables at once."""
        self._work.put(None)
        self._writer.join()

    def _ask(self, run: Callable[[], T]) -> Future[T]:
        asked: Future[T] = Future()
        self._work.put(_Query(run, asked))
        return asked

    def _wait(self, run: Callable[[], T]) -> T:
        try:
            return self._ask(run).result(timeout=2 * STATEMENT)
        except TimeoutError:
            raise NetError("database") from None

    # In the writer's thread

    def _write(self) -> None:
        gathering, size = Gathering(), BatchSize()
        while True:
            with contextlib.suppress(Empty):
                batch = [self._work.get(timeout=HEARTBEAT / 2)]
                while not self._work.empty() and len(batch) < size.most:
                    batch.append(self._work.get())
                began = monotonic()
                self._handle([work for work in batch if work])
                size.took(len(batch), monotonic() - began)
                if None in batch:
                    self._end()
                    return
                gathering.rest(work.change.table for work in batch if isinstance(work, _Save))
            self._keep_up()

    def _handle(self, batch: Sequence[_Save | _Query]) -> None:
        self._return()
        for work in batch:
            work.future.set_running_or_notify_cancel()
        saves = [work for work in batch if isinstance(work, _Save)]
        if saves:
            faults = self._save([work.change for work in saves])
            for work, fault in zip(saves, faults, strict=True):
                _settle(work.future, fault, None)
        for work in batch:
            if isinstance(work, _Query):
                result, fault = None, None
                try:
                    if self._base is None:
                        raise NetError(self._away)
                    result = work.run()
                except NetError as error:
                    fault = error
                except psycopg.Error as error:
                    fault = self._fault(error)
                _settle(work.future, fault, result)

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

    # The session

    def _end(self) -> None:
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

    def _return(self) -> None:
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
            base.execute("SELECT pg_advisory_xact_lock(%s, 0)", (_LOCK,))
            prepare(base, self._pin)
        before, own = self._session, self._own
        (number,) = base.execute("SELECT nextval('hosts_session_seq')").fetchone()
        # The lock comes before the row: a session without a lock is one that has ended.
        base.execute("SELECT pg_advisory_lock(%s, %s)", (_LOCK, number))
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
        self._session, self._own = number, {id for (id,) in kept}
        self._listings.begin()
        self.lost |= own - self._own
        self._began = self._shown_alive = monotonic()

    def _keep_up(self) -> None:
        """Write the heartbeat, and read those of others; without the database, reconnect, or give up the tables."""
        self._return()
        if self._base is None:
            if self._own and monotonic() - self._gone > _LET_GO:
                # The others may be able to go on with them.
                self.lost |= self._own
                self._own, self._session = set(), 0
            return
        if monotonic() - self._shown_alive < HEARTBEAT:
            return
        self._shown_alive = monotonic()
        try:
            base = self._base
            self._listings.heartbeat(base, self._session)
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
                    (self._session,),
                ).fetchall()
            self.abandoned = tuple(id for (id,) in found)
            self._listings.look(base, _LATE)
            self.listings = self._listings.others
        except psycopg.Error as error:
            self._fault(error)

    # Tables

    def _claim(self, table: str) -> Claim | None:
        base = self._base
        row = base.execute(
            f"SELECT tables.session, tables.record, hosts.address, {_LATE}, {_HOLDS}"
            " FROM tables LEFT JOIN hosts USING (session) WHERE id = %s",
            (table,),
        ).fetchone()
        if row is None:
            return None
        session, record, address, late, holder = row
        # Whoever was here before is gone: this host listens here now.
        late = late or address == self._address
        if session == self._session:
            return Claim(bytes(record))
        if holder is not None and not late:
            return Claim(None, address)
        if holder is not None:
            base.execute("SELECT pg_terminate_backend(%s)", (holder,))
        taken = base.execute(
            "UPDATE tables SET session = %s WHERE id = %s AND session = %s RETURNING record",
            (self._session, table, session),
        ).fetchone()
        if taken is None:
            return Claim(None)
        self._own.add(table)
        self.lost -= {table}
        return Claim(bytes(taken[0]))

    def _take_all(self) -> list[tuple[str, bytes]]:
        found = self._base.execute(
            "SELECT id FROM tables LEFT JOIN hosts USING (session)"
            f" WHERE hosts.session IS NULL OR {_LATE} OR hosts.address = %s ORDER BY number",
            (self._address,),
        ).fetchall()
        claims = [(id, self._claim(id)) for (id,) in found]
        return [(id, claim.record) for id, claim in claims if claim and claim.record is not None]

    # Changes

    def _save(self, changes: Sequence[Change]) -> list[NetError | None]:
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
                    (ids, self._session),
                ).fetchall()
                own = {id for (id,) in held}
                for change in changes:
                    # A table that was this host's, and is not any more, must not come as a new one.
                    if (
                        change.table not in own | self._own | self.lost
                        and change.record
                        and insert(self._base, change, self._session)
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


def _settle(future: Future[Any], fault: NetError | None, result: Any) -> None:
    # Whoever has asked may have stopped waiting.
    if future.cancelled():
        return
    if fault:
        future.set_exception(fault)
    else:
        future.set_result(result)

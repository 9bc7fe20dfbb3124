"""The store of several hosts: one PostgreSQL database, in which each table belongs to one host at a time.

One thread works with the database (`net.host.postgres.postgres_session`): it saves all that has come in meanwhile in
one commit, answers what is asked, and keeps the session up.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Self, TypeVar

from net.base.errors import NetError, traced
from net.host.postgres import postgres_session
from net.host.postgres.postgres_connection import STATEMENT
from net.host.postgres.postgres_rows import give, given, read_game
from net.host.postgres.postgres_session import PostgresSession
from net.host.shared.shared_store import Claim, SharedStore
from net.host.store.store import Change, Gathering, StoredGame
from net.host.store.watermark import Watermark

_log = logging.getLogger(__name__)

T = TypeVar("T")

MOST = 1024
"""Pieces of work in one commit, at most."""
QUICK, LONG = 0.1, 1.0
"""Seconds; after a quick commit the next may be larger, and none should be long."""


@dataclass(slots=True)
class _Save:
    """A change that waits to be saved."""

    change: Change
    future: Future[None]


@dataclass(slots=True)
class _Query:
    """Something else that waits for the database: a function of the connection."""

    run: Callable[[Any], Any]
    future: Future[Any]


class BatchSize:
    """The size of commits: small with a database that is slow, so that nobody waits for many others' changes, too."""

    def __init__(self) -> None:
        self.most = MOST
        """How many changes may be saved together."""

    def took(self, changes: int, seconds: float) -> None:
        """Note how long it took to save so many changes together, or until that failed."""
        if seconds > LONG:
            self.most = max(1, int(changes * LONG / seconds))
        elif seconds < QUICK:
            self.most = min(MOST, 2 * self.most)


class PostgresStore(SharedStore):
    """A store in a database that several hosts share."""

    def __init__(self, session: PostgresSession) -> None:
        """Prepare a store; see `open`, which makes one that saves."""
        self._session = session
        self._work: SimpleQueue[_Save | _Query | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="postgres", daemon=True)

    @classmethod
    def open(cls, url: str, address: str, pin: bytes) -> Self:
        """Begin a session; see `PostgresSession` for arguments and errors."""
        session = PostgresSession(url, address, pin)
        session.open()
        store = cls(session)
        store._writer.start()
        return store

    # net.host.shared.shared_store.SharedStore

    notices: tuple[NetError, ...] = ()

    @property
    def hosts(self) -> tuple[str, ...]:
        """Where clients reach each of the hosts that share the database."""
        return self._session.hosts

    @property
    def lost(self) -> frozenset[str]:
        """Tables that were this host's, and that another host may have by now."""
        return self._session.lost

    @property
    def abandoned(self) -> tuple[str, ...]:
        """Tables whose host is gone."""
        return self._session.abandoned

    @property
    def listings(self) -> Mapping[int, bytes]:
        """The listings that the other hosts show, by their sessions."""
        return self._session.listings.others

    async def save(self, change: Change) -> None:
        """Hand a change to the writer, which saves it together with all else that waits.

        Raises:
            NetError: ``database`` or ``disk_full``, when the same may work later, ``elsewhere``, when the table belongs
                to another host now, and ``journal``.
        """
        waiting = _Save(change, Future())
        self._work.put(waiting)
        await asyncio.wrap_future(waiting.future)

    async def claim(self, table: str) -> Claim | None:
        """Take a table over, if the host it belongs to is gone."""
        return await asyncio.wrap_future(self._ask(lambda _: self._session.claim(table)))

    async def everywhere(self) -> list[tuple[str, bytes]]:
        """The tables of all hosts: of this one's, too, there may be some that it could not read when it took them."""
        found = "SELECT id, record FROM tables ORDER BY number"
        return await asyncio.wrap_future(self._ask(lambda base: base.execute(found).fetchall()))

    def show(self, listing: bytes) -> None:
        """Show the other hosts, with the next heartbeat, what is to be seen of this host's tables."""
        self._session.listings.show(listing)

    def give(self, game: str, log: bytes) -> None:
        """Give the other hosts the log of a finished game."""
        self._wait(lambda base: give(base, game, log))

    async def given(self, after: int, known: Collection[int]) -> list[tuple[int, bytes]]:
        """Some of the logs that hosts have given."""
        return await asyncio.wrap_future(self._ask(lambda base: given(base, after, known)))

    def tables(self) -> list[tuple[str, bytes]]:
        """The tables that no other host has: they are this one's from now on."""
        return self._wait(lambda _: self._session.take_all())

    def game(self, game: str) -> StoredGame:
        """All of a game."""
        return self._wait(lambda base: read_game(base, game))

    def mark(self, table: str) -> Watermark | None:
        """The database itself notices what its disk has done."""
        return None

    def close(self) -> None:
        """Save what is waiting, and end the session: others may have the tables at once."""
        self._work.put(None)
        self._writer.join()

    def _ask(self, run: Callable[[Any], T]) -> Future[T]:
        asked: Future[T] = Future()
        self._work.put(_Query(run, asked))
        return asked

    def _wait(self, run: Callable[[Any], T]) -> T:
        try:
            return self._ask(run).result(timeout=2 * STATEMENT)
        except TimeoutError:
            raise NetError("database") from None

    # In the writer's thread

    def _write(self) -> None:
        gathering, size = Gathering(), BatchSize()
        while True:
            with contextlib.suppress(Empty):
                batch = [self._work.get(timeout=postgres_session.HEARTBEAT / 2)]
                while not self._work.empty() and len(batch) < size.most:
                    batch.append(self._work.get())
                began = monotonic()
                self._handle([work for work in batch if work])
                size.took(len(batch), monotonic() - began)
                if None in batch:
                    self._session.end()
                    return
                gathering.rest(work.change.table for work in batch if isinstance(work, _Save))
            self._session.keep_up()

    def _handle(self, batch: Sequence[_Save | _Query]) -> None:
        self._session.reconnect()
        for work in batch:
            work.future.set_running_or_notify_cancel()
        saves = [work for work in batch if isinstance(work, _Save)]
        if saves:
            faults: Sequence[NetError | None]
            try:
                faults = self._session.save([work.change for work in saves])
            except Exception as error:
                # Nobody must wait for ever, and the next may be saved.
                _log.error("saving in the database failed: %s", traced(error))
                faults = [NetError("internal")] * len(saves)
            for work, fault in zip(saves, faults, strict=True):
                _settle(work.future, fault, None)
        for work in batch:
            if isinstance(work, _Query):
                result, fault = None, None
                try:
                    result = self._session.query(work.run)
                except NetError as error:
                    fault = error
                except Exception as error:
                    # One caller's fault must not become the others'.
                    _log.error("a question to the database failed: %s", traced(error))
                    fault = NetError("internal")
                _settle(work.future, fault, result)


def _settle(future: Future[Any], fault: NetError | None, result: Any) -> None:
    # The caller may have stopped waiting.
    if future.cancelled():
        return
    if fault:
        future.set_exception(fault)
    else:
        future.set_result(result)

"""The journal: the store of a host on one machine, in one SQLite file.

One thread writes; all that has come in meanwhile is saved in one commit (`net.base.sqlite_file`). How far each table
has come stands in a second file (`net.host.store.watermark`). Room that games and tables leave is given back to the
disk in small steps while the host runs. Other processes may read meanwhile, for a copy (`net.base.snapshot`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic

from net.base.errors import NetError, traced
from net.base.filesystem import keep_private, open_file
from net.base.limits import KIB
from net.base.paths import private_folder
from net.base.sqlite_file import log_ahead, open_sqlite, read_sqlite
from net.host.store.journal_rows import FORMAT, JournalRows
from net.host.store.store import Change, Gathering, StoredGame
from net.host.store.stored_table import TableRecord
from net.host.store.watermark import Watermark, Watermarks

_log = logging.getLogger(__name__)

_REST = 2.0
"""Seconds without a change after which everything is moved into the main file; 4 MB of changes are moved at once."""
_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)
"""A full disk, and (SQLite has no other word for it) a used-up quota: what failed can be tried again."""

_CACHE = 8 * KIB
"""KiB of pages that are kept in memory: four of each table at a full host."""
_SPARE = 256
"""Pages (of 4 KiB) that may be free, for what comes next; what is free beyond is given back."""
_GIVEN = 128
"""Pages that are given back in one step: a few milliseconds in which nothing is saved."""
_PAUSE = 0.25
"""Seconds between two such steps, at least."""
_PATIENCE = 5.0
"""Seconds in which somebody else who writes to the file, against all advice, has to end."""

_TABLES = {"tables", "entries"}


class Journal:
    """A store in one SQLite file, which only its owner may read; one host at a time uses it."""

    notices: tuple[NetError, ...] = ()

    def __init__(self, path: Path) -> None:
        """Open a journal, or make one.

        Raises:
            NetError: ``journal``, when the file cannot be used, and ``journal_busy``, when another host uses it.
        """
        self.path = path
        self._work: SimpleQueue[tuple[Change, asyncio.Future[None]] | None] = SimpleQueue()
        self._moved: set[str] = set()
        """Tables that have been in the main file once."""
        self._new: set[str] = set()
        """Tables that have not."""
        try:
            private_folder(path.parent)
            self._marks = Watermarks(path.with_name(f"{path.name}-marks"))
        except BlockingIOError:
            raise NetError("journal_busy", f"{path}") from None
        except OSError as error:
            raise NetError("journal", f"{error.filename or path}: {error.strerror}.") from None
        try:
            self._open()
        except BaseException:
            self._marks.close(remove=self._marks.new)
            raise
        self._writer = threading.Thread(target=self._write, name="journal", daemon=True)
        self._writer.start()

    def _open(self) -> None:
        try:
            os.close(open_file(self.path, os.O_RDWR | os.O_CREAT))
            with self._readable():
                self._look()
            # SQLite gives its other files the mode of this one.
            keep_private(self.path)
        except OSError as error:
            raise NetError("journal", f"{error.filename or self.path}: {error.strerror}.") from None
        with self._readable():
            # It is kept by what prepares it.
            open_sqlite(self.path, self._prepare, timeout=0.5)
            try:
                self._rows = JournalRows(self._base)
                tables = self.tables()
                self._moved = {id for id, _ in tables}
                if any(_has_game(id, record) and self.mark(id) is None for id, record in tables):
                    self.notices = (NetError("marks_lost", f"{self._marks.path}"),)
            except BaseException:
                self._base.close()
                raise

    def _look(self) -> None:
        """See that the file is a journal, or empty; what is somebody else's is not even locked."""
        if not self.path.stat().st_size:
            return
        logged, rest = (self.path.with_name(f"{self.path.name}-{end}").exists() for end in ("wal", "journal"))
        try:
            with contextlib.closing(read_sqlite(self.path)) as base:
                found = {name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
                if found >= _TABLES:
                    FORMAT.found(base, self.path)
        except sqlite3.DatabaseError:
            # What a crash has left beside it may mend it.
            if logged or rest:
                return
            raise
        if found and not found >= _TABLES:
            raise NetError("journal", f"{self.path} is no journal.")

    def _prepare(self, base: sqlite3.Connection) -> None:
        self._base = base
        if not self._marks.locked:
            # Before anything is read, so that nobody else can use it.
            self._base.execute("PRAGMA locking_mode = EXCLUSIVE")
        version = self._figure("user_version")
        (tables,) = self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if version == 0 and tables:
            raise NetError("journal", f"{self.path} is no journal.")
        if not version:
            self._base.execute("PRAGMA auto_vacuum = INCREMENTAL")
        FORMAT.prepare(self._base, self.path)
        self._base.execute(f"PRAGMA cache_size = -{_CACHE}")
        log_ahead(self._base, shared=self._marks.locked)
        self._checkpoint()

    def _figure(self, name: str) -> int:
        answer = self._base.execute(f"PRAGMA {name}").fetchone()
        if answer is None:
            # SQLite 3.53 was seen to say nothing.
            raise sqlite3.OperationalError(name)
        figure: int = answer[0]
        return figure

    @contextlib.contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise NetError("journal_busy", f"{self.path}") from None
            raise NetError("journal", f"{self.path}: {error}.") from None
        except sqlite3.DatabaseError:
            raise NetError("journal", f"{self.path} is damaged, or no journal.") from None

    async def save(self, change: Change) -> None:
        """Hand a change to the writer, which saves it together with all else that waits."""
        saved: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._work.put((change, saved))
        await saved

    def tables(self) -> list[tuple[str, bytes]]:
        """Every table that is not gone, in the order they were opened in. Only before the first `save`."""
        with self._readable():
            found = dict(self._rows.tables())
        return [*((id, b"") for id in self._marks.found() if id not in found), *found.items()]

    def game(self, game: str) -> StoredGame:
        """All of a game. Only before the first `save`."""
        with self._readable():
            return self._rows.game(game)

    def mark(self, table: str) -> Watermark | None:
        """How far a table had come at least when the journal was opened."""
        return self._marks.found().get(table)

    def close(self) -> None:
        """Save what is waiting, and let go of the file."""
        self._stop()
        self._marks.close()

    def clear_away(self, *, keep: bool = False, unplayed: bool = False) -> None:
        """Let go of the file; with no table left, remove it, or ``keep`` it empty. Only instead of any `save`.

        With ``unplayed``, a game in which no person has made a move counts for none.
        """
        tables = self.tables()
        empty = not tables or (unplayed and all(self._unplayed(id, record) for id, record in tables))
        self._stop()
        # Nobody else can open it before the marks are let go of.
        if empty and keep:
            os.truncate(self.path, 0)
        elif empty:
            self.path.unlink()
        self._marks.close(remove=empty)

    def _unplayed(self, id: str, record: bytes) -> bool:
        """Whether a game was begun at a table, and no person has moved in it: only what they sign has salt."""
        with contextlib.suppress(NetError):
            game = TableRecord.read(id, record).game
            return bool(game) and not any(secret.salt for secret in self.game(game).secrets)
        return False

    def _stop(self) -> None:
        self._work.put(None)
        self._writer.join()
        self._base.close()

    # In the writer's thread

    def _write(self) -> None:
        resting, given = True, monotonic()
        # Before it was opened, perhaps.
        freed = True
        gathering = Gathering()
        while True:
            try:
                batch = [self._work.get(timeout=None if resting else _REST)]
            except Empty:
                while self._work.empty() and self._give_back():
                    pass
                self._checkpoint()
                resting = True
                continue
            resting = False
            while not self._work.empty():
                batch.append(self._work.get())
            waiting = [item for item in batch if item]
            error = self._commit([change for change, _ in waiting])
            settled: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[None], NetError | None]]] = {}
            for change, saved in waiting:
                # One table's fault must not become the others'.
                own = self._commit([change]) if error and len(waiting) > 1 else error
                settled.setdefault(saved.get_loop(), []).append((saved, own))
            for loop, found in settled.items():
                # A loop that is closed has nobody left to be told.
                with contextlib.suppress(RuntimeError):
                    loop.call_soon_threadsafe(_settle, found)
            if None in batch:
                return
            gone = {change.table for change, _ in waiting if change.record == b""}
            self._moved -= gone
            self._new = (self._new | {change.table for change, _ in waiting} - self._moved) - gone
            # Damage to the write-ahead log does not reach a table that is in the main file.
            if self._new and self._work.empty():
                self._checkpoint()
            freed = freed or any(change.forget or change.record == b"" for change, _ in waiting)
            if freed and monotonic() - given > _PAUSE:
                freed, given = self._give_back(), monotonic()
            gathering.rest(change.table for change, _ in waiting)

    def _checkpoint(self) -> None:
        """Move everything into the main file. What cannot be moved stays where it is, and is as safe."""
        with contextlib.suppress(sqlite3.Error):
            # A backup may need what would be moved: that is not waited for.
            self._base.execute("PRAGMA busy_timeout = 0")
            try:
                busy = self._figure("wal_checkpoint(TRUNCATE)")
            finally:
                self._base.execute(f"PRAGMA busy_timeout = {_PATIENCE * 1000:.0f}")
            if not busy:
                self._moved |= self._new
                self._new.clear()

    def _give_back(self) -> bool:
        """Give some of the free pages back to the disk; whether there were enough of them to do so."""
        with contextlib.suppress(sqlite3.Error):
            spare = self._figure("freelist_count") - _SPARE
            if spare > 0:
                # `execute` would end it after its first page.
                self._base.executescript(f"PRAGMA incremental_vacuum({min(spare, _GIVEN)})")
                return True
        return False

    def _commit(self, changes: Sequence[Change]) -> NetError | None:
        """Save changes in one go, or none of them; what went wrong, if anything did."""
        try:
            self._base.execute("BEGIN IMMEDIATE")
            for change in changes:
                if change.record == b"":
                    self._marks.remove(change.table)
            self._rows.write(changes)
            self._base.execute("COMMIT")
        except Exception as error:
            self._rows.rolled_back()
            with contextlib.suppress(sqlite3.Error):
                self._base.execute("ROLLBACK")
            if not isinstance(error, sqlite3.Error):
                # Nobody must wait for ever, and the next may be saved.
                _log.error("saving in the journal failed: %s", traced(error))
                return NetError("internal")
            full = getattr(error, "sqlite_errorcode", 0) in _NO_ROOM
            return NetError("disk_full") if full else NetError("journal", f"{error}.")
        for change in changes:
            if change.mark:
                self._marks.write(change.mark)
        return None


def _settle(found: Sequence[tuple[asyncio.Future[None], NetError | None]]) -> None:
    for saved, error in found:
        if saved.done():
            continue
        if error:
            saved.set_exception(error)
        else:
            saved.set_result(None)


def _has_game(id: str, record: bytes) -> bool:
    """Whether a game is played at a stored table."""
    with contextlib.suppress(NetError):
        return bool(TableRecord.read(id, record).game)
    return False

"""SQLite files, opened on any disk: with a write-ahead log, or with what SQLite had before."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from net.base.filesystem import can_sync

_NO_WAL = frozenset(
    {
        sqlite3.SQLITE_IOERR_SHMMAP,
        sqlite3.SQLITE_IOERR_SHMOPEN,
        sqlite3.SQLITE_IOERR_SHMSIZE,
        sqlite3.SQLITE_IOERR_SHMLOCK,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_READONLY_CANTINIT,
    }
)
"""Errors of a disk that has no memory for processes to share, which a write-ahead log needs."""
_WAL_BYTES = 4 << 20
"""The write-ahead log is cut to this length, however long it had to become."""


def open_sqlite(path: Path, prepare: Callable[[sqlite3.Connection], None], *, timeout: float) -> sqlite3.Connection:
    """Open an SQLite file to write to it: every commit is on the disk before it is told of, if the disk can say so.

    Args:
        path: The file, which is there.
        prepare: Called with the connection, to look what is in the file and then call `log_ahead`; once more where
            the disk has turned out to have no write-ahead log.
        timeout: Seconds to wait for another process.

    Raises:
        sqlite3.Error: when it cannot be used, and what `prepare` raises.
    """
    synchronous = "FULL" if can_sync(path) else "OFF"
    for alone in (False, True):
        base = sqlite3.connect(path, timeout=timeout, isolation_level=None, check_same_thread=False)
        try:
            if alone:
                # A log that another disk has left is read without shared memory then.
                base.execute("PRAGMA locking_mode = EXCLUSIVE")
            base.execute(f"PRAGMA synchronous = {synchronous}")
            prepare(base)
        except BaseException as error:
            base.close()
            if alone or getattr(error, "sqlite_errorcode", None) not in _NO_WAL:
                raise
        else:
            return base
    raise AssertionError("the second time is the last")


def read_sqlite(path: Path, *, timeout: float = 0.5) -> sqlite3.Connection:
    """Open an SQLite file to look into it; nothing is written, nor locked unless somebody writes to it.

    Raises:
        OSError: when there is none.
        sqlite3.Error: when it cannot be read.
    """
    path.stat()
    # With a write-ahead log beside it, that belongs to what is in it.
    logged = path.with_name(f"{path.name}-wal").exists()
    uri = f"{path.absolute().as_uri()}?{'mode=ro' if logged else 'immutable=1'}"
    return sqlite3.connect(uri, timeout=timeout, uri=True)


def log_ahead(base: sqlite3.Connection, *, shared: bool = True) -> None:
    """Let commits go to a write-ahead log, or where there can be none to the file itself.

    Args:
        base: From `open_sqlite`.
        shared: Whether other processes may read it meanwhile.

    Raises:
        sqlite3.Error: when the file cannot be written.
    """
    if base.execute("PRAGMA locking_mode").fetchone()[0] == "exclusive" and shared:
        base.execute("PRAGMA journal_mode = TRUNCATE")
        base.execute("PRAGMA locking_mode = NORMAL")
    else:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute(f"PRAGMA journal_size_limit = {_WAL_BYTES}")
    # Shows whether it can be written so.
    base.execute("BEGIN IMMEDIATE")
    base.execute("COMMIT")

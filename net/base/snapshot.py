"""Snapshots: a copy of an SQLite file as it was at one moment, also while another process writes to it."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

from net.base.errors import NetError, Sentence

_STEP = 1024
"""Pages that are copied at once."""
_MARGIN = 16 << 20
"""Bytes that must be free beyond the copy."""


def snapshot(source: Path, copy: Path, told: Callable[[int, int], None] | None = None) -> None:
    """Copy an SQLite file into a new one, which only its owner may read. Its writers are not held up.

    Args:
        source: The file.
        copy: Where there is nothing yet.
        told: Told now and then how many bytes are copied, and of how many.

    Raises:
        NetError: ``backup``, when it cannot be read or written; no half of a copy is left.
    """
    check_room(copy.parent, source.stat().st_size if source.is_file() else 0)
    try:
        os.close(os.open(copy, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise NetError("backup", f"{copy}: {error.strerror}.") from None
    try:
        with contextlib.closing(sqlite3.connect(source, isolation_level=None)) as base:
            # A copy that reads in one transaction is of one moment, and need not begin again.
            base.execute("BEGIN")
            base.execute("SELECT count(*) FROM sqlite_master").fetchone()
            with contextlib.closing(sqlite3.connect(copy)) as written:
                (size,) = base.execute("PRAGMA page_size").fetchone()

                def step(_status: int, left: int, pages: int) -> None:
                    if told:
                        told((pages - left) * size, pages * size)

                base.backup(written, pages=_STEP, progress=step)
            base.execute("COMMIT")
    except BaseException as error:
        copy.unlink(missing_ok=True)
        if isinstance(error, sqlite3.Error):
            raise NetError("backup", f"{source} cannot be copied to {copy}: {error}.") from None
        raise


def check_room(folder: Path, size: int) -> None:
    """See that so many bytes can be written into a folder, with a margin.

    Raises:
        NetError: ``backup``, when there is no such folder, or not so much room.
    """
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise NetError("backup", f"{folder}: {error.strerror}.") from None
    if free < size + _MARGIN:
        detail = Sentence(
            "{folder} has room for {free} MB; {needed} MB are needed.",
            folder=folder,
            free=free >> 20,
            needed=(size + _MARGIN) >> 20,
        )
        raise NetError("backup", detail)

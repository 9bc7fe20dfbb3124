"""High-water marks: how far each table had come, in a file of their own beside the journal.

SQLite takes a damaged write-ahead log for one that ends sooner. A mark is written after the commit it speaks of, so it
is never ahead of a journal that is whole; without a sync of its own, so it may be behind after a power cut.

The file also says who uses the journal: it is locked as long as the journal is open.
"""

from __future__ import annotations

import contextlib
import errno
import os
import struct
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from time import monotonic, sleep
from zlib import crc32

from net.base.filesystem import open_file, sync
from net.gamelog.chain import GENESIS

_PATIENCE = 0.5
"""Seconds to wait for another process that only looks into the journal."""
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Flags for opening a file, where there are such: not what a link leads to, and without waiting at a pipe."""
_FIELDS = struct.Struct(">26s26sQQ32s")
_SUM = 4
_SLOT = 128
"""Bytes of a mark: a part of one sector, so that it is written as a whole."""


@dataclass(frozen=True, slots=True)
class Watermark:
    """The point a table had reached when it was stored last."""

    table: str
    revision: int
    """How often the table's record had been stored."""
    game: str = ""
    """The game that is played; empty in the lobby."""
    seq: int = 0
    """Entries of its log."""
    head: bytes = GENESIS
    """The log's head."""

    def dump(self) -> bytes:
        """As it is stored, with a checksum."""
        fields = _FIELDS.pack(self.table.encode(), self.game.encode(), self.revision, self.seq, self.head)
        return (fields + crc32(fields).to_bytes(_SUM, "big")).ljust(_SLOT, b"\0")

    @classmethod
    def read(cls, slot: bytes) -> Watermark | None:
        """Read what `dump` wrote; None when it is something else."""
        fields, checksum = slot[: _FIELDS.size], slot[_FIELDS.size : _FIELDS.size + _SUM]
        if crc32(fields).to_bytes(_SUM, "big") != checksum:
            return None
        table, game, revision, seq, head = _FIELDS.unpack(fields)
        return cls(table.rstrip(b"\0").decode(), revision, game.rstrip(b"\0").decode(), seq, head)


class Watermarks:
    """The marks of a journal's tables. One process at a time has them."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make one.

        Raises:
            BlockingIOError: when another process has it.
            OSError: when it cannot be used.
        """
        self.path = path
        self._file, self.locked = _open_alone(path)
        content = self._file.readall()
        self.new = not content
        """Whether nothing was in the file when it was opened."""
        self._slots: dict[str, int] = {}
        """Where in the file a table's mark is."""
        self._found: dict[str, Watermark] = {}
        for offset in range(0, len(content), _SLOT):
            mark = Watermark.read(content[offset : offset + _SLOT])
            if mark:
                self._slots[mark.table], self._found[mark.table] = offset, mark
        self._end = -(-len(content) // _SLOT) * _SLOT
        self._free = sorted({*range(0, self._end, _SLOT)} - {*self._slots.values()}, reverse=True)
        """Places in the file that no table's mark has, the first one last."""

    def found(self) -> dict[str, Watermark]:
        """The marks that were there when the file was opened, by table."""
        return self._found

    def write(self, mark: Watermark) -> None:
        """Note how far a table has come. A full disk is ignored: the mark only helps to notice damage."""
        if not self._free:
            self._free.append(self._end)
            self._end += _SLOT
        with contextlib.suppress(OSError):
            self._file.seek(self._slots.get(mark.table, self._free[-1]))
            if self._file.write(mark.dump()) == _SLOT and mark.table not in self._slots:
                self._slots[mark.table] = self._free.pop()

    def remove(self, table: str) -> None:
        """Forget a table that is about to be removed, durably: a power cut must not make it look lost."""
        offset = self._slots.pop(table, None)
        self._found.pop(table, None)
        if offset is not None:
            self._free.append(offset)
            with contextlib.suppress(OSError):
                self._file.seek(offset)
                self._file.write(bytes(_SLOT))
                sync(self._file.fileno())

    def close(self, *, remove: bool = False) -> None:
        """Close the file; with ``remove``, delete it too, while it is still locked."""
        try:
            if remove:
                self.path.unlink(missing_ok=True)
        except PermissionError:
            # Windows removes no file that is open.
            self._file.close()
            self.path.unlink(missing_ok=True)
        finally:
            self._file.close()


def _open_alone(path: Path) -> tuple[FileIO, bool]:
    """Open a file and lock it; with it, whether this disk has locks.

    Raises:
        BlockingIOError: when another process has it.
        OSError: when it cannot be opened.
    """
    give_up = monotonic() + _PATIENCE
    while True:
        # Its folder's other files have the same mode.
        file = _open_file(path)
        try:
            locked = _lock(file)
            # The host that had it may have removed it meanwhile: then this is a file without a name.
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                    return file, locked
        except BlockingIOError:
            if monotonic() > give_up:
                file.close()
                raise
            sleep(0.02)
        except BaseException:
            file.close()
            raise
        file.close()


def _open_file(path: Path) -> FileIO:
    """Open a file, or make one; what is no file, or leads to another one, is left alone.

    Raises:
        OSError: when it cannot be opened.
    """
    try:
        return FileIO(open_file(path, os.O_RDWR | os.O_CREAT | _NO_LINK), "r+")
    except OSError as error:
        if error.errno != errno.ELOOP:
            raise
        raise OSError(errno.ELOOP, "this is a link, and not the file itself", str(path)) from None


def _lock(file: FileIO) -> bool:
    try:
        import fcntl
    except ImportError:
        # On Windows SQLite's own lock has to do, and a file that is open cannot be removed.
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except OSError as error:
        # Some network disks have no such locks.
        if error.errno not in (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS):
            raise
        return False

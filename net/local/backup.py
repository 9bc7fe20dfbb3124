"""Backup: all that a headless host needs to go on elsewhere, in a folder; made while it runs, and put back.

A backup is a folder with the host's keys, its journal, its archive of finished games, and a list of them with their
checksums. It is made aside and named when it is whole, so half of one has no list, and is refused.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine import __version__
from net.base.errors import NetError, Sentence
from net.base.filesystem import open_file, read_file, sync
from net.base.paths import private_file, private_folder
from net.base.snapshot import check_room, snapshot
from net.base.sqlite_file import read_sqlite
from net.base.sqlite_format import LaterVersion
from net.base.text import VERSION_FORM
from net.gamelog import archive
from net.host.store.journal_rows import FORMAT
from net.host.store.watermark import Watermarks
from net.identity.crypto import load_identity
from net.local.service import DataFolder

LIST = "backup.json"
UPGRADES: tuple[Callable[[dict[str, Any]], None], ...] = ()
"""Each makes a list of number N, from 1 on, one of number N + 1."""
VERSION = 1 + len(UPGRADES)
_LIST_BYTES = 64 << 10
_LAST = 1 << 37
"""Seconds since 1970 that a backup may name: the year 6325, which every calendar still has."""


class StoredFile(BaseModel):
    """A file of a backup."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    size: Annotated[int, Field(ge=0)]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class BackupList(BaseModel):
    """The files of a backup."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Annotated[int, Field(ge=VERSION, le=VERSION)] = VERSION
    journal: Annotated[int, Field(ge=1)]
    """Version of the journal's schema."""
    program: Annotated[str, Field(pattern=f"^{VERSION_FORM}$")]
    """Version of the program that has made it."""
    made: Annotated[int, Field(ge=0, le=_LAST)]
    """When, in seconds since 1970."""
    files: dict[str, StoredFile]

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(file.size for file in self.files.values())


def back_up(folder: DataFolder, place: Path, told: Callable[[int, int], None] | None = None) -> BackupList:
    """Copy a host into a new folder, which only its owner may read. The host may run meanwhile, and is not held up.

    Args:
        folder: The host's.
        place: Where there is nothing yet.
        told: Told now and then how many bytes are copied, and of how many.

    Raises:
        NetError: ``backup``, when it cannot be; nothing is left of it then.
    """
    if folder.key.is_file() and not folder.journal.is_file():
        raise _refused(
            Sentence(
                "the tables of the host in {path} are in a database, of which pg_dump makes copies.", path=folder.path
            )
        )
    if not folder.journal.is_file() or not folder.key.is_file():
        raise _refused(Sentence("there is no host in {path}.", path=folder.path))
    if place.exists():
        raise _refused(Sentence("{path} is there already.", path=place))
    total, before = sum(path.stat().st_size for path in folder.kept if path.is_file()), 0

    def copied(done: int, _size: int) -> None:
        if told:
            told(min(before + done, total), total)

    check_room(place.absolute().parent, total)
    aside = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        aside.mkdir(mode=0o700)
        # The journal first: a game that leaves it meanwhile for the archive is in both, and not in none.
        for path in folder.kept:
            if path.suffix == ".db" and path.is_file():
                snapshot(path, aside / path.name, copied)
            elif path.is_file():
                private_file(aside / path.name, path.read_bytes())
            before += path.stat().st_size if path.is_file() else 0
        with closing(sqlite3.connect(aside / folder.journal.name)) as base:
            (journal,) = base.execute("PRAGMA user_version").fetchone()
        files = {path.name: _stored(path) for path in sorted(aside.iterdir())}
        found = BackupList(journal=journal, program=__version__, made=int(time.time()), files=files)
        private_file(aside / LIST, found.model_dump_json().encode())
        aside.rename(place)
    except (OSError, sqlite3.Error) as error:
        raise _refused(f"{place}: {_why(error)}.") from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return found


def restore(place: Path, folder: DataFolder) -> BackupList:
    """Put a backup back as the folder of a host.

    Raises:
        NetError: ``backup``, when it is none, or not whole, or when there is something in the folder already;
            ``later_version``, when it is of one; ``journal_busy``, when a host runs there. Nothing is changed then.
    """
    found = _listed(place)
    # Without one of these there is no host.
    needed = (folder.journal.name, folder.key.name)
    for name in {*needed, *found.files}:
        file = found.files.get(name) if name in {path.name for path in folder.kept} else None
        if file is None or _stored_or_none(place / name) != file:
            raise _damaged(place, name)
    _see_free(folder)
    aside = folder.path.with_name(f".{folder.path.name}.{os.getpid()}")
    try:
        private_folder(folder.path.parent)
        check_room(folder.path.parent, found.size)
        aside.mkdir(mode=0o700)
        for name in found.files:
            with os.fdopen(os.open(aside / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as copy:
                with (place / name).open("rb") as source:
                    shutil.copyfileobj(source, copy)
                copy.flush()
                sync(copy.fileno())
        _see_usable(DataFolder(aside), place)
        with suppress(FileNotFoundError):
            folder.path.rmdir()
        aside.rename(folder.path)
    except OSError as error:
        raise _refused(f"{folder.path}: {_why(error)}.") from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return found


def _see_usable(folder: DataFolder, place: Path) -> None:
    """Open everything as a host would: a checksum also fits a file that somebody has put there."""
    path = folder.key
    try:
        load_identity(path)
        for path, form in ((folder.journal, FORMAT), (folder.archive, archive.FORMAT)):
            if path.is_file():
                with closing(read_sqlite(path)) as base:
                    sound = base.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
                    if not (sound and form.found(base, path)):
                        raise sqlite3.DatabaseError
                    base.execute(f"SELECT 1 FROM {form.games} LIMIT 1")
    except LaterVersion as error:
        raise _later(place, error.version) from None
    except (NetError, sqlite3.Error):
        raise _damaged(place, path.name) from None


def _damaged(place: Path, name: str) -> NetError:
    return _refused(Sentence("{path} is damaged, or not all there: {name}.", path=place, name=name))


def _see_free(folder: DataFolder) -> None:
    """See that nothing is in a folder, and least of all a host that runs."""
    marks = folder.journal.with_name(f"{folder.journal.name}-marks")
    try:
        if marks.is_file():
            Watermarks(marks).close()
        there = folder.path.exists() and (not folder.path.is_dir() or any(folder.path.iterdir()))
    except BlockingIOError:
        raise NetError("journal_busy", f"{folder.journal}") from None
    except OSError as error:
        raise _refused(f"{folder.path}: {_why(error)}.") from None
    if there:
        raise _refused(Sentence("{path} is not empty. Name another folder, or put that one aside.", path=folder.path))


def _listed(place: Path) -> BackupList:
    """The list of a backup's files."""
    try:
        content = read_file(place / LIST, _LIST_BYTES + 1)
    except OSError:
        raise _refused(Sentence("{path} is not a backup, or not all there.", path=place)) from None
    try:
        found = BackupList.model_validate_json(_upgraded(content))
    except ValidationError as error:
        # What a later version has added is no fault of the file.
        if any(each["loc"] == ("format",) for each in error.errors()) and (later := _MadeBy.read(content)):
            raise _later(place, later) from None
        raise _refused(Sentence("{path} is not a backup, or not all there.", path=place)) from None
    if found.journal > FORMAT.number:
        raise _later(place, found.program)
    return found


def _upgraded(content: bytes) -> bytes:
    """A list of an earlier number as one of today's; everything else as it is."""
    try:
        found = json.loads(content)
        number = found["format"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return content
    if not isinstance(number, int) or not 0 < number < VERSION:
        return content
    for upgrade in UPGRADES[number - 1 :]:
        upgrade(found)
    return json.dumps(found | {"format": VERSION}).encode()


class _MadeBy(BaseModel):
    """The field that the list of every version has."""

    program: Annotated[str, Field(pattern=f"^{VERSION_FORM}$")]

    @classmethod
    def read(cls, content: bytes) -> str:
        """The version of the program; empty where that is not there."""
        try:
            return cls.model_validate_json(content).program
        except ValidationError:
            return ""


def _later(place: Path, program: str) -> NetError:
    said = Sentence(
        "{path} was made by version {version}, and this is {own}.", path=place, version=program, own=__version__
    )
    return NetError("later_version", said)


def _stored(path: Path) -> StoredFile:
    with os.fdopen(open_file(path, os.O_RDONLY), "rb") as file:
        return StoredFile(size=path.stat().st_size, sha256=hashlib.file_digest(file, "sha256").hexdigest())


def _stored_or_none(path: Path) -> StoredFile | None:
    with suppress(OSError):
        return _stored(path)
    return None


def _refused(detail: str) -> NetError:
    return NetError("backup", detail)


def _why(error: OSError | sqlite3.Error) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or f"{error}"

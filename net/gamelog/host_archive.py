"""Archive of a host: the logs of its finished games, packed, in one SQLite file, with the facts of each.

A file a game would be fifty thousand files a year; packed they are a quarter smaller, and their room comes back in
small steps. Facts stay when a log has to go, so standings count every game there was. Another process may read and
verify while the host writes.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from net.base.errors import NetError
from net.base.filesystem import open_file
from net.base.paths import private_folder
from net.base.sqlite_file import log_ahead, open_sqlite
from net.gamelog.archive import ALONE_BYTES, ALONE_GAMES, GameFacts, facts_of
from net.gamelog.proof import MAX_BYTES, Proof

VERSION = 2
SCHEMA = (
    "CREATE TABLE games (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, stored INTEGER NOT NULL,"
    " alone TEXT NOT NULL, size INTEGER NOT NULL, sound INTEGER, facts BLOB NOT NULL)",
    "CREATE TABLE logs (number INTEGER PRIMARY KEY, packed BLOB NOT NULL)",
)
_INDEXES = (
    # Of the logs that are there alone: what makes room must not look through all games there ever were.
    "CREATE INDEX IF NOT EXISTS kept ON games (stored, number, size) WHERE size > 0",
    "CREATE INDEX IF NOT EXISTS kept_alone ON games (alone, number, size) WHERE size > 0 AND alone != ''",
    "DROP INDEX IF EXISTS alone",
)
_PATIENCE = 10.0
"""Seconds to wait for another process that writes."""
_LEAVING = 8
"""Logs that make room for one that comes, at most: a clock that is wrong for an hour costs no years of games."""
_GIVEN = 1024
"""Pages (of 4 KiB) that are given back to the disk when a game has come, at most."""
_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)


@dataclass(frozen=True, slots=True)
class Retention:
    """Bounds of the logs of finished games."""

    seconds: int = 0
    """Seconds after which a log is removed; 0: never."""
    bytes: int = 16 << 30
    """Bytes of all logs together; beyond that the oldest are removed."""
    alone_games: int = ALONE_GAMES
    """Logs of one person's games against bots alone; beyond that the oldest are removed."""
    alone_bytes: int = ALONE_BYTES
    """The same in bytes."""
    facts: int = 1_000_000
    """Games that are counted, just under a kilobyte each; the oldest are forgotten."""


FOR_EVER = Retention()
"""Nothing is removed while there is room."""


class HostArchive:
    """The archive, to add to or to read. One thread at a time uses it."""

    def __init__(self, path: Path, retention: Retention = FOR_EVER) -> None:
        """Open an archive, or make one.

        Raises:
            NetError: ``proof``, when it cannot be used.
        """
        self.path = path
        self._retention = retention
        with self._usable():
            private_folder(path.parent)
            os.close(open_file(path, os.O_RDWR | os.O_CREAT))
            self._base = open_sqlite(path, self._prepare, timeout=_PATIENCE)

    def _prepare(self, base: sqlite3.Connection) -> None:
        run = base.execute
        (version,) = run("PRAGMA user_version").fetchone()
        tables = {name for (name,) in run("SELECT name FROM sqlite_master WHERE type = 'table'")}
        # Many programs count versions so; to set the mode of their files would change them.
        if version not in (0, VERSION) or (not tables >= {"games", "logs"} if version else tables):
            raise NetError("proof", f"{self.path} is of another version of the game, or no archive.")
        if not version:
            run("PRAGMA auto_vacuum = INCREMENTAL")
            run("VACUUM")
        log_ahead(base)
        if not version:
            run("BEGIN IMMEDIATE")
            for statement in SCHEMA:
                run(statement)
            run(f"PRAGMA user_version = {VERSION}")
            run("COMMIT")
        for statement in _INDEXES:
            run(statement)
        (self._bytes,) = run("SELECT COALESCE(sum(size), 0) FROM games WHERE size > 0").fetchone()

    @contextlib.contextmanager
    def _usable(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) in _NO_ROOM:
                raise NetError("disk_full") from None
            raise NetError("proof", f"{self.path}: {error}.") from None
        except OSError as error:
            raise NetError("proof", f"{error.filename or self.path}: {error.strerror}.") from None

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()

    # What the host does

    def add(self, proof: Proof) -> None:
        """Keep the log of a finished game, and make room for it; the same log once more brings its new signatures.

        Raises:
            NetError: ``disk_full``, and ``proof``, when it is no log, or another log of this game is kept.
        """
        facts = facts_of(proof)
        with self._usable(), self._changing():
            before = self._base.execute("SELECT number, size FROM games WHERE name = ?", (facts.game,)).fetchone()
            if before:
                merged = self._merged(before[0], proof) if before[1] else None
                if not merged:
                    return
                proof = merged
            packed = packed_log(proof)
            if before:
                self._base.execute("UPDATE games SET size = ?, sound = NULL WHERE number = ?", (len(packed), before[0]))
                self._base.execute("UPDATE logs SET packed = ? WHERE number = ?", (packed, before[0]))
                self._bytes += len(packed) - before[1]
                return
            # Which characters somebody has played is for a player's own statistics.
            seats = tuple(seat.model_copy(update={"played": {}}) for seat in facts.seats)
            facts = facts.model_copy(update={"seats": seats})
            alone = next((seat.key for seat in seats if seat.key), "") if facts.alone else ""
            row = (facts.game, int(time.time()), alone, len(packed), facts.model_dump_json(exclude_defaults=True))
            add = "INSERT INTO games (name, stored, alone, size, facts) VALUES (?, ?, ?, ?, ?)"
            number = self._base.execute(add, row).lastrowid
            self._base.execute("INSERT INTO logs VALUES (?, ?)", (number, packed))
            self._bytes += len(packed)
            self._make_room(alone)
        with self._usable():
            # `execute` would end it after its first page.
            self._base.executescript(f"PRAGMA incremental_vacuum({_GIVEN})")

    def _merged(self, number: int, proof: Proof) -> Proof | None:
        """A log with the signatures that are kept already; None when there is nothing new.

        Raises:
            NetError: ``proof``, when another log is kept.
        """
        kept = self._log(number)
        if (kept.host, kept.notes) != (proof.host, proof.notes):
            raise NetError("proof", "another log of this game is kept.")
        both = Proof(proof.host, proof.notes, tuple({**dict(kept.attested), **dict(proof.attested)}.items()))
        return both if dict(both.attested) != dict(kept.attested) else None

    def _make_room(self, alone: str) -> None:
        keep = self._retention
        logs = "SELECT number, size FROM games WHERE size > 0"
        oldest = f"ORDER BY stored, number LIMIT {_LEAVING}"
        until = int(time.time()) - keep.seconds if keep.seconds else -1
        leaving = dict(self._base.execute(f"{logs} AND stored < ? {oldest}", (until,)).fetchall())
        if alone:
            # Numbers grow with time.
            mine = self._base.execute(f"{logs} AND alone != '' AND alone = ? ORDER BY number DESC", (alone,))
            total = 0
            for place, (number, size) in enumerate(mine):
                total += size
                if place >= keep.alone_games or total > keep.alone_bytes:
                    leaving[number] = size
        excess = self._bytes - sum(leaving.values()) - keep.bytes
        for number, size in self._base.execute(f"{logs} {oldest}") if excess > 0 else ():
            if excess > 0 and number not in leaving:
                leaving[number] = size
                excess -= size
        for number, size in sorted(leaving.items())[:_LEAVING]:
            self._base.execute("DELETE FROM logs WHERE number = ?", (number,))
            self._base.execute("UPDATE games SET size = 0 WHERE number = ?", (number,))
            self._bytes -= size
        (last,) = self._base.execute("SELECT max(number) FROM games").fetchone()
        self._base.execute("DELETE FROM games WHERE number <= ? AND size = 0", (last - keep.facts,))

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        total = self._bytes
        try:
            yield
            self._base.execute("COMMIT")
        except BaseException:
            self._bytes = total
            with contextlib.suppress(sqlite3.Error):
                self._base.execute("ROLLBACK")
            raise

    # What others read

    def games(self) -> Iterator[GameFacts]:
        """The facts of every game, the newest first.

        Raises:
            NetError: ``proof``.
        """
        with self._usable():
            rows = self._base.execute("SELECT name, stored, size, sound, facts FROM games ORDER BY number DESC")
            for name, stored, size, sound, facts in rows:
                try:
                    found = GameFacts.model_validate_json(facts)
                except ValidationError:
                    raise NetError("proof", f"{self.path} is damaged.") from None
                about = {"file": f"{name}.proof", "size": size, "stamp": stored * 10**9, "kept": size > 0}
                yield found.model_copy(update=about | {"sound": None if sound is None else bool(sound)})

    def log(self, name: str) -> Proof:
        """The log of a game.

        Raises:
            NetError: ``proof``, when it is not there.
        """
        with self._usable():
            found = self._base.execute("SELECT number FROM games WHERE name = ? AND size > 0", (name,)).fetchone()
        if not found:
            raise NetError("proof", "it is not in this archive, or had to make room.")
        return self._log(found[0])

    def _log(self, number: int) -> Proof:
        with self._usable():
            found = self._base.execute("SELECT packed FROM logs WHERE number = ?", (number,)).fetchone()
        if not found:
            raise NetError("proof", "it is not in this archive, or had to make room.")
        return unpacked(found[0])

    def unverified(self) -> list[int]:
        """The numbers of the logs that nobody has verified."""
        with self._usable():
            rows = self._base.execute("SELECT number FROM games WHERE sound IS NULL AND size > 0 ORDER BY number")
            return [number for (number,) in rows]

    def verify(self, number: int) -> bool:
        """Verify a log, and note the result; returns whether it is valid.

        Raises:
            NetError: ``proof``, when that cannot be noted.
        """
        from net.gamelog.verify import verify

        try:
            proof = self._log(number)
            sound = verify(proof.host, proof.notes, attested=proof.attested).ok
        except NetError:
            sound = False
        with self._usable():
            self._base.execute("UPDATE games SET sound = ? WHERE number = ? AND size > 0", (sound, number))
        return sound


def packed_log(proof: Proof) -> bytes:
    """A log as it is stored."""
    return zlib.compress(proof.dump())


def unpacked(packed: bytes) -> Proof:
    """Read what `packed_log` wrote.

    Raises:
        NetError: ``proof``, when it cannot be read.
    """
    try:
        return Proof.parse(zlib.decompressobj().decompress(packed, MAX_BYTES + 1))
    except zlib.error:
        raise NetError("proof", "it is damaged or incomplete.") from None


def archived(path: Path) -> Proof:
    """The log that a path in an archive names, as ``games.db/01ABC.proof`` (`net.base.paths.in_archive`).

    Raises:
        NetError: ``proof``.
    """
    with contextlib.closing(HostArchive(path.parent)) as archive:
        return archive.log(path.name.removesuffix(".proof"))

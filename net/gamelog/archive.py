"""Archive: finished games in one SQLite file, the packed log of each and its facts; of a host, and of a player.

Packed logs are a quarter smaller than files, and the room of those that go comes back in small steps. Facts stay when a
log has to go, so lists, statistics and standings count every game there was. Several processes may use it at once.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
import zlib
from collections.abc import Iterator, Mapping
from itertools import count, islice
from pathlib import Path

from pydantic import ValidationError

from net.base.errors import NetError
from net.base.filesystem import open_file
from net.base.paths import games_path, private_folder
from net.base.sqlite_file import log_ahead, open_sqlite
from net.base.sqlite_format import SqliteFormat
from net.base.text import shown_line
from net.gamelog.game_facts import GameFacts, facts_of
from net.gamelog.proof import MAX_BYTES, Proof
from net.gamelog.retention import FOR_EVER, OWN, Retention

FORMAT = SqliteFormat(
    games="games",
    schema=(
        "CREATE TABLE games (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, stored INTEGER NOT NULL,"
        " bound TEXT NOT NULL, size INTEGER NOT NULL, sound INTEGER, facts BLOB NOT NULL)",
        "CREATE TABLE logs (number INTEGER PRIMARY KEY, packed BLOB NOT NULL)",
        # Of the logs that are there alone: what makes room must not look through all games there ever were.
        "CREATE INDEX kept ON games (stored, number, size) WHERE size > 0",
        "CREATE INDEX kept_bound ON games (bound, number, size) WHERE size > 0 AND bound != ''",
        "CREATE INDEX counted ON games (bound, number) WHERE size = 0",
        # To add the sizes up for each game that comes would take 40 ms of a year's games.
        "CREATE TABLE total (bytes INTEGER NOT NULL)",
        "INSERT INTO total VALUES (0)",
        "CREATE TRIGGER came AFTER INSERT ON games BEGIN UPDATE total SET bytes = bytes + NEW.size; END",
        "CREATE TRIGGER changed AFTER UPDATE OF size ON games"
        " BEGIN UPDATE total SET bytes = bytes + NEW.size - OLD.size; END",
        "CREATE TRIGGER went AFTER DELETE ON games BEGIN UPDATE total SET bytes = bytes - OLD.size; END",
    ),
)
"""``bound``: what a log shares its room with, see `Retention.bound`."""
_CAUSES = (
    "CREATE TABLE IF NOT EXISTS causes (number INTEGER, seat INTEGER, packed BLOB NOT NULL, PRIMARY KEY (number, seat))"
)
"""Why a game ended as it did for a seat. It can be found anew, so an archive without this table is no older one."""
MOST_CAUSES = 1 << 16
"""Bytes of the causes of one game for one seat, at most."""
_OF_PLAYERS: Mapping[str, object] = {"played": {}, "last": "", "city": (), "robbed": 0, "lost": 0}
"""Facts of a seat that only players keep, without what they say."""
_LAST = 1 << 37
"""Seconds since 1970, at most: the year 6325, which every calendar still has."""
_PATIENCE = 10.0
"""Seconds to wait for another process that writes."""
_GIVEN = 1024
"""Pages (of 4 KiB) that are given back to the disk when a game has come, at most."""
_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)


class Archive:
    """An archive, to add to or to read. One thread at a time uses it.

    Raises:
        NetError: ``proof``, when it cannot be used.
    """

    def __init__(self, path: Path, retention: Retention = FOR_EVER) -> None:
        self.path = path
        self._retention = retention
        with self._usable():
            private_folder(path.parent)
            os.close(open_file(path, os.O_RDWR | os.O_CREAT))
            self._base = open_sqlite(path, self._prepare, timeout=_PATIENCE)

    def _prepare(self, base: sqlite3.Connection) -> None:
        if not self._is_archive(base):
            base.execute("PRAGMA auto_vacuum = INCREMENTAL")
        FORMAT.prepare(base, self.path)
        base.execute(_CAUSES)
        log_ahead(base)

    def _is_archive(self, base: sqlite3.Connection) -> bool:
        """Whether it is one, and not an empty file.

        Raises:
            NetError: ``proof``, when it is something else: many programs count versions so; ``later_version``. It is
                left untouched.
        """
        (version,) = base.execute("PRAGMA user_version").fetchone()
        tables = {name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables >= {"games", "logs"} if version else tables:
            raise NetError("proof", f"{self.path} is no archive of games.")
        return FORMAT.found(base, self.path) > 0

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

    # Writing

    def add(self, proof: Proof) -> str:
        """Keep a log, and make room for it; the same log once more brings its new signatures.

        What is kept is never replaced, so that a host cannot put a better log in the place of one that shows its lies:
        among a player's `own` games another log of the same game is kept beside it, under the name ``GAME-2``.

        Returns:
            The name under which it is kept.

        Raises:
            NetError: ``disk_full``, and ``proof``, when it is no log, or (of a host) another log of this game is kept.
        """
        game, packed = proof.game, packed_log(proof)
        with self._usable(), self._changing():
            for number in count(1):
                name = game if number == 1 else f"{game}-{number}"
                found = self._base.execute("SELECT number, size FROM games WHERE name = ?", (name,)).fetchone()
                if not found:
                    self._insert(name, proof, packed)
                    break
                if found[1] and self._sign(found[0], proof):
                    return name
                if not self._retention.own:
                    # What had to go does not come back.
                    if not found[1]:
                        return name
                    raise NetError("proof", "another log of this game is kept.")
        with self._usable():
            # `execute` would end it after its first page.
            self._base.executescript(f"PRAGMA incremental_vacuum({_GIVEN})")
        return name

    def _insert(self, name: str, proof: Proof, packed: bytes) -> None:
        try:
            facts = facts_of(proof)
        except NetError as error:
            # A log that breaks the rules is evidence.
            facts = GameFacts(game=proof.game, host=proof.host.hex(), fault=error.detail)
        if not self._retention.own:
            seats = tuple(seat.model_copy(update=_OF_PLAYERS) for seat in facts.seats)
            facts = facts.model_copy(update={"seats": seats})
        bound = self._retention.bound(facts)
        row = (name, int(time.time()), bound, len(packed), facts.model_dump_json(exclude_defaults=True))
        add = "INSERT INTO games (name, stored, bound, size, facts) VALUES (?, ?, ?, ?, ?)"
        self._base.execute("INSERT INTO logs VALUES (?, ?)", (self._base.execute(add, row).lastrowid, packed))
        self._make_room(bound)

    def remove(self, name: str) -> bool:
        """Remove a game, and all that is known of it; whether there was one."""
        with self._usable(), self._changing():
            for table in ("logs", "causes"):
                delete = f"DELETE FROM {table} WHERE number = (SELECT number FROM games WHERE name = ?)"
                self._base.execute(delete, (name,))
            return self._base.execute("DELETE FROM games WHERE name = ?", (name,)).rowcount > 0

    def keep_causes(self, name: str, seat: int, content: bytes) -> None:
        """Keep why a game ended as it did for a seat, beside its log; what is too long, or has no log, is not kept.

        Raises:
            NetError: ``disk_full``, and ``proof``.
        """
        if len(content) > MOST_CAUSES:
            return
        keep = "INSERT OR REPLACE INTO causes SELECT number, ?, ? FROM games WHERE name = ? AND size > 0"
        with self._usable(), self._changing():
            self._base.execute(keep, (seat, zlib.compress(content), name))

    def _sign(self, number: int, proof: Proof) -> bool:
        """Add new signatures to a log that is kept; whether it is the same log."""
        try:
            kept = self._log(number)
        except NetError:
            return False
        both = proof.joined(kept)
        if both is not None and dict(both.attested) != dict(kept.attested):
            packed = packed_log(both)
            self._base.execute("UPDATE games SET size = ?, sound = NULL WHERE number = ?", (len(packed), number))
            self._base.execute("UPDATE logs SET packed = ? WHERE number = ?", (packed, number))
        return both is not None

    def _make_room(self, bound: str) -> None:
        leaving = self._retention.leaving(self._base, bound)
        for number in leaving:
            self._base.execute("DELETE FROM logs WHERE number = ?", (number,))
            self._base.execute("DELETE FROM causes WHERE number = ?", (number,))
            self._base.execute("UPDATE games SET size = 0 WHERE number = ?", (number,))
        self._retention.forgotten(self._base, leaving, bound)

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._base.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._base.execute("ROLLBACK")
            raise

    # Reading

    def games(self) -> Iterator[GameFacts]:
        """The facts of every game, the newest first.

        Raises:
            NetError: ``proof``.
        """
        with self._usable():
            # What is damaged may be of any type.
            values = ", ".join(f"CAST({name} AS INTEGER)" for name in ("stored", "size", "sound"))
            look = f"SELECT CAST(name AS TEXT), {values}, CAST(facts AS BLOB) FROM games ORDER BY number DESC"
            for name, stored, size, sound, facts in self._base.execute(look):
                about = {
                    "file": f"{name if name.isascii() and name.isprintable() else shown_line(name)}.proof",
                    "size": size,
                    "stored": min(max(stored, 0), _LAST),
                    "sound": None if sound is None else bool(sound),
                }
                try:
                    yield GameFacts.model_validate_json(facts).model_copy(update=about)
                except ValidationError:
                    yield GameFacts(fault="it is damaged or incomplete.", **about | {"sound": False})

    def causes(self, name: str, seat: int) -> bytes | None:
        """Read the kept reasons why a game ended as it did for a seat; None: nothing that can be read.

        Raises:
            NetError: ``proof``.
        """
        look = (
            "SELECT CAST(packed AS BLOB) FROM causes JOIN games USING (number)"
            " WHERE name = ? AND seat = ? AND length(packed) <= ?"
        )
        with self._usable():
            found = self._base.execute(look, (name, seat, MOST_CAUSES)).fetchone()
        with contextlib.suppress(zlib.error):
            return zlib.decompressobj().decompress(found[0], MOST_CAUSES) if found else None
        return None

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
    """A log as it is stored.

    Raises:
        NetError: ``proof``, when it is longer than what is read.
    """
    content = proof.dump()
    if len(content) > MAX_BYTES:
        raise NetError("proof", "it is too long.")
    return zlib.compress(content)


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
    with contextlib.closing(Archive(path.parent)) as archive:
        return archive.log(path.name.removesuffix(".proof"))


def own_games(path: Path | None = None, newest: int | None = None) -> list[GameFacts]:
    """The facts of a player's games, the newest first.

    Args:
        path: The archive; None: the player's own.
        newest: How many are read at most; None: all.

    Raises:
        NetError: ``proof``, when the archive cannot be read.
    """
    path = path or games_path()
    if not path.is_file():
        return []
    with contextlib.closing(Archive(path, OWN)) as archive:
        return list(islice(archive.games(), newest))


def keep_own(proof: Proof, path: Path | None = None) -> Path:
    """Keep a log among a player's games.

    Returns:
        Its place, as ``games.db/01ABC.proof``.

    Raises:
        NetError: as `Archive.add`.
    """
    path = path or games_path()
    with contextlib.closing(Archive(path, OWN)) as archive:
        return path / f"{archive.add(proof)}.proof"


def remove_own(name: str) -> bool:
    """Remove a player's game, see `Archive.remove`."""
    with contextlib.closing(Archive(games_path(), OWN)) as archive:
        return archive.remove(name)

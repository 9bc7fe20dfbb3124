"""Hardships of a host in a run through chaos, beside death.

Its clock jumps, its disk is full or slow, and its notices fail; a second host tries to get at its journal, and it is
backed up at any moment.
"""

from __future__ import annotations

import math
import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from net.base.errors import NetError
from net.base.limits import Limits
from net.host.host import Host
from net.host.notifier import Notifier
from net.host.store.journal import Journal
from net.host.store.store import Change
from net.identity.crypto import load_identity
from net.local import backup
from net.local.service import DataFolder
from net.protocol.host_messages import EntryNote

HARDSHIPS = ("clock", "full", "slow", "notice", "rival", "backup")
_DAY = 86_400.0
_GROWING = ("tables", "hosts", "entries", "secrets", "finished")
"""What of a database needs room."""
_COMMANDS = (("sleep", "5"), ("false",), ("/no/such/command",), ("true",))
"""What players who are away are notified by: it hangs, fails, is missing, or works."""


class HardshipLog:
    """Counts what a host has met, in a file, since it may die at any moment."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def note(self, what: str) -> None:
        """One more of these."""
        with self._path.open("a") as file:
            file.write(f"{what}\n")

    def met(self) -> Counter[str]:
        """How often what was met."""
        return Counter(self._path.read_text().split()) if self._path.exists() else Counter()


# In the host's process


class HardJournal(Journal):
    """A journal on a disk that is slow at times, and full at times."""

    def __init__(self, path: Path, hardships: Sequence[str] = (), chance: Random | None = None) -> None:
        self._hardships, self._chance = hardships, chance or Random()
        self._met = HardshipLog(path.with_name("met"))
        self._commits = 0
        self._full, self._room_again = False, math.inf
        """Whether the disk is full, and when it has room again."""
        super().__init__(path)

    def _commit(self, changes: Sequence[Change]) -> NetError | None:
        self._commits += 1
        if "slow" in self._hardships and self._comes(5):
            self._met.note("slow")
            time.sleep(self._chance.uniform(0.02, 0.2))
        if "full" in self._hardships and not self._full and self._comes(10):
            # It stays full until that was noticed, and for a while.
            self._full, self._room_again = True, math.inf
            self._base.execute(f"PRAGMA max_page_count = {self._figure('page_count')}")
        elif self._full and time.monotonic() > self._room_again:
            self._full = False
            self._base.execute(f"PRAGMA max_page_count = {2**31}")
        error = super()._commit(changes)
        if error and error.code == "disk_full":
            self._met.note("full")
            self._room_again = min(self._room_again, time.monotonic() + self._chance.uniform(0.05, 0.3))
        return error

    def _comes(self, first: int) -> bool:
        """Whether something happens now: at a certain commit for the first time, and by chance."""
        return self._commits == first or self._chance.random() < 0.03


def let_clock_jump(chance: Random, met: HardshipLog) -> None:
    """Let this machine's clock jump by up to a day, forth and back, from now on."""
    met.note("clock")
    true, ahead = time.time, chance.uniform(-_DAY, _DAY)

    def now() -> float:
        nonlocal ahead
        if chance.random() < 0.02:
            met.note("clock")
            ahead = chance.uniform(-_DAY, _DAY)
        return true() + ahead

    time.time = now


def notifier(chance: Random, met: HardshipLog, limits: Limits) -> Notifier:
    """A notifier whose command may hang, fail, or be missing."""
    met.note("notice")
    return Notifier(chance.choice(_COMMANDS), "A host", limits)


# From outside


def rival_life(folder: Path) -> None:
    """Be a second host at the journal of one that runs: it must not get in, nor anything into the folder."""
    data = DataFolder(folder)
    try:
        Journal(data.journal)
    except NetError as error:
        if error.code == "journal_busy":
            return
    raise SystemExit(1)


class Backups:
    """Backups of a host, made at any moment while it runs."""

    def __init__(self, folder: Path, *, half: bool = False) -> None:
        """Prepare for backups; ``half``: they are made badly, and leave out what is not in the main file."""
        self._data = DataFolder(folder)
        self._half = half
        self._numbers = count()
        """On a busy machine one is still being made when the next is begun."""
        self._made: list[tuple[Path, dict[bytes, int]]] = []
        """Where, and how many entries each game had when it was begun, by the game's first entry."""

    def make(self) -> None:
        """Make one.

        Raises:
            NetError: ``backup``, when it cannot be.
        """
        place = self._data.path.with_name(f"backup {next(self._numbers)}")
        had = {bodies[0]: len(bodies) for bodies in _games(self._data.journal)}
        with (
            patch.object(backup, "snapshot", lambda source, copy, *_: shutil.copyfile(source, copy))
            if self._half
            else nullcontext()
        ):
            backup.back_up(self._data, place)
        self._made.append((place, had))

    async def faults(self, log: Sequence[EntryNote]) -> list[str]:
        """What must not be: each, put back, is a host that goes on from there, with all that was stored before."""
        return [f"{place.name}: {fault}" for place, had in self._made for fault in await self._of(place, had, log)]

    async def _of(self, place: Path, had: dict[bytes, int], log: Sequence[EntryNote]) -> list[str]:
        data = DataFolder(place.with_name(f"{place.name}, put back"))
        try:
            backup.restore(place, data)
            store = Journal(data.journal)
        except NetError as error:
            return [f"{error.code}: {error.detail}"]
        bodies = [note.body for note in log]
        found = []
        for game in _games(data.journal):
            if game[0] in bodies[:1] and game != bodies[: len(game)]:
                found.append("another history")
            if len(game) < had.pop(game[0], 0):
                found.append("something that was stored is missing")
        if had.keys() & set(bodies[:1]):
            found.append("the game is missing")
        async with Host.open(load_identity(data.key), store=store) as host:
            host.recover()
            found += [f"a table is not brought back: {error.code}" for error in host.unread.values()]
            found += ["a game was damaged" for _ in host.salvaged]
        return found


def _games(journal: Path) -> Iterator[list[bytes]]:
    """The entries of each game of a journal that somebody may be writing to."""
    games: dict[int, list[bytes]] = {}
    with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as base:
        for game, body in base.execute("SELECT number >> 24, body FROM entries WHERE body IS NOT NULL ORDER BY number"):
            games.setdefault(game, []).append(body)
    return iter(games.values())


# To a database that hosts share


def hold_up(database: str, seconds: float) -> None:
    """Let a database do nothing for a while."""
    import psycopg

    with psycopg.connect(database) as base:
        base.execute("LOCK TABLE tables, hosts, entries IN ACCESS EXCLUSIVE MODE")
        time.sleep(seconds)


@contextmanager
def full(database: str, share: float = 1.0) -> Iterator[Callable[[], int]]:
    """A database that has no room, and says what it says when its disk is full; gives how often it has said so.

    Args:
        database: Its URL.
        share: How much of what needs room finds none; some may go where other rows were.
    """
    import psycopg

    with psycopg.connect(database, autocommit=True) as base:
        # A sequence counts what is rolled back, too.
        base.execute("CREATE SEQUENCE IF NOT EXISTS refused")
        base.execute(
            "CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " IF random() < TG_ARGV[0]::float THEN"
            " PERFORM nextval('refused');"
            " RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';"
            " END IF; RETURN NULL; END $$"
        )
        (before,) = _figure(base)
        when = "BEFORE INSERT OR UPDATE"
        try:
            # Each alone: hosts lock tables in orders of their own.
            for table in _GROWING:
                base.execute(f"CREATE TRIGGER full_disk {when} ON {table} EXECUTE FUNCTION full_disk('{share}')")
            yield lambda: _figure(base)[0] - before
        finally:
            for table in _GROWING:
                base.execute(f"DROP TRIGGER IF EXISTS full_disk ON {table}")


def _figure(base: Any) -> tuple[int]:
    found: tuple[int] = base.execute("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM refused").fetchone()
    return found


def end_sessions(database: str) -> None:
    """End the sessions of all its hosts."""
    import psycopg

    with psycopg.connect(database) as base:
        base.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )

"""The store: what changes a table or its log is kept before anybody is told of it, and survives any crash.

A table hands over what one step of it makes durable as one `Change` and tells people only when it is saved. The log is
stored as it was sent, with its hidden parts sealed; what opens it (the host's secret, the moves) is stored with it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from time import sleep
from typing import NamedTuple, Protocol

from net.base.errors import NetError
from net.host.store.watermark import Watermark

GATHER = 0.01
"""Seconds in which changes gather: a commit costs ten times as much as a change."""
MANY, LATELY = 8, 32
"""More tables than these are many, among so many of the last changes."""
MOST = 1024
"""What is handled in one commit at most."""
QUICK, LONG = 0.1, 1.0
"""Seconds; after a quick commit the next may be larger, and none should be long."""


class Gathering:
    """Lets changes gather while many tables play, for the thread that writes them."""

    def __init__(self) -> None:
        self._lately: deque[str] = deque(maxlen=LATELY)

    def rest(self, tables: Iterable[str]) -> None:
        """Wait a moment, after changes of these tables were saved together; not where a few tables play."""
        self._lately.extend(tables)
        if len(set(self._lately)) > MANY:
            sleep(GATHER)


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


class StoredEntry(NamedTuple):
    """An entry of a game's log, as it was signed."""

    game: str
    seq: int
    body: bytes
    sig: bytes


class StoredSecret(NamedTuple):
    """A secret the host needs to go on, and keeps to itself until the end."""

    game: str
    seq: int
    """The entry whose move this is; 0 for the host's own secret."""
    text: bytes
    salt: bytes = b""

    def __repr__(self) -> str:
        return f"StoredSecret({self.game}, {self.seq})"


@dataclass(frozen=True, slots=True)
class Change:
    """A change that one step of a table makes durable: all of it, or nothing."""

    table: str
    record: bytes | None = field(default=None, repr=False)
    """The table itself, when it has changed; empty bytes: the table is gone."""
    entries: tuple[StoredEntry, ...] = ()
    secrets: tuple[StoredSecret, ...] = ()
    forget: str = ""
    """A game that nobody needs any more."""
    mark: Watermark | None = None
    """How far the table has come with this; None when it is gone."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """All of a game."""

    entries: tuple[StoredEntry, ...]
    secrets: tuple[StoredSecret, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """The answer to a host that wants to have a table."""

    record: bytes | None = field(repr=False)
    """The table, which is this host's from now on; None: it is not."""
    host: str = ""
    """Address of the host that has it; empty when that cannot be said now."""


class Store(Protocol):
    """A place where tables are kept."""

    @property
    def hosts(self) -> tuple[str, ...]:
        """Where clients reach each of the hosts that share the store; empty when it is one host's alone."""

    @property
    def notices(self) -> tuple[NetError, ...]:
        """Findings of its opening that are for whoever runs the host."""

    @property
    def lost(self) -> frozenset[str]:
        """Tables that were this host's, and that another host may have by now."""

    @property
    def abandoned(self) -> tuple[str, ...]:
        """Tables whose host is gone."""

    @property
    def listings(self) -> Mapping[int, bytes]:
        """The listings that the other hosts show, by their sessions; another mapping when anything has changed."""

    def show(self, listing: bytes) -> None:
        """Show the other hosts soon what is to be seen of this host's tables."""

    def give(self, game: str, log: bytes) -> None:
        """Give the other hosts the log of a finished game. It is called in another thread, and waits.

        Raises:
            NetError: ``database`` or ``disk_full``, when it may work later, and ``journal``.
        """

    async def given(self, after: int, known: Collection[int]) -> list[tuple[int, bytes]]:
        """Some of the logs that hosts have given lately, and their numbers, which grow with time, more or less.

        Args:
            after: Those with greater numbers only.
            known: Numbers of those that are not wanted.

        Raises:
            NetError: ``database`` or ``journal``, when they cannot be read.
        """

    async def save(self, change: Change) -> None:
        """Make a change durable; it is when this returns.

        Raises:
            NetError: ``disk_full`` or ``database``, when it may work once there is room, or the database back;
                ``elsewhere``, when the table is another host's now; and ``journal``, when it cannot be.
        """

    async def claim(self, table: str) -> Claim | None:
        """Take over a table of another host, if that host is gone; None when there is no such table.

        Raises:
            NetError: ``database``, when that cannot be said now, or ``journal``.
        """

    async def everywhere(self) -> list[tuple[str, bytes]]:
        """The tables of all hosts that share the store: their ids and records.

        Raises:
            NetError: ``database`` or ``journal``, when they cannot be read.
        """

    def tables(self) -> list[tuple[str, bytes]]:
        """Every table that is not gone, the one that was opened last at the end: its id and record.

        One that is known to have been there, and of which nothing is left, has an empty record.

        Raises:
            NetError: ``journal``, when they cannot be read.
        """

    def game(self, game: str) -> StoredGame:
        """All that is known of a game.

        Raises:
            NetError: ``journal``, when it cannot be read.
        """

    def mark(self, table: str) -> Watermark | None:
        """How far a table had come at least, as far as that is known apart from its game."""

    def close(self) -> None:
        """Finish what was begun, and stop."""


class Unshared:
    """The part of a store that concerns other hosts, for a store that only one host uses."""

    hosts: tuple[str, ...] = ()
    notices: tuple[NetError, ...] = ()
    lost: frozenset[str] = frozenset()
    abandoned: tuple[str, ...] = ()
    listings: Mapping[int, bytes] = {}

    def show(self, listing: bytes) -> None:
        """There is no other host."""

    def give(self, game: str, log: bytes) -> None:
        """There is no other host."""

    async def given(self, after: int, known: Collection[int]) -> list[tuple[int, bytes]]:
        """There is no other host."""
        return []

    async def claim(self, table: str) -> Claim | None:
        """There is no other host."""
        return None

    async def everywhere(self) -> list[tuple[str, bytes]]:
        """There is no other host."""
        return []


class MemoryStore(Unshared):
    """A store in memory, for hosts that need not survive."""

    def __init__(self) -> None:
        self._tables: dict[str, bytes] = {}
        self._games: dict[str, tuple[list[StoredEntry], list[StoredSecret]]] = {}

    async def save(self, change: Change) -> None:
        """Keep a change in memory."""
        if change.record:
            self._tables[change.table] = change.record
        elif change.record is not None:
            self._tables.pop(change.table, None)
        for entry in change.entries:
            self._of(entry.game)[0].append(entry)
        for secret in change.secrets:
            self._of(secret.game)[1].append(secret)
        self._games.pop(change.forget, None)

    def tables(self) -> list[tuple[str, bytes]]:
        """Every table."""
        return list(self._tables.items())

    def game(self, game: str) -> StoredGame:
        """All of a game."""
        entries, secrets = self._of(game)
        return StoredGame(tuple(entries), tuple(secrets))

    def mark(self, table: str) -> Watermark | None:
        """Memory loses nothing."""
        return None

    def close(self) -> None:
        """Do nothing: memory needs no end."""

    def _of(self, game: str) -> tuple[list[StoredEntry], list[StoredSecret]]:
        return self._games.setdefault(game, ([], []))

"""The store: what changes a table or its log is kept before anybody is told of it, and survives any crash.

A table hands over what one step of it makes durable as one `Change` and tells people only when it is saved. The log is
stored as it was sent, with its hidden parts sealed; what opens it (the host's secret, the moves) is stored with it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from time import sleep
from typing import NamedTuple, Protocol

from net.base.errors import NetError
from net.host.store.watermark import Watermark

GATHER = 0.01
"""Seconds in which changes gather: a commit costs ten times as much as a change."""
MANY, LATELY = 8, 32
"""More tables than these are many, among so many of the last changes."""


class Gathering:
    """Lets changes gather while many tables play, for the thread that writes them."""

    def __init__(self) -> None:
        self._lately: deque[str] = deque(maxlen=LATELY)

    def rest(self, tables: Iterable[str]) -> None:
        """Wait a moment, after changes of these tables were saved together; not where a few tables play."""
        self._lately.extend(tables)
        if len(set(self._lately)) > MANY:
            sleep(GATHER)


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


class Store(Protocol):
    """A place where tables are kept."""

    @property
    def notices(self) -> tuple[NetError, ...]:
        """Findings of its opening that are for the host's operator."""

    async def save(self, change: Change) -> None:
        """Make a change durable; it is when this returns.

        Raises:
            NetError: ``disk_full`` or ``database``, when it may work once there is room, or the database back;
                ``elsewhere``, when the table is another host's now; and ``journal``, when it cannot be.
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


class MemoryStore:
    """A store in memory, for hosts that need not survive."""

    notices: tuple[NetError, ...] = ()

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

"""Journal rows: the tables of a journal's SQLite file, and what stands in them.

A game's entries have a row each, with the move that the entry hides, and stand beside each other. Their key is one
number. With game and sequence number as the key every level of the tree would hold whole rows, and a move would change
half as many pages more.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator

from net.base.sqlite_format import SqliteFormat
from net.host.store.store import Change, StoredEntry, StoredGame, StoredSecret

FORMAT = SqliteFormat(
    games="tables",
    schema=(
        "CREATE TABLE tables (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, record BLOB NOT NULL)",
        "CREATE TABLE games (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE)",
        "CREATE TABLE entries (number INTEGER PRIMARY KEY, body BLOB, sig BLOB, text BLOB, salt BLOB)",
    ),
)
"""An entry without a move has no text; the host's own secret has no body, and stands at 0."""
_BITS = 24
"""The lowest bits of an entry's key are its sequence number, the others its game's."""
_KEY = f"games.number << {_BITS} | seq"
_SOUND = f"number BETWEEN 1 AND {(1 << 63 - _BITS) - 1}"
"""Whether a game's number is not damaged beyond what fits into a key."""


class JournalRows:
    """The rows of an open journal. Changes are made in transactions of the caller's."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base
        self._numbers: dict[str, int] = {}
        """Numbers of games, as far as they have been looked up."""

    # Reading

    def tables(self) -> list[tuple[str, bytes]]:
        """The ids and records of the tables, in the order they were opened in."""
        # What is damaged may be of any type.
        rows = self._base.execute(f"SELECT {_blob('id')}, {_blob('record')} FROM tables ORDER BY number").fetchall()
        return [(id.decode(errors="replace"), record) for id, record in rows]

    def game(self, game: str) -> StoredGame:
        """A whole game, read from its rows."""
        entries, secrets = [], []
        values = ", ".join(f"{name} IS NULL, {_blob(name)}" for name in ("body", "text"))
        found = self._base.execute(
            f"SELECT number, {values}, {_blob('sig')}, {_blob('salt')} FROM entries"
            " WHERE number BETWEEN ? AND ? ORDER BY number",
            self._range(self._known(game) or 0),
        )
        for key, bare, body, plain, text, sig, salt in found:
            seq = key & ~(-1 << _BITS)
            if not bare:
                entries.append(StoredEntry(game, seq, body, sig))
            if not plain:
                secrets.append(StoredSecret(game, seq, text, salt))
        return StoredGame(tuple(entries), tuple(secrets))

    # Writing

    def write(self, changes: Iterable[Change]) -> None:
        """Write changes.

        Raises:
            sqlite3.Error: when they cannot be written, or an entry is there already: a log is never written over.
        """
        for change in changes:
            if change.record:
                self._base.execute(
                    "INSERT INTO tables (id, record) VALUES (?, ?)"
                    " ON CONFLICT (id) DO UPDATE SET record = excluded.record",
                    (change.table, change.record),
                )
            elif change.record is not None:
                self._base.execute("DELETE FROM tables WHERE id = ?", (change.table,))
        rows = [row for change in changes for row in self._rows(change)]
        self._base.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows)
        for change in changes:
            if change.forget:
                self._forget(change.forget)

    def rolled_back(self) -> None:
        """Note that a transaction did not come about."""
        self._numbers.clear()

    def _rows(self, change: Change) -> Iterator[tuple[object, ...]]:
        hidden = {(secret.game, secret.seq): secret for secret in change.secrets}
        for game, seq, body, sig in change.entries:
            secret = hidden.pop((game, seq), None)
            yield self._key(game, seq), body, sig, secret and secret.text, secret and secret.salt
        for game, seq, text, salt in hidden.values():
            yield self._key(game, seq), None, None, text, salt

    def _key(self, game: str, seq: int) -> int:
        if seq >> _BITS:
            raise sqlite3.IntegrityError("a game has too many entries")
        number = self._known(game)
        if number is None:
            new = f"INSERT INTO games SELECT 1 + COALESCE(max(number), 0), ? FROM games WHERE {_SOUND}"
            number = self._base.execute(new, (game,)).lastrowid
            assert number is not None
            self._numbers[game] = number
        return number << _BITS | seq

    def _known(self, game: str) -> int | None:
        """The number of a game, if there is anything of it."""
        number = self._numbers.get(game)
        if number is None:
            found = self._base.execute(f"SELECT number FROM games WHERE id = ? AND {_SOUND}", (game,)).fetchone()
            if found:
                number = self._numbers[game] = found[0]
        return number

    def _forget(self, game: str) -> None:
        number = self._known(game)
        if number is not None:
            self._base.execute("DELETE FROM entries WHERE number BETWEEN ? AND ?", self._range(number))
            self._base.execute("DELETE FROM games WHERE number = ?", (number,))
            del self._numbers[game]

    def _range(self, number: int) -> tuple[int, int]:
        return number << _BITS, (number + 1 << _BITS) - 1


def _blob(column: str) -> str:
    """A column's value of any type as bytes."""
    return f"COALESCE(CAST({column} AS BLOB), x'')"

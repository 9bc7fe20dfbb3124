"""The rows of a database that hosts share: how changes are written and games read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from psycopg import errors

from net.host.store.store import Change, StoredEntry, StoredGame, StoredSecret

GIVEN = "7 days"
"""The time for which the log of a finished game is there for the other hosts."""
_AT_ONCE = 20
"""Logs that are read at once."""


def read_game(base: Any, game: str) -> StoredGame:
    """A whole game, read from its rows."""
    entries, secrets = (
        base.execute(f"SELECT seq, {first}, {second} FROM {table} WHERE game = %s ORDER BY seq", (game,)).fetchall()
        for table, first, second in (("entries", "body", "sig"), ("secrets", "text", "salt"))
    )
    return StoredGame(
        tuple(StoredEntry(game, seq, bytes(body), bytes(sig)) for seq, body, sig in entries),
        tuple(StoredSecret(game, seq, bytes(text), bytes(salt)) for seq, text, salt in secrets),
    )


def insert(base: Any, change: Change, session: int) -> bool:
    """Make a new table's row; False when there is one already."""
    made = base.execute(
        "INSERT INTO tables (id, session, record) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
        (change.table, session, change.record),
    )
    return bool(made.rowcount)


def write(base: Any, changes: Sequence[Change]) -> None:
    """Write changes of tables whose rows are there.

    Raises:
        psycopg.Error: ``UniqueViolation``, too, when another entry of the same number is there already.
    """
    with base.cursor() as cursor:
        run = cursor.executemany
        records = [(change.record, change.table) for change in changes if change.record]
        if records:
            run("UPDATE tables SET record = %s WHERE id = %s", records)
        entries = [(e.game, e.seq, e.body, e.sig) for change in changes for e in change.entries]
        secrets = [(s.game, s.seq, s.text, s.salt) for change in changes for s in change.secrets]
        for table, first, second, rows in (
            ("secrets", "text", "salt", secrets),
            ("entries", "body", "sig", entries),
        ):
            if rows:
                # When the answer to a commit is lost, the same change comes again. A log is never written over.
                run(
                    f"INSERT INTO {table} VALUES (%s, %s, %s, %s) ON CONFLICT (game, seq) DO UPDATE"
                    f" SET seq = EXCLUDED.seq WHERE {table}.{first} = EXCLUDED.{first}"
                    f" AND {table}.{second} = EXCLUDED.{second}",
                    rows,
                )
                if cursor.rowcount != len(rows):
                    raise errors.UniqueViolation("an entry of this number is there already, and another one")
        gone = [(change.table,) for change in changes if change.record == b""]
        if gone:
            run("DELETE FROM tables WHERE id = %s", gone)
        forgotten = [(change.forget,) for change in changes if change.forget]
        if forgotten:
            run("DELETE FROM entries WHERE game = %s", forgotten)
            run("DELETE FROM secrets WHERE game = %s", forgotten)


def give(base: Any, game: str, log: bytes) -> None:
    """Put the log of a finished game there for a while; with new signatures it gets a new number."""
    base.execute(f"DELETE FROM finished WHERE kept < clock_timestamp() - interval '{GIVEN}'")
    base.execute(
        "INSERT INTO finished (game, log, kept) VALUES (%s, %s, clock_timestamp()) ON CONFLICT (game) DO UPDATE"
        " SET number = nextval('finished_number_seq'), log = EXCLUDED.log, kept = EXCLUDED.kept"
        " WHERE finished.log <> EXCLUDED.log",
        (game, log),
    )


def given(base: Any, after: int, known: Collection[int]) -> list[tuple[int, bytes]]:
    """Logs with greater numbers, but those that are known."""
    found = base.execute(
        f"SELECT number, log FROM finished WHERE number > %s AND number <> ALL(%s) ORDER BY number LIMIT {_AT_ONCE}",
        (after, list(known)),
    ).fetchall()
    return [(number, bytes(log)) for number, log in found]

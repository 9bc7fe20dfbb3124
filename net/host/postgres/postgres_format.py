"""The format of a database that hosts share: its schema, its number, and the way there from every number before.

The number stands in the table ``cluster``, which every number has, with the version of the program that has made it or
upgraded it last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine import __version__
from net.base.errors import NetError, Sentence

SCHEMA = (
    "CREATE TABLE cluster (version integer NOT NULL, program text NOT NULL, pin bytea NOT NULL)",
    "CREATE TABLE hosts (session serial PRIMARY KEY, address text NOT NULL, heartbeat timestamptz NOT NULL,"
    " listing bytea NOT NULL DEFAULT '', revision integer NOT NULL DEFAULT 0)",
    "CREATE TABLE tables (number bigserial, id text PRIMARY KEY, session integer NOT NULL, record bytea NOT NULL)",
    "CREATE TABLE entries (game text, seq integer, body bytea NOT NULL, sig bytea NOT NULL, PRIMARY KEY (game, seq))",
    "CREATE TABLE finished (number bigserial PRIMARY KEY, game text NOT NULL UNIQUE, log bytea NOT NULL,"
    " kept timestamptz NOT NULL)",
    "CREATE TABLE secrets (game text, seq integer, text bytea NOT NULL, salt bytea NOT NULL, PRIMARY KEY (game, seq))",
)
UPGRADES: tuple[Callable[[Any], None], ...] = ()
"""Each makes a database of number N, from 1 on, one of number N + 1, in a transaction of the caller's."""
LOCK = 0x63697464
"""The first half of the keys of our locks; the other is the number of a host's session, which holds it."""
_USED = (
    f"SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = {LOCK} AND objid <> 0"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


def format_number() -> int:
    """The number of the format: it is raised by adding an upgrade."""
    return 1 + len(UPGRADES)


def prepare(base: Any, pin: bytes) -> None:
    """Make what a new database needs, or see that this one is as it must be; one of an earlier number is upgraded.

    Args:
        base: The connection, in a transaction that nobody else has at the same time.
        pin: Of the identity that all hosts of one database share.

    Raises:
        NetError: ``journal``, when it is another one, or when hosts of an earlier version still use the database;
            ``later_version``.
    """
    number = format_number()
    if base.execute("SELECT to_regclass('cluster')").fetchone()[0] is None:
        for statement in SCHEMA:
            base.execute(statement)
        base.execute("INSERT INTO cluster VALUES (%s, %s, %s)", (number, __version__, pin))
        return
    version, of_cluster = base.execute("SELECT version, pin FROM cluster").fetchone()
    if bytes(of_cluster) != pin:
        raise NetError("journal", "the database belongs to hosts with another key; all of them need the same one.")
    if version > number:
        (program,) = base.execute("SELECT program FROM cluster").fetchone()
        raise NetError("later_version", Sentence("the database is of version {version}.", version=program))
    if version < number:
        if base.execute(_USED).fetchone():
            raise NetError("journal", "hosts of an earlier version use the database: stop all of them first.")
        for upgrade in UPGRADES[version - 1 :]:
            upgrade(base)
        base.execute("UPDATE cluster SET version = %s, program = %s", (number, __version__))

"""A connection with the database that hosts share: its settings, and what its faults are called."""

from __future__ import annotations

from typing import Any

import psycopg

from net.base.errors import NetError
from net.base.text import shown_line

STATEMENT = 3.0
"""Seconds that the database may take over one statement."""
_IDLE = 4.0
"""Seconds that a host may be stopped in the middle of a commit, and keep the rows of its tables."""
_OLDEST = 130000
"""The oldest PostgreSQL that will do: 13."""
_SETTINGS = (
    f"SET statement_timeout = {int(STATEMENT * 1000)}",
    f"SET idle_in_transaction_session_timeout = {int(_IDLE * 1000)}",
    "SET synchronous_commit = on",
    "SET client_min_messages = error",
    "SET tcp_keepalives_idle = 5",
    "SET tcp_keepalives_interval = 2",
    "SET tcp_keepalives_count = 2",
)
_NETWORK: dict[str, Any] = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 6000,
}


def connect(url: str) -> Any:
    """A connection that gives up rather than wait for ever.

    Raises:
        NetError: ``journal``, when the database is too old.
        psycopg.Error: when it cannot be reached.
    """
    base: Any = psycopg.connect(url, autocommit=True, application_name="citadels", **_NETWORK)
    try:
        if base.info.server_version < _OLDEST:
            raise NetError("journal", "the database is older than PostgreSQL 13.")
        for setting in _SETTINGS:
            base.execute(setting)
    except BaseException:
        base.close()
        raise
    return base


def sentence(error: psycopg.Error) -> str:
    """The database's own words for what is wrong, on one line; a password is never among them."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return shown_line(f"{lines[0].rpartition('FATAL: ')[2].strip()}"[:200])

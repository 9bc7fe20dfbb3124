"""A journal whose process ends between any two steps of its work."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from net.host.store.journal import Journal
from net.host.store.store import Change


class Death(BaseException):
    """The process is gone."""


class Fate:
    """Counts the steps of a host, and ends it before the chosen one."""

    def __init__(self) -> None:
        self.left = -1
        """Steps until the end; negative: there is none."""
        self.passed: list[str] = []
        self.files: list[sqlite3.Connection] = []
        """What the system closes when the process has ended."""

    def step(self, what: str) -> None:
        if self.left == 0:
            self.left = -1
            raise Death(what)
        self.left -= self.left > 0
        self.passed.append(what)


class _Base:
    """A connection to a database that takes one step at a time."""

    def __init__(self, base: sqlite3.Connection, fate: Fate) -> None:
        self.base = base
        self.fate = fate
        fate.files.append(base)

    def execute(self, statement: str, *values: Any) -> Any:
        self.fate.step(statement.split(" (")[0].split(" VALUES")[0])
        found = self.base.execute(statement, *values)
        if statement == "COMMIT":
            self.fate.step("after COMMIT")
        return found

    def executemany(self, statement: str, rows: list[Any]) -> None:
        for row in rows:
            self.execute(statement, row)

    def close(self) -> None:
        """Nobody dies in good order."""


class CrashingJournal(Journal):
    """A journal that writes where it is called, so that a death in the middle of it is the host's."""

    def __init__(self, path: Path, fate: Fate) -> None:
        self.fate = fate
        super().__init__(path)

    def _prepare(self, base: sqlite3.Connection) -> None:
        assert base.execute("PRAGMA synchronous").fetchone() == (2,)
        # What a process has written survives its death without that; only the test would wait.
        base.execute("PRAGMA synchronous = OFF")
        super()._prepare(_Base(base, self.fate))  # type: ignore[arg-type]

    def close(self) -> None:
        # The last commit of the writer's thread is none of a host that is dead.
        left, self.fate.left = self.fate.left, -1
        super().close()
        self.fate.left = left

    async def save(self, change: Change) -> None:
        error = self._commit([change])
        assert not error, error

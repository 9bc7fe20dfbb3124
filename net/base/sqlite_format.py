"""SQLite format: what stands in a file that is kept, its number, and the way there from every number before.

A file of an earlier number is upgraded when it is opened, in one transaction: after a crash it is what it was. One of a
later number, or of what was never released, is left untouched, and it is said which version of the program has
written it.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from engine import __version__
from net.base.errors import NetError, Sentence
from net.base.sqlite_file import read_sqlite
from net.base.text import VERSION_FORM

_PROGRAM = "CREATE TABLE program (version TEXT NOT NULL)"
"""The version of the program that has made or upgraded the file. Every number has this table."""


class LaterVersion(NetError):
    """A file, or several, with games that only a later version of the program can read.

    Args:
        path: Where.
        games: How many there are.
        version: That of the program.
    """

    def __init__(self, path: Path, games: int, version: str) -> None:
        if games == 1:
            said = Sentence("there is 1 game of version {version} in {path}.", version=version, path=path)
        else:
            said = Sentence(
                "there are {games} games of version {version} in {path}.", games=games, version=version, path=path
            )
        super().__init__("later_version", said)
        self.path, self.games, self.version = path, games, version

    @classmethod
    def of(cls, found: Iterable[LaterVersion]) -> LaterVersion | None:
        """Join several refusals into one, with the folder that has all files; None without any."""
        each = list(found)
        if len(each) < 2:
            return each[0] if each else None
        folder = Path(os.path.commonpath([one.path.parent for one in each]))
        return cls(folder, sum(one.games for one in each), each[0].version)


class SqliteFormat(NamedTuple):
    """A format of SQLite files, and its history."""

    schema: tuple[str, ...]
    """Statements that make a new file of it."""
    games: str
    """Names the table with a row for each game. It keeps its name."""
    upgrades: tuple[Callable[[sqlite3.Connection], None], ...] = ()
    """Each makes a file of number N, from 1 on, one of number N + 1, in a transaction of the caller's."""

    @property
    def number(self) -> int:
        """The number of the format, which stands in ``user_version``: it is raised by adding an upgrade."""
        return 1 + len(self.upgrades)

    def found(self, base: sqlite3.Connection, path: Path) -> int:
        """The number of a file that is open; 0 of an empty one.

        Raises:
            LaterVersion: when it is of none that this program knows.
        """
        (number,) = base.execute("PRAGMA user_version").fetchone()
        if not 0 <= number <= self.number:
            raise LaterVersion(path, self._count(base), _written_by(base))
        return int(number)

    def check(self, path: Path) -> None:
        """See that a file is not of a later number, if there is one: it is not even locked.

        Raises:
            LaterVersion: when it is.
        """
        with suppress(sqlite3.Error, OSError), closing(read_sqlite(path)) as base:
            if base.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (self.games,)).fetchone():
                self.found(base, path)

    def prepare(self, base: sqlite3.Connection, path: Path) -> None:
        """Make a file that is empty one of this format, and upgrade an earlier one.

        Raises:
            LaterVersion: see `found`.
            sqlite3.Error: when it cannot be; the file is as it was then.
        """
        base.execute("BEGIN IMMEDIATE")
        try:
            # Of two processes that come at once one comes second, and finds it done.
            number = self.found(base, path)
            if not number:
                for statement in (*self.schema, _PROGRAM):
                    base.execute(statement)
            else:
                for upgrade in self.upgrades[number - 1 :]:
                    upgrade(base)
            if number != self.number:
                base.execute("DELETE FROM program")
                base.execute("INSERT INTO program VALUES (?)", (__version__,))
                base.execute(f"PRAGMA user_version = {self.number}")
            base.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                base.execute("ROLLBACK")
            raise

    def _count(self, base: sqlite3.Connection) -> int:
        with suppress(sqlite3.Error):
            (games,) = base.execute(f"SELECT count(*) FROM {self.games}").fetchone()
            return int(games)
        return 0


def _written_by(base: sqlite3.Connection) -> str:
    """The version of the program that has written a file; where that does not tell, that it is later than this one."""
    with suppress(sqlite3.Error, TypeError):
        (version,) = base.execute("SELECT version FROM program").fetchone()
        if re.fullmatch(VERSION_FORM, version) and version != __version__:
            return str(version)
    return f"> {__version__}"

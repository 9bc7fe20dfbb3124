"""Formats of SQLite files: earlier ones are upgraded in one go, later ones are left untouched and said."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from engine import __version__
from net.base.sqlite_format import LaterVersion, SqliteFormat
from net.gamelog import archive
from net.gamelog.archive import own_games
from net.host.store import journal, journal_rows
from net.host.store.journal import Journal
from tests.project.stored import FOLDER
from tests.support.root import ROOT

NEXT = SqliteFormat(("CREATE TABLE games (name TEXT, colour TEXT)",), "games")
Step = Callable[[sqlite3.Connection], None]


def coloured(base: sqlite3.Connection) -> None:
    """The step from the number that is written now to the next."""
    base.execute("ALTER TABLE games ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'")


def failing(base: sqlite3.Connection) -> None:
    coloured(base)
    raise sqlite3.OperationalError("out of luck")


def look(path: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as base:
        return base.execute(question).fetchall()


@pytest.fixture(params=["games.db", "host.db"])
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file that the newest release has kept, which both formats are tried with."""
    newest = max(FOLDER.iterdir())
    for path in newest.glob(f"{request.param}*"):
        shutil.copy(path, tmp_path / path.name)
    return tmp_path / str(request.param)


def with_step(path: Path, monkeypatch: pytest.MonkeyPatch, step: Step) -> Callable[[], object]:
    """The program of the next version, which has one step more; returns what opens the file."""
    if path.name == "games.db":
        form = archive.FORMAT
        monkeypatch.setattr(archive, "FORMAT", form._replace(upgrades=(*form.upgrades, step)))
        return lambda: own_games(path)
    form = journal_rows.FORMAT
    monkeypatch.setattr(journal, "FORMAT", form._replace(upgrades=(*form.upgrades, step)))

    def opened() -> int:
        with closing(Journal(path)) as found:
            return len(found.tables())

    return opened


def number(path: Path) -> object:
    return look(path, "PRAGMA user_version")[0][0]


def test_a_file_of_the_number_before_is_upgraded(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = number(stored)
    with closing(sqlite3.connect(stored)) as base:
        base.execute("UPDATE program SET version = '0.9'")
        base.commit()
    assert with_step(stored, monkeypatch, coloured)()
    assert number(stored) == int(str(before)) + 1
    assert look(stored, "SELECT DISTINCT colour FROM games") == [("red",)]
    assert look(stored, "SELECT version FROM program") == [(__version__,)]
    monkeypatch.undo()
    # The version before leaves it alone then.
    content = stored.read_bytes()
    with pytest.raises(LaterVersion, match="there is 1 game of version > "):
        _open(stored)
    assert stored.read_bytes() == content


def _open(path: Path) -> None:
    if path.name == "games.db":
        own_games(path)
    else:
        Journal(path).close()


def test_a_step_that_fails_leaves_the_file_whole(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, rows = number(stored), look(stored, "SELECT * FROM games")
    with pytest.raises(Exception, match="out of luck"):
        with_step(stored, monkeypatch, failing)()
    assert (number(stored), look(stored, "SELECT * FROM games")) == (before, rows)
    monkeypatch.undo()
    _open(stored)


CRASHING = """
import os, sqlite3, sys
from pathlib import Path
from net.base.sqlite_format import SqliteFormat

def crash(base):
    base.execute("PRAGMA cache_spill = 1")
    base.execute("CREATE TABLE big (content BLOB)")
    for _ in range(300):
        base.execute("INSERT INTO big VALUES (randomblob(100000))")
    base.execute("DELETE FROM games")
    os._exit(9)

path = Path(sys.argv[1])
base = sqlite3.connect(path, isolation_level=None)
SqliteFormat((), "games", (crash,)).prepare(base, path)
"""


@pytest.mark.slow
def test_a_crash_in_the_middle_leaves_the_file_whole(stored: Path) -> None:
    before, rows = number(stored), look(stored, "SELECT * FROM games")
    done = subprocess.run([sys.executable, "-c", CRASHING, str(stored)], cwd=ROOT, check=False)
    assert done.returncode == 9
    assert (number(stored), look(stored, "SELECT * FROM games")) == (before, rows)
    _open(stored)


def test_steps_follow_each_other_from_any_number(tmp_path: Path) -> None:
    path, said = tmp_path / "a.db", list[int]()

    def step(number: int) -> Step:
        return lambda base: said.append(number)

    forms = [NEXT._replace(upgrades=tuple(step(number) for number in range(1, last))) for last in (1, 2, 4)]
    for form, steps in zip(forms, ([], [1], [1, 2, 3]), strict=True):
        with closing(sqlite3.connect(path, isolation_level=None)) as base:
            form.prepare(base, path)
            form.prepare(base, path)
        assert (number(path), said) == (form.number, steps)
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        base.execute("INSERT INTO games (name) VALUES ('a'), ('b'), ('c')")
        base.execute("UPDATE program SET version = '2.0'")
    forms[2].check(path)
    with pytest.raises(LaterVersion) as caught:
        forms[0].check(path)
    assert str(caught.value) == f"Update citadels: there are 3 games of version 2.0 in {path}."
    forms[0].check(tmp_path / "nothing.db")


def test_a_later_file_tells_nothing_but_a_version(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        NEXT.prepare(base, path)
        base.execute("PRAGMA user_version = 7")
        for written in ("1.0\x1b[2J", "9" * 41, b"2.0", __version__):
            base.execute("UPDATE program SET version = ?", (written,))
            with pytest.raises(LaterVersion, match=f"version > {__version__} in"):
                NEXT.check(path)
        base.execute("DROP TABLE program")
        with pytest.raises(LaterVersion, match=f"0 games of version > {__version__} in"):
            NEXT.check(path)


def test_several_files_are_said_at_once(tmp_path: Path) -> None:
    found = [LaterVersion(tmp_path / "a.db", 1, "2.0"), LaterVersion(tmp_path / "b.db", 2, "2.0")]
    said = LaterVersion.of(found)
    assert said
    assert str(said) == f"Update citadels: there are 3 games of version 2.0 in {tmp_path}."
    assert LaterVersion.of(found[:1]) is found[0]
    assert LaterVersion.of([]) is None

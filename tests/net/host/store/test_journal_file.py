"""The file of a journal: whose it is, when it is left alone, and what is left alone."""

from __future__ import annotations

import errno
import os
import random
import sqlite3
import stat
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from net.base.errors import NetError
from net.base.snapshot import snapshot
from net.host.store.journal import Journal
from net.host.store.journal_rows import FORMAT
from net.host.store.store import Change
from net.host.store.watermark import Watermark, Watermarks
from net.local.worker import _clear_away
from tests.support.net.fakes import Room, started
from tests.support.net.hosting import WAIT
from tests.support.net.journals import GAME, change, entry, journal, refusal, save


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "host" / "journal.db"


# Whose file it is


@pytest.mark.skipif(os.name != "posix", reason="file modes")
def test_only_its_owner_reads_a_journal(path: Path) -> None:
    mask = os.umask(0)
    try:
        with journal(path) as store:
            save(store, change(1, record=b"x"))
            found = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    finally:
        os.umask(mask)
    assert set(found) == {"journal.db", "journal.db-marks", "journal.db-shm", "journal.db-wal"}
    assert set(found.values()) == {0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.chmod(0o644)
    with journal(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_one_host_at_a_time_uses_a_journal(path: Path) -> None:
    with journal(path) as store:
        save(store, change(1))
        assert refusal(path).code == "journal_busy"
        # The other one's attempt has changed nothing for this one.
        assert save(store, change(2)) == [""]
    with journal(path) as again:
        assert len(again.game(GAME).entries) == 2


@pytest.mark.skipif(os.name != "posix", reason="on Windows it is always so")
def test_one_host_at_a_time_uses_a_journal_on_a_disk_without_locks(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def missing(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", missing)
    with journal(path) as store:
        assert refusal(path).code == "journal_busy"
        assert save(store, change(1)) == [""]
        assert refusal(path).code == "journal_busy"
    with journal(path) as again:
        assert again.game(GAME).entries == (entry(1),)


def test_a_journal_that_another_program_holds_is_busy(path: Path) -> None:
    with journal(path) as store:
        save(store, change(1))
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert refusal(path).code == "journal_busy"
    with journal(path) as again:
        assert again.game(GAME).entries == (entry(1),)


def test_a_copy_is_written_over_nothing(path: Path, tmp_path: Path) -> None:
    there = tmp_path / "copy.db"
    there.write_bytes(b"mine")
    with journal(path), pytest.raises(NetError) as caught:
        snapshot(path, there)
    assert caught.value.code == "backup"
    assert str(there) in str(caught.value)
    assert there.read_bytes() == b"mine"


@pytest.mark.parametrize("whose", ["a list", "recipes", "recipes of version 2", "recipes in use"])
def test_a_file_that_is_no_journal_is_left_alone(whose: str, path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as file:
        if whose == "a list":
            path.write_bytes(b"my shopping list: " * 300)
        elif whose == "recipes in use":
            file.execute("PRAGMA journal_mode = WAL")
        if whose != "a list":
            file.execute("CREATE TABLE recipes (name)")
        if whose == "recipes of version 2":
            file.execute("PRAGMA user_version = 2")
        path.chmod(0o644)
        os.utime(path, (1, 1))
        before = path.read_bytes()
        error = refusal(path)
        assert error.code == "journal"
        assert "no journal." in str(error)
        assert path.read_bytes() == before
        assert path.stat().st_mtime == 1
        if os.name == "posix":
            assert stat.S_IMODE(path.stat().st_mode) == 0o644


@pytest.mark.skipif(os.name != "posix", reason="file modes")
def test_a_pipe_is_no_journal(path: Path) -> None:
    path.parent.mkdir()
    os.mkfifo(path, 0o644)
    assert "this is not a file." in str(refusal(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_a_file_beside_it_that_has_no_marks_is_left_alone_with_it(path: Path) -> None:
    path.parent.mkdir()
    beside = path.with_name(f"{path.name}-marks")
    for file in (path, beside):
        file.write_bytes(b"my shopping list: " * 300)
    assert refusal(path).code == "journal"
    assert path.read_bytes() == beside.read_bytes() == b"my shopping list: " * 300
    beside.unlink()
    assert refusal(path).code == "journal"
    assert not beside.exists()


@pytest.mark.parametrize("version", [FORMAT.number + 1, 2**31 - 1, -1])
def test_a_journal_of_a_later_version_is_left_alone(version: int, path: Path) -> None:
    mark = Watermark("A", 1)
    with journal(path) as store:
        save(store, change(1, record=b"lobby", mark=mark))
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"PRAGMA user_version = {version}")
        file.execute("UPDATE program SET version = '2.0'")
        file.commit()
    before = path.read_bytes()
    error = refusal(path)
    assert error.code == "later_version"
    assert str(error) == f"Update citadels: there is 1 game of version 2.0 in {path}."
    assert path.read_bytes() == before
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (version,)
        assert file.execute("SELECT count(*) FROM entries").fetchone() == (1,)
        file.execute(f"PRAGMA user_version = {FORMAT.number}")
    with journal(path) as again:
        assert again.game(GAME).entries == (entry(1),)
        assert again.mark("A") == mark


def test_a_damaged_journal_is_refused_in_words(path: Path) -> None:
    with journal(path) as store:
        save(store, change(*range(1, 200), size=500, record=b"x"))
    whole = path.read_bytes()
    chance = random.Random(5)
    found, refused = set(), 0
    for _ in range(40):
        spoilt = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            place = chance.choice((chance.randrange(100), chance.randrange(len(whole))))
            size = chance.choice((40, 4096))
            spoilt[place : place + size] = chance.randbytes(size)
        path.write_bytes(spoilt[: chance.choice((len(whole), chance.randrange(1, len(whole))))])
        try:
            with journal(path) as again:
                again.tables()
                again.game(GAME)
        except NetError as error:
            found.add(error.code)
            refused += 1
    # The number of a version may be what was damaged.
    assert found == {"journal", "later_version"}
    assert refused > 20


@pytest.mark.parametrize("there", ["a folder", "a file on the way", "a forbidden folder"])
def test_a_place_where_no_file_can_be_is_refused_in_words(there: str, path: Path) -> None:
    if there == "a folder":
        path.mkdir(parents=True)
    elif there == "a file on the way":
        path.parent.write_bytes(b"")
    else:
        if os.name != "posix" or os.geteuid() == 0:
            pytest.skip("nothing is forbidden here")
        path.parent.mkdir(mode=0o500)
    named = path.parent if there == "a file on the way" else path
    assert refusal(path, named).code == "journal"


def test_errors_of_the_system_are_told_in_words(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(sqlite3, "connect", refuse)
    error = refusal(path)
    assert error.code == "journal"
    assert "unable to open database file." in str(error)


def test_a_journal_with_a_table_is_not_cleared_away(path: Path) -> None:
    mark = Watermark("A", 1)
    with journal(path) as store:
        save(store, Change("A", record=b"lobby", mark=mark))
    Journal(path).clear_away()
    with journal(path) as again:
        assert again.tables() == [("A", b"lobby")]
        assert again.mark("A") == mark


def test_a_journal_that_somebody_opens_is_not_removed_under_them(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another host starts at the very moment when an empty journal is cleared away."""
    with journal(path):
        pass
    unlink, opened = Path.unlink, list[Journal]()

    def slowly(file: Path, missing_ok: bool = False) -> None:
        if file == path and not opened:
            with suppress(NetError):
                opened.append(Journal(path))
        unlink(file, missing_ok)

    monkeypatch.setattr(Path, "unlink", slowly)
    _clear_away(path)
    assert opened or not any(path.parent.iterdir())
    with closing(opened[0] if opened else Journal(path)) as store:
        assert save(store, change(1, record=b"x")) == [""]
    with journal(path) as again:
        assert again.tables() == [("A", b"x")]


def test_a_journal_opened_during_removal_has_a_name(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with journal(path):
        pass
    monkeypatch.setattr("net.host.store.watermark._PATIENCE", WAIT)
    leaving, entered = Journal(path), threading.Event()

    def come() -> None:
        entered.set()
        with journal(path) as store:
            save(store, change(1, record=b"x"))

    coming = threading.Thread(target=come)
    coming.start()
    assert entered.wait(WAIT)
    leaving.clear_away()
    coming.join()
    with journal(path) as again:
        assert again.tables() == [("A", b"x")]


# Its marks


def at_play(path: Path) -> Room:
    """A table at play, stored in a journal."""
    room, _ = started(3, 2)
    with journal(path) as store:
        for id, record in room.store.tables():
            game = room.store.game(room.table.game.log.game if room.table.game else "")
            save(
                store,
                Change(table=id, record=record, entries=game.entries, secrets=game.secrets, mark=Watermark(id, 1)),
            )
    return room


@pytest.mark.parametrize("damage", ["missing", "empty", "zeros", "changed"])
def test_marks_that_are_missing_or_damaged_are_told_of(path: Path, damage: str) -> None:
    at_play(path)
    marks = path.with_name(f"{path.name}-marks")
    with journal(path) as store:
        assert store.notices == ()
    content = marks.read_bytes()
    if damage == "missing":
        marks.unlink()
    else:
        marks.write_bytes({"empty": b"", "zeros": bytes(len(content)), "changed": b"x" + content[1:]}[damage])
    with journal(path) as store:
        (notice,) = store.notices
        assert (notice.code, notice.detail) == ("marks_lost", str(marks))


def test_tables_without_a_game_need_no_watermark(path: Path) -> None:
    room = Room(3)
    room.join()
    ((id, record),) = room.store.tables()
    with journal(path) as store:
        save(store, Change(table=id, record=record, mark=Watermark(id, 1)))
    path.with_name(f"{path.name}-marks").unlink()
    with journal(path) as store:
        assert store.notices == ()


def test_a_mark_takes_the_place_of_one_whose_table_is_gone(tmp_path: Path) -> None:
    ids = [letter * 26 for letter in "ABCD"]
    marks = Watermarks(tmp_path / "marks")
    for id in ids[:3]:
        marks.write(Watermark(id, 1))
    size = marks.path.stat().st_size
    marks.remove(ids[0])
    marks.remove(ids[2])
    marks.write(Watermark(ids[1], 2))
    marks.write(Watermark(ids[3], 1))
    marks.close()
    # And when the file is opened again.
    marks = Watermarks(marks.path)
    assert marks.found() == {ids[1]: Watermark(ids[1], 2), ids[3]: Watermark(ids[3], 1)}
    marks.write(Watermark(ids[0], 1))
    assert marks.path.stat().st_size == size
    marks.write(Watermark(ids[2], 1))
    marks.close()
    marks = Watermarks(marks.path)
    assert marks.found().keys() == {*ids}
    marks.close()


@pytest.mark.skipif(os.name != "posix", reason="links and pipes")
@pytest.mark.parametrize(
    ("kind", "said"), [("link", "this is a link, and not the file itself."), ("pipe", "not a file.")]
)
def test_marks_that_are_no_file_are_refused_and_left_alone(path: Path, kind: str, said: str) -> None:
    path.parent.mkdir()
    marks, other = path.with_name(f"{path.name}-marks"), path.with_name("other")
    other.write_bytes(b"mine")
    if kind == "link":
        marks.symlink_to(other)
    else:
        os.mkfifo(marks)
    error = refusal(path, marks)
    assert (error.code, said in str(error)) == ("journal", True)
    assert other.read_bytes() == b"mine"

"""File systems that are not like ext4: what one of them cannot do is done without, and a fault is still a fault."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest

from net.base.errors import NetError
from net.base.filesystem import keep_private, keeps_modes, open_file, read_file, sync
from net.base.paths import private_file
from net.gamelog.archive import Archive
from net.host.store.journal import Journal
from net.host.store.store import Change, StoredEntry
from net.host.store.watermark import Watermarks
from net.identity.crypto import Identity, load_identity
from net.identity.known_hosts import KnownHosts
from net.local.backup import back_up, restore
from net.local.service import DataFolder

pytestmark = pytest.mark.skipif(os.name != "posix", reason="faults of POSIX file systems")

NO_LINKS = (errno.EPERM, errno.EACCES, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)
NO_FILE = r"this is not a file|Is a directory|Too many levels|this is a link"
NO_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS)
CHANGE = Change("0" * 26, b"record", (StoredEntry("0" * 26, 1, b"body", b"sig"),))


def failing(number: int) -> Callable[..., NoReturn]:
    def fail(*_: Any, **__: Any) -> NoReturn:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.fixture
def flat(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk like FAT: everything is everybody's, and `chmod` is refused."""

    def loose(look: Callable[..., os.stat_result]) -> Callable[..., os.stat_result]:
        def looked(*values: Any, **options: Any) -> os.stat_result:
            mode, *rest = look(*values, **options)
            return os.stat_result((mode | 0o777, *rest))

        return looked

    monkeypatch.setattr(os, "fstat", loose(os.fstat))
    monkeypatch.setattr(Path, "stat", loose(Path.stat))
    monkeypatch.setattr(Path, "chmod", failing(errno.EPERM))


@pytest.mark.parametrize("number", NO_LINKS)
def test_without_hard_links_a_file_is_made_all_the_same(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", failing(number))
    private_file(tmp_path / "new", b"content")
    with pytest.raises(FileExistsError) as caught:
        private_file(tmp_path / "new", b"other")
    assert caught.value.filename == str(tmp_path / "new")
    assert [path.name for path in tmp_path.iterdir()] == ["new"]
    assert (tmp_path / "new").read_bytes() == b"content"
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o600


def test_without_a_function_for_hard_links_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "link")
    private_file(tmp_path / "new", b"content")
    assert (tmp_path / "new").read_bytes() == b"content"


def test_one_of_many_starts_wins_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "link", failing(errno.EPERM))
    found: list[bytes] = []
    threads = [threading.Thread(target=lambda: found.append(load_identity(tmp_path / "key").public)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1


def test_a_key_that_is_being_made_is_waited_for(tmp_path: Path) -> None:
    """Without hard links the name is there before the content."""
    key = load_identity(tmp_path / "made")
    (tmp_path / "key").touch(0o600)
    threading.Timer(0.1, (tmp_path / "made").replace, (tmp_path / "key",)).start()
    assert load_identity(tmp_path / "key").public == key.public


def test_a_name_that_cannot_be_given_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "link", failing(errno.EPERM))
    monkeypatch.setattr(Path, "replace", failing(errno.EIO))
    with pytest.raises(OSError, match="Input/output") as caught:
        private_file(tmp_path / "new", b"content")
    assert caught.value.filename == str(tmp_path / "new")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("number", NO_SYNC)
def test_a_disk_that_cannot_sync_is_written_to(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", failing(number))
    private_file(tmp_path / "new", b"content")
    with closing(Journal(tmp_path / "host.db")) as journal:
        asyncio.run(journal.save(CHANGE))
        assert journal._base.execute("PRAGMA synchronous").fetchone() == (0,)
    Archive(tmp_path / "games.db").close()


def test_a_disk_that_fails_is_no_disk_that_cannot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", failing(errno.EIO))
    with pytest.raises(OSError, match="Input/output"):
        private_file(tmp_path / "new", b"content")
    assert not (tmp_path / "new").exists()
    with closing(Journal(tmp_path / "host.db")) as journal:
        assert journal._base.execute("PRAGMA synchronous").fetchone() == (2,)
    handle = open_file(tmp_path / "host.db", os.O_RDWR)
    with pytest.raises(OSError, match="Input/output"):
        sync(handle)
    os.close(handle)


@pytest.mark.usefixtures("flat")
def test_a_disk_without_modes_is_used_the_first_and_the_hundredth_time(tmp_path: Path) -> None:
    assert not keeps_modes(tmp_path)
    for _ in range(3):
        assert load_identity(tmp_path / "key").public == load_identity(tmp_path / "key").public
        with closing(Journal(tmp_path / "host.db")) as journal:
            asyncio.run(journal.save(Change("0" * 26, b"record")))
        keep_private(tmp_path / "host.db")


def test_a_key_that_others_may_read_is_refused_where_they_need_not(tmp_path: Path) -> None:
    load_identity(tmp_path / "key")
    (tmp_path / "key").chmod(0o644)
    assert keeps_modes(tmp_path)
    with pytest.raises(NetError, match="chmod 600"):
        load_identity(tmp_path / "key")


def test_a_mode_that_cannot_be_set_though_there_are_modes_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "host.db").touch(0o644)
    monkeypatch.setattr(Path, "chmod", failing(errno.EPERM))
    with pytest.raises(NetError, match="Operation not permitted"):
        Journal(tmp_path / "host.db")
    # What is private already need not be made so.
    Journal(tmp_path / "other.db").close()


# Without a write-ahead log


@contextmanager
def no_shared_memory(path: Path) -> Iterator[None]:
    """A disk on which SQLite finds no place for the memory that processes share."""
    place = path.with_name(f"{path.name}-shm")
    place.mkdir()
    yield
    place.rmdir()


def mode(path: Path) -> str:
    with closing(sqlite3.connect(path)) as base:
        found: str = base.execute("PRAGMA journal_mode").fetchone()[0]
        return found


def test_without_a_write_ahead_log_a_journal_is_kept_in_the_old_way(tmp_path: Path) -> None:
    path = tmp_path / "host.db"
    with no_shared_memory(path):
        for _ in range(2):
            with closing(Journal(path)) as journal:
                asyncio.run(journal.save(Change("0" * 26, b"record")))
                # Others may read it meanwhile.
                with closing(sqlite3.connect(path)) as base:
                    assert base.execute("SELECT count(*) FROM tables").fetchone() == (1,)
        assert mode(path) == "delete"
    # On a disk that has it, it has it again.
    with closing(Journal(path)) as journal:
        assert [id for id, _ in journal.tables()] == ["0" * 26]
    assert mode(path) == "wal"


def test_a_journal_that_comes_from_a_disk_with_one_is_read(tmp_path: Path) -> None:
    path = tmp_path / "host.db"
    with closing(Journal(path)) as journal:
        asyncio.run(journal.save(CHANGE))
    with no_shared_memory(path), closing(Journal(path)) as journal:
        assert [entry.seq for entry in journal.game("0" * 26).entries] == [1]


def test_the_archive_is_kept_in_the_old_way_too(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with no_shared_memory(path):
        for _ in range(2):
            with closing(Archive(path)) as archive:
                assert list(archive.games()) == []
        assert mode(path) == "delete"


# What is no file


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def folder(path: Path) -> None:
    path.mkdir()


def loop(path: Path) -> None:
    path.symlink_to(path)


def nowhere(path: Path) -> None:
    path.symlink_to(path.with_name("nothing"))


@pytest.mark.parametrize("make", [pipe, device, folder, loop])
def test_a_path_without_a_file_is_refused_at_once(make: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "host.db"
    make(path)
    for use in (
        lambda: load_identity(path),
        lambda: KnownHosts(path).check("127.0.0.1:1", bytes(32)),
        lambda: KnownHosts(path).remember("127.0.0.1:1", bytes(32)),
        lambda: Journal(path),
        lambda: Archive(path),
    ):
        with pytest.raises(NetError, match=NO_FILE):
            use()
    with pytest.raises(OSError, match=NO_FILE):
        read_file(path)
    marks = tmp_path / "other.db-marks"
    make(marks)
    with pytest.raises(NetError, match=NO_FILE):
        Journal(tmp_path / "other.db")


def test_a_key_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    nowhere(tmp_path / "key")
    with pytest.raises(NetError, match="No such file"):
        load_identity(tmp_path / "key")


def test_a_link_to_a_key_is_a_key_and_a_link_to_marks_are_none(tmp_path: Path) -> None:
    mine = load_identity(tmp_path / "key")
    (tmp_path / "link").symlink_to(tmp_path / "key")
    assert load_identity(tmp_path / "link").public == mine.public
    (tmp_path / "precious").write_bytes(b"precious")
    (tmp_path / "marks").symlink_to(tmp_path / "precious")
    with pytest.raises(OSError, match="this is a link"):
        Watermarks(tmp_path / "marks")
    assert (tmp_path / "precious").read_bytes() == b"precious"


@pytest.mark.parametrize("name", ["backup.json", "host.db", "host_ed25519"])
@pytest.mark.parametrize("make", [pipe, device, nowhere])
def test_a_backup_with_what_is_no_file_is_refused_at_once(
    name: str, make: Callable[[Path], None], tmp_path: Path
) -> None:
    host = DataFolder(tmp_path / "host")
    load_identity(host.key)
    Journal(host.journal).close()
    back_up(host, tmp_path / "copy")
    (tmp_path / "copy" / name).unlink()
    make(tmp_path / "copy" / name)
    with pytest.raises(NetError, match="not all there"):
        restore(tmp_path / "copy", DataFolder(tmp_path / "again"))
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize("gone", ["host.db", "host_ed25519", "both"])
def test_a_backup_without_what_a_host_needs_is_refused(gone: str, tmp_path: Path) -> None:
    from net.local.backup import LIST, BackupList

    host = DataFolder(tmp_path / "host")
    host.path.mkdir()
    load_identity(host.key)
    Journal(host.journal).close()
    found = back_up(host, tmp_path / "copy")
    files = {name: file for name, file in found.files.items() if gone not in (name, "both")}
    (tmp_path / "copy" / LIST).write_text(
        BackupList(journal=found.journal, program="1.0", made=1, files=files).model_dump_json()
    )
    with pytest.raises(NetError, match=r"not all there: host"):
        restore(tmp_path / "copy", DataFolder(tmp_path / "again"))
    assert not (tmp_path / "again").exists()
    assert isinstance(load_identity(host.key), Identity)

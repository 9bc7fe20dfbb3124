"""`citadels backup` and `citadels restore`: a whole copy of a host, made while it runs, and a host again elsewhere."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import json
import os
import sqlite3
import stat
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest

from citadels_tui.cli.main import FAILED, GOOD, USAGE, main
from engine import __version__
from net.client.connect import connect, visit
from net.client.updates import Decision
from net.gamelog.archive import Archive
from net.host.store.journal import Journal
from net.host.store.store import Change, StoredEntry
from net.identity.crypto import Identity, load_identity
from net.identity.invitations import Address
from net.identity.known_hosts import KnownHosts
from net.local.backup import LIST, back_up
from net.local.service import DataFolder
from net.protocol.client_messages import OpenTable, Start
from net.protocol.setup import Setup
from tests.citadels_tui.commands.test_serve import opened, serving
from tests.support.net.hosting import WAIT, until
from tests.support.ports import free_port

GAME = "0" * 26


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """What a host that was killed has left: its changes are not in the main file."""
    path = tmp_path / "host.db"
    left = tmp_path / "left.db"
    with pytest.MonkeyPatch.context() as patch, closing(Journal(path)) as store:
        patch.setattr(store, "_checkpoint", lambda: None)
        for seq in (1, 2):
            asyncio.run(store.save(Change("A", b"record", (StoredEntry(GAME, seq, b"body", b"sig"),))))
        left.write_bytes(path.read_bytes())
        left.with_name("left.db-wal").write_bytes(path.with_name("host.db-wal").read_bytes())
    return left


def test_everything_is_in_the_copy(journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.db"
    before = os.umask(0)
    try:
        assert main(["backup", str(copy), "--journal", str(journal)]) == GOOD
    finally:
        os.umask(before)
    assert capsys.readouterr().out == f"A backup of {journal} is in {copy}.\n"
    assert os.name != "posix" or stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert not list(tmp_path.glob("copy.db-*"))
    with closing(Journal(copy)) as store:
        assert store.tables() == [("A", b"record")]
        assert [entry.seq for entry in store.game(GAME).entries] == [1, 2]


def test_nothing_is_written_over(journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(b"mine")
    assert main(["backup", str(copy), "--journal", str(journal)]) == USAGE
    assert copy.read_bytes() == b"mine"
    assert capsys.readouterr().err == f"citadels: {copy} is there already\n"


def test_a_place_where_no_file_can_be_is_one_line(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(tmp_path / "none" / "copy.db"), "--journal", str(journal)]) == FAILED
    assert capsys.readouterr().err.count("\n") == 1


# A headless host


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    """The folder of a host that has a table."""
    found = DataFolder(tmp_path / "host")
    load_identity(found.key)
    with closing(Journal(found.journal)) as store:
        asyncio.run(store.save(Change("A", b"record", (StoredEntry(GAME, 1, b"body", b"sig"),))))
    return found


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one sentence with which a command is refused."""
    capsys.readouterr()
    assert main(arguments) == FAILED
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err.removeprefix("citadels: The backup cannot be made or used: ").strip()


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_host_is_copied_while_it_runs_and_put_back(
    folder: DataFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, other = tmp_path / "copy", DataFolder(tmp_path / "elsewhere" / "host")
    mask = os.umask(0)
    try:
        with closing(Journal(folder.journal)) as store:
            asyncio.run(store.save(Change("A", entries=(StoredEntry(GAME, 2, b"body", b"sig"),))))
            assert main(["backup", str(copy), "--data", str(folder.path)]) == GOOD
            asyncio.run(store.save(Change("A", entries=(StoredEntry(GAME, 3, b"body", b"sig"),))))
        assert main(["restore", str(copy), "--data", str(other.path)]) == GOOD
    finally:
        os.umask(mask)
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"A backup of {folder.path} is in {copy}."
    assert said[1].startswith(f"{other.path} now has the host as it was at ")
    for made in (copy, other.path):
        assert stat.S_IMODE(made.stat().st_mode) == 0o700
        assert {stat.S_IMODE(path.stat().st_mode) for path in made.iterdir()} == {0o600}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "elsewhere", "host"]
    assert load_identity(other.key).public == load_identity(folder.key).public
    with closing(Journal(other.journal)) as store:
        assert [entry.seq for entry in store.game(GAME).entries] == [1, 2]


def test_a_host_is_put_back_into_an_empty_folder_only(
    folder: DataFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, empty = tmp_path / "copy", tmp_path / "empty"
    back_up(folder, copy)
    empty.mkdir()
    assert main(["restore", str(copy), "--data", str(empty)]) == GOOD
    before = contents(folder.path)
    said = refused(["restore", str(copy), "--data", str(folder.path)], capsys)
    assert said == f"{folder.path} is not empty. Name another folder, or put that one aside."
    with closing(Journal(folder.journal)):
        said = refused(["restore", str(copy), "--data", str(folder.path)], capsys)
        assert said == f"citadels: Another host is using the journal {folder.journal}."
    assert contents(folder.path) == before


@pytest.mark.parametrize(
    "what", ["no list", "half a list", "no file", "half a file", "a changed key", "another file", "no time"]
)
def test_half_a_backup_is_refused(
    what: str, folder: DataFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, target = tmp_path / "copy", tmp_path / "target"
    back_up(folder, copy)
    about, key, journal = copy / LIST, copy / folder.key.name, copy / folder.journal.name
    match what:
        case "no list":
            about.unlink()
        case "half a list":
            about.write_bytes(about.read_bytes()[:50])
        case "no file":
            journal.unlink()
        case "half a file":
            journal.write_bytes(journal.read_bytes()[:5000])
        case "a changed key":
            key.write_bytes(Identity.new().pem())
        case "no time":
            about.write_text(about.read_text().replace('"made":', '"made":99999999999'))
        case "another file":
            about.write_text(about.read_text().replace('"host.db"', '"../host.db"'))
    said = refused(["restore", str(copy), "--data", str(target)], capsys)
    assert said.startswith(f"{copy} is ")
    assert "not all there" in said
    assert not target.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "host"]


@pytest.mark.parametrize(("written", "instead"), [('"format":1', '"format":2'), ('"journal":', '"journal":9')])
def test_a_backup_of_a_later_version_is_refused_with_both_versions(
    written: str, instead: str, folder: DataFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, target = tmp_path / "copy", tmp_path / "target"
    back_up(folder, copy)
    about = copy / LIST
    assert written in about.read_text()
    about.write_text(about.read_text().replace(written, instead).replace(__version__, "2.0"))
    said = refused(["restore", str(copy), "--data", str(target)], capsys)
    assert said == f"citadels: Update citadels: {copy} was made by version 2.0, and this is {__version__}."
    assert not target.exists()


def test_a_journal_of_a_later_version_is_not_restored(
    folder: DataFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, target = tmp_path / "copy", tmp_path / "target"
    back_up(folder, copy)
    with closing(sqlite3.connect(copy / "host.db")) as base:
        base.execute("PRAGMA user_version = 77")
        base.execute("UPDATE program SET version = '7.8.9'")
        base.commit()
    listed_anew(copy)
    said = refused(["restore", str(copy), "--data", str(target)], capsys)
    assert said == f"citadels: Update citadels: {copy} was made by version 7.8.9, and this is {__version__}."
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "host"]


@pytest.mark.parametrize("name", ["host.db", "host_ed25519", "games.db"])
@pytest.mark.parametrize("content", [b"hello", b"x" * 5000, b""])
def test_what_cannot_be_opened_is_not_restored(
    name: str, content: bytes, folder: DataFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The checksums are right: somebody has made this backup by hand, or of what was no host."""
    copy, target = tmp_path / "copy", tmp_path / "target"
    Archive(folder.archive).close()
    back_up(folder, copy)
    (copy / name).write_bytes(content)
    listed_anew(copy)
    said = refused(["restore", str(copy), "--data", str(target)], capsys)
    assert said == f"{copy} is damaged, or not all there: {name}."
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "host"]


def listed_anew(copy: Path) -> None:
    """Give a backup the checksums of what is in it now."""
    about = json.loads((copy / LIST).read_text())
    for name in about["files"]:
        content = (copy / name).read_bytes()
        about["files"][name] = {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    (copy / LIST).write_text(json.dumps(about))


def test_a_full_disk_makes_no_half_of_a_backup(
    folder: DataFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, whole, target = tmp_path / "copy", tmp_path / "whole", tmp_path / "target"
    back_up(folder, whole)
    making, using = ["backup", str(copy), "--data", str(folder.path)], ["restore", str(whole), "--data", str(target)]
    with monkeypatch.context() as patch:
        patch.setattr("net.base.snapshot.shutil.disk_usage", lambda _: SimpleNamespace(free=3 << 20))
        for arguments in (making, using):
            assert refused(arguments, capsys) == f"{tmp_path} has room for 3 MB; 16 MB are needed."
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        for arguments in (making, using):
            assert refused(arguments, capsys).endswith(": No space left on device.")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["host", "whole"]


def full(_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_where_there_is_no_host_nothing_is_copied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "none")], capsys)
    assert said == f"there is no host in {tmp_path / 'none'}."
    assert list(tmp_path.iterdir()) == []


def test_a_host_with_a_database_is_not_backed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    load_identity(tmp_path / "data" / "host_ed25519")
    said = refused(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "data")], capsys)
    assert said == f"the tables of the host in {tmp_path / 'data'} are in a database, of which pg_dump makes copies."
    assert not (tmp_path / "copy").exists()


@pytest.mark.thorough
@pytest.mark.skipif(os.name != "posix", reason="has Unix sockets and signals")
def test_a_host_goes_on_on_another_machine(tmp_path: Path) -> None:
    """Killed in the middle of a game, it goes on in another folder, at another port; nobody is asked who it is."""
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as place:
        before, after = DataFolder(Path(place) / "a"), DataFolder(Path(place) / "b")
        known, ada = KnownHosts(tmp_path / "known"), Identity.new()
        port = free_port()
        with serving(before.path, port) as process:
            table, head = asyncio.run(play_some(Address("127.0.0.1", port), ada, known))
            assert main(["backup", str(tmp_path / "copy"), "--data", str(before.path)]) == GOOD
            process.kill()
        assert main(["restore", str(tmp_path / "copy"), "--data", str(after.path)]) == GOOD
        moved = free_port()
        with serving(after.path, moved):
            asyncio.run(go_on(Address("127.0.0.1", moved, table), ada, known, head))


async def play_some(where: Address, ada: Identity, known: KnownHosts) -> tuple[str, bytes]:
    """Open a table, begin a game and make some moves; the table, and how far the log has come."""
    async with asyncio.timeout(WAIT):
        visitor = await visit(where, ada, "Ada", trust=yes, known_hosts=known)
        await visitor.request(partial(OpenTable, setup=Setup(players=2, edition="classic"), bots=["random"]))
        invite = await opened(visitor)
        await visitor.leave()
        client = await connect(invite, ada, "Ada")
        await client.request(Start)
        for _ in range(3):
            await client.move((await until(client, Decision)).moves[0])
        await until(client, Decision)
        # Nothing happens any more until the player moves.
        head = client.head
        await client.leave(for_good=False)
        return invite.address.table, head


async def go_on(where: Address, ada: Identity, known: KnownHosts, head: bytes) -> None:
    async with asyncio.timeout(WAIT):
        client = await connect(where, ada, "Ada", known_hosts=known)
        first = await until(client, Decision)
        assert head in client._follower.validator.heads
        await client.move(first.moves[0])
        await until(client, Decision)
        await client.leave(for_good=False)


async def yes(_address: str, _words: str) -> bool:
    return True

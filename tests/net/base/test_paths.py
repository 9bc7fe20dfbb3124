"""Folders for what is a player's own."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest

from net.base.errors import NetError
from net.base.paths import config_path, private_file, private_folder, put_aside, state_path
from net.host.store.journal import Journal
from net.identity.crypto import Identity, load_identity
from net.identity.known_hosts import KnownHosts

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX systems")


def modes(root: Path) -> set[int]:
    return {folder.stat().st_mode & 0o777 for folder in root.rglob("*") if folder.is_dir()}


def test_every_folder_on_the_way_is_for_its_owner_only(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    private_folder(tmp_path / "one" / "two" / "three")
    load_identity(tmp_path / "a" / "keys" / "id")
    KnownHosts(tmp_path / "b" / "known" / "hosts").remember("127.0.0.1", Identity.new().public)
    Journal(tmp_path / "c" / "kept" / "host.db").close()
    assert modes(tmp_path) == {0o700}
    # What was there is left as it is.
    assert tmp_path.stat().st_mode & 0o777 == 0o755


def test_a_folder_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir(mode=0o755)
    private_folder(tmp_path / "there")
    assert modes(tmp_path) == {0o755}


def test_a_file_where_a_folder_should_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("")
    for inside in ("state", "state/games", "state/games/2"):
        with pytest.raises(NotADirectoryError, match="this is not a folder") as error:
            private_folder(tmp_path / inside)
        assert error.value.filename == str(tmp_path / "state")
    with pytest.raises(NetError, match=r"state: this is not a folder\."):
        load_identity(tmp_path / "state" / "key")
    with pytest.raises(NetError, match=r"state: this is not a folder\."):
        KnownHosts(tmp_path / "state" / "hosts").remember("127.0.0.1", Identity.new().public)
    with pytest.raises(NetError, match=r"state: this is not a folder\."):
        Journal(tmp_path / "state" / "local" / "host.db")


def test_a_file_is_never_written_over(tmp_path: Path) -> None:
    private_file(tmp_path / "file", b"one")
    with pytest.raises(FileExistsError):
        private_file(tmp_path / "file", b"two")
    assert [(file.name, file.read_bytes(), file.stat().st_mode & 0o777) for file in tmp_path.iterdir()] == [
        ("file", b"one", 0o600)
    ]


def test_a_link_is_followed_and_stays_one(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "dotfiles").mkdir()
    one, other, last = tmp_path / "home" / "one", tmp_path / "home" / "other", tmp_path / "dotfiles" / "last"
    one.symlink_to("other")
    other.symlink_to(last)
    private_file(one, b"new", over=True)
    private_file(one, b"newer", over=True)
    assert (one.readlink().name, other.is_symlink(), last.read_bytes()) == ("other", True, b"newer")
    with pytest.raises(FileExistsError):
        private_file(one, b"newest")
    assert put_aside(one) == last.with_suffix(".bad")
    assert (one.readlink().name, last.exists(), last.with_suffix(".bad").read_bytes()) == ("other", False, b"newer")
    assert {path.name for path in tmp_path.rglob("*")} == {"home", "dotfiles", "one", "other", "last.bad"}
    # So are the hosts that were met.
    KnownHosts(one).remember("127.0.0.1", Identity.new().public)
    assert (one.readlink().name, last.read_bytes()[:9]) == ("other", b"127.0.0.1")
    last.unlink()
    last.symlink_to(one)
    with pytest.raises(OSError, match="symbolic links") as error:
        private_file(one, b"round", over=True)
    assert error.value.filename == str(one)


def test_a_temporary_file_neither_overwrites_nor_follows_another_at_its_path(tmp_path: Path) -> None:
    theirs, path = tmp_path / "theirs", tmp_path / "file"
    theirs.write_bytes(b"theirs")
    aside = tmp_path / f".file.{os.getpid()}.{threading.get_ident()}"
    for over in (False, True):
        aside.symlink_to(theirs)
        private_file(path, b"mine", over=over)
        assert (theirs.read_bytes(), path.read_bytes(), path.is_symlink()) == (b"theirs", b"mine", False)
        assert {each.name for each in tmp_path.iterdir()} == {"theirs", "file"}


@pytest.mark.parametrize("number", [errno.EBUSY, errno.EXDEV])
def test_a_file_that_was_mounted_by_itself_is_written_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def fixed(path: Path, aside: Path) -> Path:
        if "mounted" in (path.name, aside.name):
            raise OSError(number, os.strerror(number))
        return path.rename(aside)

    mounted = tmp_path / "mounted"
    mounted.write_bytes(b"what was there before")
    node = mounted.stat().st_ino
    monkeypatch.setattr(Path, "replace", fixed)
    private_file(mounted, b"new", over=True)
    assert (mounted.read_bytes(), mounted.stat().st_ino) == (b"new", node)
    assert put_aside(mounted).read_bytes() == b"new"
    assert {path.name for path in tmp_path.iterdir()} == {"mounted", "mounted.bad"}


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(NetError, match="id: No space left on device"):
        load_identity(tmp_path / "id")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="has accounts without a home")
def test_an_account_without_a_home_has_no_files_and_can_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a service of the machine may have: no variable says where they are, and nobody knows the account."""

    def unknown(_user: int) -> None:
        raise KeyError

    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "CITADELS_CONFIG", "CITADELS_STATE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", unknown)
    for path in (config_path(), state_path()):
        assert not path.exists()
        assert path.is_absolute()

"""Folders for what is a player's own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from net.crypto import Identity, load_identity
from net.known_hosts import KnownHosts
from net.paths import private_folder
from net.store import Journal

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

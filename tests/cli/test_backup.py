"""`citadels backup`: a whole copy of a journal, for its owner only."""

from __future__ import annotations

import asyncio
import os
import stat
from contextlib import closing
from pathlib import Path

import pytest

from citadels_tui.cli import FAILED, GOOD, USAGE, main
from net.host.journal import Journal
from net.host.store import Change, StoredEntry

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
    assert capsys.readouterr().out == f"1 table is kept in {copy}.\n"
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


def test_a_journal_in_use_is_left_alone(journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(Journal(journal)):
        assert main(["backup", str(tmp_path / "copy.db"), "--journal", str(journal)]) == FAILED
    assert not (tmp_path / "copy.db").exists()
    assert capsys.readouterr().err == f"citadels: Another host is using the journal {journal}.\n"


def test_a_place_where_no_file_can_be_is_one_line(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(tmp_path / "none" / "copy.db"), "--journal", str(journal)]) == FAILED
    assert capsys.readouterr().err.count("\n") == 1

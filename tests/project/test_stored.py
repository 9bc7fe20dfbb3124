"""An update keeps everything: what each released version has written is read for ever, and no number rises alone."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import closing
from pathlib import Path

import msgpack  # type: ignore[import-untyped]
import pytest

from citadels_tui.settings import player_notes, settings
from engine import Record, load
from net.client.connect import connect
from net.client.updates import Decision
from net.gamelog.archive import own_games
from net.gamelog.proof import Proof
from net.gamelog.verify import verify
from net.host.host import Host
from net.host.store.journal import Journal
from net.identity.crypto import load_identity
from net.identity.invitations import parse_target
from net.identity.known_hosts import KnownHosts
from net.local.backup import restore
from net.local.service import DataFolder
from tests.project.stored import ADA, CHOSEN, FOLDER, HOST, INVITE, NOTE, NUMBERS, record
from tests.support.net.hosting import FAST, WAIT, invite, play, until

RELEASES = sorted(path.name for path in FOLDER.iterdir())


@pytest.fixture(params=RELEASES)
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the files of a released version."""
    return Path(shutil.copytree(FOLDER / request.param, tmp_path / "stored"))


@pytest.mark.parametrize("name", NUMBERS)
def test_there_is_a_file_of_every_number(name: str) -> None:
    """If not: add an upgrade, keep the folder of the release before, and run python -m tests.project.stored."""
    now, number_of = NUMBERS[name]
    assert {number_of(FOLDER / release / name) for release in RELEASES} == set(range(1, now + 1))


def test_settings_notes_and_hosts_are_read(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_CONFIG", str(stored))
    assert settings.load() == (CHOSEN, ())
    assert player_notes.PlayerNotes().of(ADA.public) == NOTE
    assert KnownHosts().check("example.org:7447", HOST.public)


def test_invitations_are_understood(stored: Path) -> None:
    for line in (stored / "invitation.txt").read_text(encoding="utf-8").splitlines():
        assert parse_target(line) == INVITE


def test_finished_games_are_read_and_verified(stored: Path) -> None:
    (facts,) = own_games(stored / "games.db")
    log = Proof.read(stored / "game.proof")
    assert (facts.game, facts.fault, facts.reason) == (log.game, "", "finished")
    assert verify(log.host, log.notes, attested=log.attested).ok


def test_records_and_saved_games_are_read_and_go_on(stored: Path) -> None:
    found = Record.parse((stored / "game.citadels").read_text(encoding="utf-8"))
    assert found == record()
    saved = load(msgpack.unpackb((stored / "game.msgpack").read_bytes(), strict_map_key=False))
    assert (saved.seat, saved.moves) == (found.replay().seat, found.replay().moves)


def test_a_backup_is_restored(stored: Path, tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "served")
    assert set(restore(stored / "backup", folder).files) == {folder.journal.name, folder.key.name}
    assert load_identity(folder.key).public == HOST.public
    with closing(Journal(folder.journal)) as journal:
        assert len(journal.tables()) == 1


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_table_in_play_is_played_to_its_end(stored: Path) -> None:
    async with (
        asyncio.timeout(WAIT),
        Host.open(HOST, limits=FAST, store=Journal(stored / "host.db")) as host,
    ):
        (table,) = host.recover()
        assert (host.unread, host.notices) == ({}, ())
        client = await connect(invite(host, table), ADA, "Ada", limits=FAST)
        decision = await until(client, lambda update: isinstance(update, Decision) and not update.auto)
        assert (await play(client, first=decision)).ended

"""The host of an older version goes on with the new one: its tables, its people, and the game they are in."""

from __future__ import annotations

import asyncio
from pathlib import Path
from zipfile import ZipFile

import pytest

from net.client.connect import connect
from net.host.host import Host
from net.host.journal import Journal
from net.identity.crypto import load_identity
from net.identity.invitations import Address, Invite
from net.identity.tls import pin_of
from net.local.service import DataFolder
from tests.net import old_host
from tests.net.support import FAST, WAIT, play


@pytest.mark.slow
@pytest.mark.asyncio
async def test_the_game_that_was_begun_goes_on_to_its_end(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "host")
    with ZipFile(old_host.FILE) as packed:
        packed.extractall(folder.path)
    folder.key.chmod(0o600)
    host = Host(load_identity(folder.key), limits=FAST, store=Journal(folder.journal))
    async with asyncio.timeout(WAIT), host:
        at_play, lobby = sorted(host.recover(), key=lambda table: table.match is None)
        assert host.unread == {}
        assert (lobby.match, at_play.match is None) == (None, False)
        where = Address("127.0.0.1", host.port, at_play.id)
        target = Invite(where, pin_of(host.identity.public), b"")
        people = [(old_host.ADA, "Ada"), (old_host.BO, "Bo")]
        players = [await connect(target, who, name, limits=FAST, proofs=tmp_path / name) for who, name in people]
        told = await asyncio.gather(*(play(player, seed) for seed, player in enumerate(players)))
        assert [story.verified is not None and story.verified.ok for story in told] == [True, True]
    assert (tmp_path / "host" / "host.db-v2").is_file()

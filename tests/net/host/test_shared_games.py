"""The finished games of hosts that share a store: each keeps those of all, so their standings are the same."""

from __future__ import annotations

import json
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from citadels_tui.cli.main import main
from net.client.connect import connect
from net.gamelog.archive import Archive, packed_log, unpacked
from net.gamelog.proof import Proof
from net.identity.crypto import Identity
from net.protocol.client_messages import Start
from tests.support.net.databases import Server
from tests.support.net.hosting import FAST, play, soon
from tests.support.net.shared_hosts import opened, two_hosts


def kept(path: Path) -> list[Proof]:
    """The logs in an archive, in the order of their games."""
    with closing(Archive(path)) as archive:
        return [archive.log(game) for game in sorted(game.game for game in archive.games())]


def everywhere(folder: Path, games: int) -> bool:
    """Whether both archives have so many games, and their players' signatures of the end."""
    return all([len(log.attested) for log in kept(folder / f"{letter}.db")] == [1] * games for letter in "ab")


def standings(folder: Path, capsys: pytest.CaptureFixture[str]) -> object:
    assert main(["standings", "--data", str(folder), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.slow
@pytest.mark.asyncio
@pytest.mark.thorough
async def test_each_host_keeps_the_games_of_all(
    server: Server, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with two_hosts(url, folder=tmp_path) as hosts:
        for number, (host, name) in enumerate(zip(hosts, ("Ada", "Bo"), strict=True), start=1):
            client = await connect(host.invite(opened(host), "127.0.0.1"), Identity.new(), name, limits=FAST)
            await client.request(Start)
            await play(client, leave=False)
            await client.leave()
            # With the player's signature of the end, which comes a moment after it.
            await soon(partial(everywhere, tmp_path, number))
            # What cannot be read, or another key has signed, is nobody's game, and keeps nobody's back.
            if name == "Ada":
                strange = Proof(Identity.new().public, kept(tmp_path / "a.db")[0].notes)
                for at, log in enumerate((b"no log", packed_log(strange))):
                    server.ask(
                        url,
                        "INSERT INTO finished (game, log, kept)"
                        f" VALUES ('strange {at}', '\\x{log.hex()}', clock_timestamp())",
                    )
    assert kept(tmp_path / "a.db") == kept(tmp_path / "b.db")
    shared = server.ask(url, "SELECT log FROM finished WHERE game NOT LIKE 'strange %' ORDER BY game")
    assert [unpacked(bytes(log)) for (log,) in shared] == kept(tmp_path / "a.db")
    for letter in "ab":
        (tmp_path / letter).mkdir()
        (tmp_path / f"{letter}.db").rename(tmp_path / letter / "games.db")
    first, second = (standings(tmp_path / letter, capsys) for letter in "ab")
    assert first == second

"""The folder of a host as an older version has left it, kept beside this file for the test of an upgrade.

``python -m tests.net.old_host --write`` makes it with the code as it is: once before the store changes, never after.
(When the log or a record itself changes, it is made anew, with the store of before, and log and records of now.)
One table is a lobby, at another one two people are in the middle of a game, and the log of a game that is over is kept.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from net.client.client import Client
from net.client.connect import connect
from net.client.updates import Decision, LobbyView
from net.host.host import Host
from net.host.store.journal import Journal
from net.host.table.finished_games import GameKeeper
from net.identity.crypto import Identity
from net.local.service import DataFolder
from net.protocol.client_messages import Start
from net.protocol.setup import Setup
from tests.net.support import FAST, invite, open_table, play, until

FILE = Path(__file__).parent / "old_host.zip"
HOST, ADA, BO = (Identity.of_seed(bytes([number]) * 32) for number in (1, 2, 3))
"""The identities of the host and of its two players."""


async def _leave_a_host(folder: DataFolder) -> None:
    folder.key.write_bytes(HOST.pem())
    with closing(GameKeeper(folder.archive)) as games:
        async with Host(HOST, limits=FAST, store=Journal(folder.journal), games=games) as host:
            lobby = open_table(host, 3, bots=["random"])
            await until(await connect(invite(host, lobby), ADA, "Ada", limits=FAST), LobbyView)
            at_play = open_table(host, 2, seed=None)
            people = [(ADA, "Ada"), (BO, "Bo")]
            players = [await connect(invite(host, at_play), who, name, limits=FAST) for who, name in people]
            await players[0].request(Start)
            for _ in range(4):
                await _move(players)
            finished = open_table(host, bots=["random"], setup=Setup(players=2, edition="classic"))
            last = await connect(invite(host, finished), ADA, "Ada", limits=FAST)
            await last.request(Start)
            await play(last, leave=False)


async def _move(players: list[Client]) -> None:
    """Whoever is asked first moves."""
    asked = [asyncio.ensure_future(until(client, Decision)) for client in players]
    await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    first = next(place for place, task in enumerate(asked) if task.done())
    for task in asked[:first] + asked[first + 1 :]:
        task.cancel()
    await players[first].move(asked[first].result().moves[0])


def main() -> None:
    """Make the file."""
    if "--write" not in sys.argv:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as place:
        folder = DataFolder(Path(place))
        asyncio.run(_leave_a_host(folder))
        with ZipFile(FILE, "w", ZIP_DEFLATED) as packed:
            for path in sorted(folder.path.rglob("*")):
                if path.is_file():
                    packed.write(path, path.relative_to(folder.path))
    print(FILE, FILE.stat().st_size)


if __name__ == "__main__":
    main()

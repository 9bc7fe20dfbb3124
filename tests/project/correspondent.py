"""A player of a game by correspondence, in a process that may be of any build: see `test_update`.

``python -m tests.project.correspondent FOLDER PORT TABLE MOVES`` plays at the host that has its data in a folder, until
so many moves are made, or to the end with 0; without a table it opens one. It prints what it has seen as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from engine import __version__
from net.client.client import Client
from net.client.connect import connect, visit
from net.client.updates import Closed, Decision, Verified
from net.client.visitor import TableOpened
from net.gamelog.archive import Archive, archived
from net.gamelog.verify import verify
from net.identity.crypto import Identity, load_identity
from net.identity.invitations import Address, Invite
from net.identity.tls import pin_of
from net.local.service import DataFolder
from net.protocol.client_messages import OpenTable, Start
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions

ADA = Identity.of_seed(b"ada".ljust(32, b"\0"))
DAYS = 2 * 24 * 3600
WAIT = 300.0


async def opened(host: Invite) -> Invite:
    """A table for a game by correspondence."""
    visitor = await visit(host, ADA, "Ada")
    options = TableOptions(title="Friday", turn_time=DAYS, bot_pause=0)
    await visitor.request(partial(OpenTable, setup=Setup(players=2), bots=["random"], options=options))
    async for update in visitor.updates():
        if isinstance(update, TableOpened):
            await visitor.leave()
            return update.invite
    raise AssertionError("no table was opened")


async def play(client: Client, moves: int) -> dict[str, Any]:
    """Make moves, or play to the end."""
    made = 0
    async for update in client.updates():
        if isinstance(update, Decision) and not update.auto:
            if moves and made == moves:
                return {"moves": made}
            await client.move(update.moves[0])
            made += 1
        elif isinstance(update, Verified):
            return {"moves": made, "verified": update.ok}
        elif isinstance(update, Closed):
            raise AssertionError(update)
    raise AssertionError("the updates ended")


async def main(folder: DataFolder, port: int, table: str, moves: int) -> dict[str, Any]:
    """Play."""
    pin = pin_of(load_identity(folder.key).public)
    async with asyncio.timeout(WAIT):
        invite = Invite(Address("127.0.0.1", port, table), pin, b"")
        invite = invite if table else await opened(invite)
        client = await connect(invite, ADA, "Ada")
        if not table:
            await client.request(Start)
        found = await play(client, moves)
        await client.leave(for_good=False)
    return found | {"table": invite.address.table, "version": __version__}


def finished(folder: DataFolder) -> dict[str, Any]:
    """The game in the archive of a host."""
    with closing(Archive(folder.archive)) as archive:
        (facts,) = archive.games()
    log = archived(folder.archive / facts.file)
    report = verify(log.host, log.notes, attested=log.attested)
    return {"ok": report.ok, "programs": report.programs, "restarts": report.restarts}


if __name__ == "__main__":
    place = DataFolder(Path(sys.argv[1]))
    if len(sys.argv) == 2:
        print(json.dumps(finished(place)))
    else:
        print(json.dumps(asyncio.run(main(place, int(sys.argv[2]), sys.argv[3], int(sys.argv[4])))))

"""A guest in a process of its own: ``python -m tests.support.net.far_guest INVITATION`` opens a table and plays.

Says ``asked`` at its first question, waits until it has lost the connection and come back, and then ``played on``; or,
told to play the ``whole`` game, ``verified`` when all of its log was found in order.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from functools import partial
from pathlib import Path

from net.client.connect import connect, visit
from net.client.updates import Decision, Happened, Link
from net.client.visitor import TableOpened
from net.identity.crypto import Identity
from net.identity.invitations import Invite, parse_target
from net.protocol.client_messages import OpenTable, SetOptions, Start
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.support.net.hosting import WAIT, play, until


async def main(invitation: str, proofs: Path, *, whole: bool) -> None:
    """Play against a bot."""
    target, ada = parse_target(invitation), Identity.new()
    visitor = await visit(target, ada, "Ada")
    await visitor.request(partial(OpenTable, setup=Setup(players=2), bots=["random"]))
    invite: Invite | None = None
    async for news in visitor.updates():
        if isinstance(news, TableOpened):
            invite = news.invite
            break
    assert invite
    client = await connect(invite, ada, "Ada", archive=proofs / "own.db")
    await visitor.leave()
    await client.request(partial(SetOptions, options=TableOptions(bot_pause=0)))
    await client.request(Start)
    print("asked" if (await until(client, Decision)).moves else "", flush=True)
    links: list[str] = []
    async for update in client.updates():
        if isinstance(update, Link):
            links.append(update.state)
        if links[-1:] == ["live"] and "reconnecting" in links:
            break
    # What was open is asked again.
    again = await until(client, lambda update: isinstance(update, Decision) and not update.auto)
    if not whole:
        await client.move(again.moves[0])
        await until(client, Happened)
        print("played on", flush=True)
        await client.leave()
        return
    story = await play(client, first=again)
    print("verified" if story.verified and story.verified.ok else story.closed, flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(asyncio.wait_for(main(sys.argv[1], Path(folder), whole="whole" in sys.argv), WAIT))

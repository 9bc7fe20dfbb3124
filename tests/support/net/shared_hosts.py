"""Two hosts of one database in one process, which look around more often than they have to."""

from __future__ import annotations

import asyncio
import importlib
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from net.base.errors import NetError
from net.base.limits import Limits
from net.host.host import Host
from net.host.opening import Opening
from net.host.shared import shared_games, takeover
from net.host.table.finished_games import GameKeeper
from net.identity.crypto import Identity
from net.identity.invitations import Address
from net.identity.tls import pin_of
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.support.net.hosting import FAST, SEED, WAIT, soon
from tests.support.ports import free_port


def look_around_often(patch: pytest.MonkeyPatch) -> None:
    """Hosts look around more often than they have to, and have patience with a machine that stops for a while."""
    postgres = importlib.import_module("net.host.postgres.postgres_store")
    session = importlib.import_module("net.host.postgres.postgres_session")
    connection = importlib.import_module("net.host.postgres.postgres_connection")
    patch.setattr(session, "HEARTBEAT", 0.1)
    patch.setattr(postgres, "STATEMENT", WAIT)
    patch.setattr(session, "_LET_GO", WAIT)
    settings = [re.sub(r"_timeout = \d+", f"_timeout = {int(WAIT * 1000)}", each) for each in connection._SETTINGS]
    assert settings != list(connection._SETTINGS)
    patch.setattr(connection, "_SETTINGS", settings)
    patch.setattr(connection, "_NETWORK", connection._NETWORK | {"connect_timeout": int(WAIT)})
    for late in ("_SILENT", "_LATE"):
        patch.setattr(session, late, getattr(session, late).replace(f"{session.DEAD} s", "30 s"))
    patch.setattr(takeover, "_TEND", 0.05)
    patch.setattr(shared_games, "_LOOK", 0.05)


@asynccontextmanager
async def two_hosts(url: str, limits: Limits = FAST, folder: Path | None = None) -> AsyncIterator[tuple[Host, Host]]:
    """Two hosts of one identity, with their archives in a folder, if there is one."""
    from net.host.postgres.postgres_store import PostgresStore

    identity = Identity.new()
    # Those who have lost their host must not wait as long for its answer as others do.
    limits = replace(limits, head_start=1.0, absence=WAIT)
    async with AsyncExitStack() as stack:
        serving = []
        for letter in "ab":
            port = free_port()
            shared = PostgresStore.open(url, Address("127.0.0.1", port).authority, pin_of(identity.public))
            games = GameKeeper(folder / f"{letter}.db", share=shared.give) if folder else None
            if games:
                stack.callback(games.close)
            serving.append(Host.open(identity, port=port, limits=limits, store=shared, games=games))
        async with asyncio.timeout(WAIT), serving[0] as first, serving[1] as second:
            await soon(lambda: all(len(host._services.hosts()) == 2 for host in (first, second)))
            yield first, second


def opened(host: Host) -> Any:
    return host.open_table(
        Setup(players=2), TableOptions(bot_pause=0.0, private=False), Opening(seed=SEED, bots=("random",))
    )


async def code(work: Any) -> str:
    """The code with which something fails; empty, when it does not."""
    try:
        async with asyncio.timeout(WAIT):
            await work
    except NetError as error:
        return error.code
    return ""

"""The ways to a table: a game of one's own, a hosted table, or somebody else's."""

from __future__ import annotations

from typing import Protocol

from citadels_tui.feed import Feed
from citadels_tui.start import Host, Join, Play
from net.client import Trust, connect
from net.crypto import load_identity
from net.invite import parse_target
from net.local import start_local
from net.paths import config_path


class Doors(Protocol):
    """Opens tables. Each way raises `net.errors.NetError` with a sentence for the player."""

    async def play(self, start: Play) -> Feed:
        """Start a game on this machine."""

    async def host(self, start: Host) -> Feed:
        """Open a table on this machine."""

    async def join(self, start: Join, trust: Trust) -> Feed:
        """Go to a table at another host, asking ``trust`` when the host is not known yet."""


class NetDoors:
    """The ways through `net`."""

    async def play(self, start: Play) -> Feed:
        """Start a game on this machine."""
        return await start_local(start.name, start.setup, bots=start.bots, seed=start.seed, bot_pause=start.bot_pause)

    async def host(self, start: Host) -> Feed:
        """Open a table on this machine; it waits in the lobby."""
        return await start_local(
            start.name,
            start.setup,
            bots=start.bots,
            bot_pause=start.bot_pause,
            identity=load_identity(config_path() / "id_ed25519"),
            bind=start.bind,
            port=start.port,
            private=start.private,
            start=False,
        )

    async def join(self, start: Join, trust: Trust) -> Feed:
        """Go to a table at another host."""
        identity = load_identity(config_path() / "id_ed25519")
        return await connect(parse_target(start.target), identity, start.name, watch=start.watch, trust=trust)

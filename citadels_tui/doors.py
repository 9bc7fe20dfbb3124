"""Doors: the three ways to a table, which are a local game, a hosted table, and somebody else's."""

from __future__ import annotations

from typing import Protocol

from citadels_tui.feed import Feed
from citadels_tui.start import HostTable, JoinTable, PlayGame, ResumeTable
from net.base.paths import config_path, journal_path
from net.client.connect import Trust, connect
from net.identity.crypto import Identity, load_identity
from net.identity.invitations import parse_target
from net.local.process import resume_local, start_local


class Doors(Protocol):
    """Opens tables. Each way raises `net.base.errors.NetError` with a sentence for the player."""

    async def play(self, start: PlayGame) -> Feed:
        """Start a game on this machine."""

    async def host(self, start: HostTable) -> Feed:
        """Open a table on this machine."""

    async def resume(self, start: ResumeTable) -> Feed:
        """Take up a table of one's own again."""

    async def join(self, start: JoinTable, trust: Trust) -> Feed:
        """Go to a table at another host, asking ``trust`` when the host is not known yet."""


class NetDoors:
    """The ways through `net`."""

    async def play(self, start: PlayGame) -> Feed:
        """Start a game on this machine."""
        return await start_local(start.name, start.setup, start.options)

    async def host(self, start: HostTable) -> Feed:
        """Open a table on this machine; it waits in the lobby."""
        return await start_local(
            start.name,
            start.setup,
            start.options,
            identity=identity(start.profile),
            bind=start.bind,
            port=start.port,
            journal=start.journal or journal_path(),
            start=False,
        )

    async def resume(self, start: ResumeTable) -> Feed:
        """Take up a table of one's own again."""
        bind = start.bind if start.hosted else "127.0.0.1"
        return await resume_local(
            start.journal, start.name, identity=identity(start.profile), bind=bind, port=start.port
        )

    async def join(self, start: JoinTable, trust: Trust) -> Feed:
        """Go to a table at another host."""
        return await connect(
            parse_target(start.target), identity(start.profile), start.name, watch=start.watch, trust=trust
        )


def identity(profile: str) -> Identity:
    """The key of one of the player's identities, made when it is new.

    Raises:
        NetError: ``key_file``.
    """
    return load_identity(config_path() / (f"id_ed25519-{profile}" if profile else "id_ed25519"))

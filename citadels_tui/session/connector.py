"""Connectors: they open a local game, a table for others, somebody else's table, or a host's list of tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from citadels_tui.session.feed import Feed, VisitorFeed
from citadels_tui.session.local_players import MOST
from citadels_tui.session.start import HostTable, JoinTable, PlayGame, ResumeTable, TableStart, VisitHost
from net.base.paths import config_path, journal_path
from net.client.connect import Trust, connect, visit
from net.identity.crypto import Identity, load_identity
from net.identity.invitations import parse_target
from net.identity.known_hosts import KnownHosts
from net.local.process import Person, resume_local, start_local


class Connector(Protocol):
    """Opens tables. Each method raises `net.base.errors.NetError` with a sentence for the player."""

    async def open(self, start: TableStart, trust: Trust) -> Feed:
        """Go to a table, asking ``trust`` when its host is not known yet."""

    async def visit(self, start: VisitHost, trust: Trust) -> VisitorFeed:
        """Go to the list of another host's tables, asking ``trust`` as for a table."""


class NetConnector:
    """Opens tables by `net`."""

    async def open(self, start: TableStart, trust: Trust) -> Feed:
        """Go to a table, on this machine or at another host."""
        match start:
            case PlayGame():
                return await self.play(start)
            case HostTable():
                return await self.host(start)
            case ResumeTable():
                return await self.resume(start)
            case JoinTable():
                return await self.join(start, trust)

    async def play(self, start: PlayGame) -> Feed:
        """Start a game on this machine."""
        return await start_local(start.name, start.order, others=people(start.others), kept=start.practice is None)

    async def host(self, start: HostTable) -> Feed:
        """Open a table on this machine; it waits in the lobby."""
        return await start_local(
            start.name,
            start.order.model_copy(update={"journal": start.order.journal or str(journal_path())}),
            identity=identity(start.profile),
            start=False,
            others=people(start.others, start.profile),
        )

    async def resume(self, start: ResumeTable) -> Feed:
        """Resume a table of one's own."""
        bind = start.bind if start.hosted else "127.0.0.1"
        return await resume_local(
            start.journal,
            start.name,
            identity=identity(start.profile),
            bind=bind,
            port=start.port,
            reach=start.reach,
            others=people(start.others, start.profile) or known_people(start.profile),
        )

    async def join(self, start: JoinTable, trust: Trust) -> Feed:
        """Go to a table at another host."""
        return await connect(
            parse_target(start.target),
            identity(start.profile),
            start.name,
            watch=start.watch,
            trust=trust,
            known_hosts=KnownHosts(),
        )

    async def visit(self, start: VisitHost, trust: Trust) -> VisitorFeed:
        """Go to the list of another host's tables."""
        goal = parse_target(start.target)
        if start.serves is not None:
            # Loaded late: few need it.
            from citadels_tui.session.own_host import start_own_host

            await start_own_host(start.target, *start.serves)
        return await visit(goal, identity(start.profile), start.name, trust=trust, known_hosts=KnownHosts())


def identity(profile: str) -> Identity:
    """The key of one of the player's identities, made when it is new.

    Raises:
        NetError: ``key_file``.
    """
    return load_identity(_key_file(profile))


def _key_file(profile: str) -> Path:
    return config_path() / (f"id_ed25519-{profile}" if profile else "id_ed25519")


def people(names: Sequence[str], profile: str = "") -> list[Person]:
    """The others at this keyboard, each with the key of their place, made when it is new.

    Raises:
        NetError: ``key_file``.
    """
    return [Person(identity(_place(profile, number)), name) for number, name in enumerate(names, start=2)]


def known_people(profile: str = "") -> list[Person]:
    """Everybody who has ever played at this keyboard beside the player, by their keys.

    Raises:
        NetError: ``key_file``.
    """
    places = [_place(profile, number) for number in range(2, MOST + 1)]
    return [Person(identity(place)) for place in places if _key_file(place).exists()]


def _place(profile: str, number: int) -> str:
    """The identity of a place at this keyboard: the second person of the usual player is ``person-2``."""
    return f"{profile}-person-{number}" if profile else f"person-{number}"

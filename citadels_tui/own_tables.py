"""Own tables: those at which the player has a seat, at every host they know."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from net.base.errors import NetError
from net.identity.invitations import Address, Invite, parse_target

if TYPE_CHECKING:
    from net.client.connect import Trust
    from net.client.visitor import TablesView
    from net.identity.crypto import Identity
    from net.protocol.visitor_notes import ListedTable

VISITOR = "Guest"
"""The name of somebody who only looks, and has given none."""


@dataclass(frozen=True, slots=True)
class AskedHost:
    """A host, and its answer."""

    address: Address
    view: TablesView | None = None
    error: NetError | None = None

    @property
    def tables(self) -> tuple[ListedTable, ...]:
        """All that it shows."""
        return self.view.tables if self.view else ()

    @property
    def own(self) -> list[ListedTable]:
        """Those at which the player has a seat; first those at which it is their turn."""
        own = [table for table in self.tables if table.you is not None]
        return sorted(own, key=lambda table: table.you != table.asked)


def known_hosts() -> list[Address]:
    """Where the hosts are that the player knows."""
    from net.identity.known_hosts import KnownHosts

    goals: list[Address] = []
    for line in KnownHosts().addresses():
        try:
            goal = parse_target(line)
        except NetError:
            # A line that somebody has spoilt is nobody's address.
            continue
        goals.append(goal.address if isinstance(goal, Invite) else goal)
    return goals


async def ask(goal: Address | Invite, key: Identity, name: str, trust: Trust | None = None) -> AskedHost:
    """Look at a host's tables once, as a visitor."""
    from net.client.connect import visit

    address = goal.address if isinstance(goal, Invite) else goal
    try:
        visitor = await visit(goal, key, name, trust=trust)
        try:
            return AskedHost(address, await visitor.first_view())
        finally:
            await visitor.leave()
    except NetError as error:
        return AskedHost(address, error=error)


async def look(name: str) -> list[AskedHost]:
    """All hosts that the player knows, as a screen asks for them: what has to be loaded and read is in a thread."""

    def prepare() -> tuple[list[Address], Identity | None]:
        try:
            goals = known_hosts()
            if not goals:
                return [], None
            import net.client.connect  # noqa: F401
            from citadels_tui.doors import identity

            return goals, identity("")
        except NetError:
            return [], None

    goals, key = await asyncio.to_thread(prepare)
    return list(await asyncio.gather(*(ask(goal, key, name or VISITOR) for goal in goals))) if key else []


async def ask_all(key: Identity, name: str, trust: Trust | None = None) -> list[AskedHost]:
    """Look at the tables of all hosts that the player knows."""
    return list(await asyncio.gather(*(ask(goal, key, name, trust) for goal in known_hosts())))

"""Own tables: those at which the player has a seat, at every host they know."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
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
        """The tables that it shows."""
        return self.view.tables if self.view else ()

    @property
    def own(self) -> list[ListedTable]:
        """Tables at which the player has a seat; first those at which it is their turn."""
        own = [table for table in self.tables if table.you is not None]
        return sorted(own, key=lambda table: table.you != table.asked)


def known_hosts() -> list[list[Address]]:
    """Addresses of each host that the player knows. Several that share their tables have one key, and are one here."""
    from net.identity.known_hosts import KnownHosts

    hosts = [[*_goals(addresses)] for addresses in KnownHosts().hosts()]
    return [goals for goals in hosts if goals]


def _goals(lines: list[str]) -> Iterator[Address]:
    for line in lines:
        # A line that somebody has spoilt is nobody's address.
        with suppress(NetError):
            goal = parse_target(line)
            yield goal.address if isinstance(goal, Invite) else goal


async def query_host(goal: Address | Invite, key: Identity, name: str, trust: Trust | None = None) -> AskedHost:
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


async def _query_any(goals: list[Address], key: Identity, name: str, trust: Trust | None = None) -> AskedHost:
    """The answer of a host at any of its addresses; that of the first, when there is none."""
    asked = [asyncio.create_task(query_host(goal, key, name, trust)) for goal in goals]
    try:
        for answer in asyncio.as_completed(asked):
            found = await answer
            if found.view:
                return found
        return asked[0].result()
    finally:
        for each in asked:
            each.cancel()


async def look(name: str) -> AsyncIterator[list[AskedHost]]:
    """All hosts that the player knows, as a screen asks for them: what has to be loaded and read is in a thread.

    Yields:
        Those that have answered so far, or have been waited for in vain.
    """

    def prepare() -> tuple[list[list[Address]], Identity | None]:
        try:
            hosts = known_hosts()
            if not hosts:
                return [], None
            import net.client.connect  # noqa: F401
            from citadels_tui.session.connector import identity

            return hosts, identity("")
        except NetError:
            return [], None

    hosts, key = await asyncio.to_thread(prepare)
    if key is None:
        return
    asked = [asyncio.create_task(_query_any(goals, key, name or VISITOR)) for goals in hosts]
    for answer in asyncio.as_completed(asked):
        await answer
        yield [each.result() for each in asked if each.done()]


async def query_all(key: Identity, name: str, trust: Trust | None = None) -> list[AskedHost]:
    """Look at the tables of all hosts that the player knows."""
    return list(await asyncio.gather(*(_query_any(goals, key, name, trust) for goals in known_hosts())))

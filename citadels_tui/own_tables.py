"""Own tables: those at which the player has a seat, at every host they know."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
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
        """All that it shows."""
        return self.view.tables if self.view else ()

    @property
    def own(self) -> list[ListedTable]:
        """Those at which the player has a seat; first those at which it is their turn."""
        own = [table for table in self.tables if table.you is not None]
        return sorted(own, key=lambda table: table.you != table.asked)


def known_hosts() -> list[list[Address]]:
    """Where each host is that the player knows. Several that share their tables have one key, and are one here."""
    from net.identity.known_hosts import KnownHosts

    hosts = [[*_goals(addresses)] for addresses in KnownHosts().hosts()]
    return [goals for goals in hosts if goals]


def _goals(lines: list[str]) -> Iterator[Address]:
    for line in lines:
        # A line that somebody has spoilt is nobody's address.
        with suppress(NetError):
            goal = parse_target(line)
            yield goal.address if isinstance(goal, Invite) else goal


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


async def _ask_all(hosts: list[list[Address]], key: Identity, name: str, trust: Trust | None = None) -> list[AskedHost]:
    """The answer of each host, at any of its addresses; that of the first, when there is none."""
    goals = [goal for goals in hosts for goal in goals]
    answers = dict(zip(goals, await asyncio.gather(*(ask(goal, key, name, trust) for goal in goals)), strict=True))
    found = [[answers[goal] for goal in goals] for goals in hosts]
    return [next((answer for answer in said if answer.view), said[0]) for said in found]


async def look(name: str) -> list[AskedHost]:
    """All hosts that the player knows, as a screen asks for them: what has to be loaded and read is in a thread."""

    def prepare() -> tuple[list[list[Address]], Identity | None]:
        try:
            hosts = known_hosts()
            if not hosts:
                return [], None
            import net.client.connect  # noqa: F401
            from citadels_tui.connector import identity

            return hosts, identity("")
        except NetError:
            return [], None

    hosts, key = await asyncio.to_thread(prepare)
    return await _ask_all(hosts, key, name or VISITOR) if key else []


async def ask_all(key: Identity, name: str, trust: Trust | None = None) -> list[AskedHost]:
    """Look at the tables of all hosts that the player knows."""
    return await _ask_all(known_hosts(), key, name, trust)

"""`citadels tables`: the tables of a host, and one's own at every host one knows."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from citadels_tui.commands.options import player_name, profile_name
from citadels_tui.commands.parameters import Json, Name, Profile
from citadels_tui.errors import UsageError
from citadels_tui.room_names import title_of
from citadels_tui.texts import _, why
from citadels_tui.texts import tables as texts
from engine.editions import EDITIONS
from net.base.errors import NetError
from net.identity.invitations import Address, Invite, parse_target

if TYPE_CHECKING:
    from net.client.visitor import TablesView
    from net.identity.crypto import Identity
    from net.protocol.host_messages import ListedTable

INDENT = "    "
VISITOR = "Guest"
"""The name of somebody who only looks, and has given none."""


@dataclass(frozen=True, slots=True)
class AskedHost:
    """A host, and its answer."""

    address: Address
    view: TablesView | None = None
    error: NetError | None = None


def tables(target: str = "", /, *, name: Name = "", profile: Profile = "", json_: Json = False) -> int:
    """List the tables of a host; without an address, those at which you have a seat, at every host you know.

    Args:
        target: The host's address, with a port if it is not the usual one.
        name: Your name among the visitors.
        profile: Which of your identities to use, when several people play from one account.
        json_: Print one JSON object.

    Returns:
        0 when every host has answered, 1 otherwise.
    """
    from citadels_tui.doors import identity

    player, key = player_name(name) or VISITOR, identity(profile_name(profile))
    if target:
        try:
            goal = parse_target(target)
        except NetError as error:
            raise UsageError(why(error)) from None
        found = [asyncio.run(_ask(goal, key, player))]
    else:
        found = asyncio.run(_ask_all(key, player))
    if json_:
        print(json.dumps({"hosts": [_facts(host, bool(target)) for host in found]}))
    elif not found:
        print(_(texts.NO_HOSTS))
    else:
        print("\n".join(line for host in found for line in _lines(host, everybodys=bool(target))))
    return 1 if any(host.error for host in found) else 0


async def _ask_all(key: Identity, name: str) -> list[AskedHost]:
    from net.identity.known_hosts import KnownHosts

    goals: list[Address] = []
    for line in KnownHosts().addresses():
        try:
            goal = parse_target(line)
        except NetError:
            # A line that somebody has spoilt is nobody's address.
            continue
        goals.append(goal.address if isinstance(goal, Invite) else goal)
    return list(await asyncio.gather(*(_ask(goal, key, name) for goal in goals)))


async def _ask(goal: Address | Invite, key: Identity, name: str) -> AskedHost:
    """Look at a host's tables once."""
    from net.client.connect import visit

    address = goal.address if isinstance(goal, Invite) else goal
    try:
        visitor = await visit(goal, key, name, trust=_trust if sys.stdin and sys.stdin.isatty() else None)
        try:
            return AskedHost(address, await visitor.first_view())
        finally:
            await visitor.leave()
    except NetError as error:
        return AskedHost(address, error=error)


async def _trust(address: str, words: str) -> bool:
    """Ask whether the player recognises a host."""
    question = _(texts.CONFIRM).format(address=address, words=words)
    try:
        answer = await asyncio.to_thread(input, question)
    except EOFError:
        return False
    return answer.strip().casefold() == _(texts.YES).casefold()


def _shown(host: AskedHost, everybodys: bool) -> list[ListedTable]:
    found = host.view.tables if host.view else ()
    return [table for table in found if everybodys or table.you is not None]


def _lines(host: AskedHost, *, everybodys: bool) -> Iterator[str]:
    where = host.address.authority
    title = host.view.host if host.view else ""
    yield _(texts.HOST).format(host=title, address=where) if title else where
    if host.error:
        yield INDENT + why(host.error)
        return
    shown = _shown(host, everybodys)
    if not shown:
        yield INDENT + _(texts.NONE if everybodys else texts.NONE_OF_YOURS)
    for table in shown:
        yield INDENT + _row(table)
        if table.you is not None:
            yield 2 * INDENT + _(texts.YOUR_TURN if table.you == table.asked else texts.YOUR_SEAT)
        yield f"{2 * INDENT}citadels join {where}/{table.table}"


def _row(table: ListedTable) -> str:
    edition = _(EDITIONS[table.edition].name) if table.edition in EDITIONS else table.edition
    return _(texts.TABLE).format(
        title=title_of(table),
        edition=edition,
        phase=_(texts.PHASES[table.phase]),
        taken=table.people + table.bots,
        seats=table.seats,
        bots=table.bots,
        watchers=table.watchers,
    )


def _facts(host: AskedHost, everybodys: bool) -> dict[str, Any]:
    return {
        "address": host.address.authority,
        "name": host.view.host if host.view else "",
        "error": host.error.code if host.error else "",
        "tables": [table.model_dump() for table in _shown(host, everybodys)],
    }

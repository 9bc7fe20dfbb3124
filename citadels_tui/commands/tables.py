"""`citadels tables`: the tables of a host, and one's own at every host one knows."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from citadels_tui.cli.checks import player_name, profile_name
from citadels_tui.cli.options import Argument, Json, Name, Profile
from citadels_tui.table_list.own_tables import VISITOR, AskedHost, query_all, query_host
from citadels_tui.table_list.table_names import title_of
from citadels_tui.texts import _, why
from citadels_tui.texts import tables as texts
from citadels_tui.wording.errors import CommandError, UsageError
from citadels_tui.wording.own_command import own_command
from engine.editions import EDITIONS
from net.base.errors import NetError
from net.identity.invitations import parse_target

if TYPE_CHECKING:
    from net.protocol.visitor_notes import ListedTable

INDENT = "    "


@dataclass(frozen=True)
class TablesCommand:
    """List the tables of a host; without an address, those at which you have a seat, at every host you know."""

    target: Annotated[str, Argument("The host's address, with a port if it is not the usual one.")] = ""
    name: Name = ""
    profile: Profile = ""
    json: Json = False

    def run(self) -> int:
        """Print them; returns 0 when every host has answered, 1 otherwise.

        Raises:
            UsageError: when the address is none.
        CommandError: when the player's key or the hosts they know cannot be read.
        """
        from citadels_tui.session.connector import identity

        trust = _trust if _at_a_terminal() else None
        player, own = player_name(self.name) or VISITOR, profile_name(self.profile)
        try:
            goal = parse_target(self.target) if self.target else None
        except NetError as error:
            raise UsageError(why(error)) from None
        try:
            key = identity(own)
            found = (
                [asyncio.run(query_host(goal, key, player, trust))]
                if goal
                else asyncio.run(query_all(key, player, trust))
            )
        except NetError as error:
            raise CommandError(why(error)) from None
        if self.json:
            print(json.dumps({"hosts": [_facts(host, bool(self.target)) for host in found]}))
        elif not found:
            print(_(texts.NO_HOSTS).format(command=own_command()))
        else:
            print("\n".join(line for host in found for line in _lines(host, everybodys=bool(self.target))))
        return 1 if any(host.error for host in found) else 0


def _at_a_terminal() -> bool:
    """Whether somebody can be asked."""
    return bool(sys.stdin and sys.stdin.isatty())


async def _trust(address: str, words: str) -> bool:
    """Ask whether the player recognises a host."""
    question = _(texts.CONFIRM).format(address=address, words=words)
    try:
        answer = await asyncio.to_thread(input, question)
    except EOFError:
        return False
    return answer.strip().casefold() == _(texts.YES).casefold()


def _shown(host: AskedHost, everybodys: bool) -> list[ListedTable]:
    return list(host.tables) if everybodys else host.own


def _lines(host: AskedHost, *, everybodys: bool) -> Iterator[str]:
    where = host.address.authority
    title = host.view.host if host.view else ""
    yield _(texts.HOST).format(host=title, address=where) if title else where
    if host.error:
        yield INDENT + why(host.error)
        if host.error.code == "unknown_host" and not _at_a_terminal():
            yield INDENT + _(texts.CONFIRM_ONCE)
        return
    shown = _shown(host, everybodys)
    if not shown:
        yield INDENT + _(texts.NONE if everybodys else texts.NONE_OF_YOURS)
    for table in shown:
        yield INDENT + _row(table)
        if table.you is not None:
            yield 2 * INDENT + _(texts.YOUR_TURN if table.you == table.asked else texts.YOUR_SEAT)
        yield f"{2 * INDENT}{own_command()} join {where}/{table.table}"


def _row(table: ListedTable) -> str:
    edition = _(EDITIONS[table.edition].name) if table.edition in EDITIONS else table.edition
    return _(texts.TABLE).format(
        title=title_of(table),
        edition=edition,
        phase=_(texts.PHASES[table.phase]),
        taken=table.people + table.bots,
        seats=table.seats,
        bots=table.bots,
        spectators=table.spectators,
    )


def _facts(host: AskedHost, everybodys: bool) -> dict[str, Any]:
    return {
        "address": host.address.authority,
        "name": host.view.host if host.view else "",
        "error": host.error.code if host.error else "",
        "tables": [table.model_dump() for table in _shown(host, everybodys)],
    }

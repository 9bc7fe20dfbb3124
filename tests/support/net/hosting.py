"""Hosts on loopback and clients that play, for the tests."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from engine import Event, State, View
from net.base.errors import NetError
from net.base.limits import DEFAULT, Limits
from net.client.client import Client
from net.client.connect import connect
from net.client.updates import Closed, Decision, Ended, Happened, Refused, Started, Update, Verified
from net.host.game.logged_game import LoggedGame
from net.host.host import Host
from net.host.opening import Opening
from net.host.table.table import Table
from net.identity.crypto import Identity
from net.identity.invitations import Invite
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions

WAIT = 300.0
"""Seconds after which a test that hangs is ended, and that none takes on any machine."""

FAST = replace(
    DEFAULT,
    frames=(10_000.0, 10_000),
    moves=(10_000.0, 10_000),
    handshakes=(10_000.0, 10_000),
    joins=(10_000.0, 10_000),
    shared_joins=(10_000.0, 10_000),
    idle_pause=(0.0, 0.0),
    absence=0.0,
    tls_timeout=WAIT,
    join_timeout=WAIT,
    connect_timeout=WAIT,
    head_start=WAIT,
    relayed=(10_000.0, 10_000),
    stale=WAIT,
    silence=WAIT,
    shares=WAIT,
    doubt_part=100,
)
"""Limits that do not slow a test down, and with which nobody is taken for gone on a busy machine."""

SEED = bytes(range(32))


@asynccontextmanager
async def hosting(limits: Limits = FAST) -> AsyncIterator[Host]:
    """A host on a free loopback port."""
    async with asyncio.timeout(WAIT), Host.open(Identity.new(), limits=limits) as host:
        yield host


def run_by(given: Mapping[str, Any]) -> tuple[TableOptions, Opening]:
    """The options of a table and its opening, of fields of both."""
    opening = {name: value for name, value in given.items() if name in Opening.model_fields}
    options = {name: value for name, value in given.items() if name not in opening}
    return TableOptions(**options), Opening(**opening)


def open_table(host: Host, players: int = 4, **options: Any) -> Table:
    """A table whose bots do not wait, and to which everybody may come."""
    given: dict[str, Any] = {"seed": SEED, "bot_pause": 0.0, "private": False, **options}
    return host.open_table(given.pop("setup", Setup(players=players)), *run_by(given))


def invite(host: Host, table: Table, *, owner: bool = False) -> Invite:
    """The invitation by way of loopback."""
    return host.invite(table, "127.0.0.1", owner=owner)


async def seat_players(host: Host, table: Table, count: int, *, watch: bool = False) -> list[Client]:
    """Clients that join one after another."""
    invited = invite(host, table)
    return [await connect(invited, Identity.new(), f"Player {i + 1}", watch=watch, limits=FAST) for i in range(count)]


@dataclass
class Story:
    """What one client was told."""

    started: Started | None = None
    views: dict[int, View] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    moved: list[tuple[int, str]] = field(default_factory=list)
    """Who moved, and who decided it."""
    refused: list[Refused] = field(default_factory=list)
    ended: Ended | None = None
    verified: Verified | None = None
    closed: Closed | None = None
    head: bytes = b""
    others: list[Update] = field(default_factory=list)


async def play(
    client: Client,
    seed: int = 0,
    choose: Callable[[Decision], Any] | None = None,
    *,
    leave: bool = True,
    first: Decision | None = None,
) -> Story:
    """LoggedGame random moves to the end; ``first`` is a question that was read already."""
    story, chance = Story(), random.Random(seed)
    if first:
        await client.move(choose(first) if choose else chance.choice(first.moves))
    async for update in client.updates():
        match update:
            case Started():
                story.started = update
            case Happened():
                story.views[update.seq] = update.view
                story.events += update.events
                story.moved.append((update.seat, update.cause))
            case Decision() if not update.auto:
                await client.move(choose(update) if choose else chance.choice(update.moves))
            case Refused():
                story.refused.append(update)
            case Ended():
                story.ended = update
            case Verified():
                story.verified, story.head = update, client.head
                if not leave:
                    return story
                await client.leave()
            case Closed():
                story.closed = update
            case _:
                story.others.append(update)
    return story


async def until(client: Client, wanted: type[Update] | Callable[[Update], bool]) -> Any:
    """The next update of a type, or that fits."""
    async for update in client.updates():
        if isinstance(update, wanted) if isinstance(wanted, type) else wanted(update):
            return update
        assert not isinstance(update, Closed), update
    raise AssertionError("the updates ended")


async def soon(so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(WAIT):
        while not so():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def refusal(action: Callable[[], object]) -> str:
    """The code with which something is refused, in one printable sentence; empty when it is not."""
    try:
        action()
    except NetError as error:
        return error.code if str(error).isprintable() else "unprintable"
    return ""


def game_of(table: Table) -> State:
    """The engine's game behind a table."""
    assert table.game
    return table.game._state


def play_of(table: Table) -> LoggedGame:
    """The game a table plays."""
    assert table.game
    return table.game

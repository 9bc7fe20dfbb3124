"""The list of tables of hosts that share a store: each shows those of all, to each visitor what they may see."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from net.base.errors import NetError
from net.client.connect import connect, visit
from net.client.updates import Decision
from net.client.visitor import TableOpened, TablesView, Visitor
from net.host.host import Host
from net.host.seats.host_services import HostServices
from net.host.seats.lifecycle import Stage
from net.host.seats.lobby import Member
from net.host.shared.shared_list import listing, packed, read_listing
from net.host.table.table import Table
from net.host.table_row import OwnRows, TableRow, row_of
from net.identity.crypto import Identity
from net.identity.invitations import Address, Invite
from net.identity.tls import pin_of
from net.protocol.client_messages import OpenTable, Start
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.support.net.fakes import FakeClock
from tests.support.net.hosting import FAST, play, until
from tests.support.net.shared_hosts import opened, two_hosts

QUICK = replace(FAST, listing=0.01, new_tables=(1000.0, 1000), shared_new_tables=(1000.0, 1000))


def by_address(host: Host) -> Invite:
    return Invite(Address("127.0.0.1", host.port), pin_of(host.identity.public), b"")


async def look(host: Host, who: Identity) -> Visitor:
    return await visit(by_address(host), who, "Eve", limits=host.limits)


async def seen(visitor: Visitor, ids: set[str]) -> TablesView:
    """The list, once these tables are in it, and no others."""
    async for update in visitor.updates():
        if isinstance(update, TablesView) and {table.table for table in update.tables} == ids:
            return update
    raise AssertionError("the updates ended")


async def made(visitor: Visitor) -> str:
    """The table that a visitor has opened."""
    async for update in visitor.updates():
        if isinstance(update, TableOpened):
            return update.invite.address.table
    raise AssertionError("the updates ended")


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_each_host_lists_the_tables_of_all(url: str) -> None:
    ada, eve = Identity.new(), Identity.new()
    async with two_hosts(url, QUICK) as (first, second):
        at_first = await look(first, ada)
        await at_first.request(
            partial(OpenTable, setup=Setup(players=2), options=TableOptions(private=False, title="Friday"))
        )
        table = await made(at_first)
        at_second = await look(second, eve)
        (found,) = (await seen(at_second, {table})).tables
        assert (found.title, found.phase, found.people) == ("Friday", "open", 0)
        # One of this host's own, and one that strangers do not see.
        here = second.open_table(Setup(players=2))
        first.open_table(Setup(players=2), here.options.model_copy(update={"listed": False}))
        await seen(at_second, {table, here.id})
        await seen(at_first, {table, here.id})
        # Whoever sits down at the one of the other host is sent there.
        goal = replace(by_address(second), address=replace(by_address(second).address, table=table))
        player = await connect(goal, eve, "Eve", limits=QUICK)
        assert [member.name for member in first.tables[table].lobby.players] == ["Eve"]
        await player.leave(for_good=True)
        await at_first.leave()
        await at_second.leave()


@pytest.mark.slow
@pytest.mark.asyncio
async def test_players_see_their_turn_at_every_host(url: str) -> None:
    ada = Identity.new()
    async with two_hosts(url, QUICK) as (first, second):
        table = opened(first)
        client = await connect(first.invite(table, "127.0.0.1"), ada, "Ada", limits=QUICK)
        await client.request(Start)
        question = await until(client, Decision)
        mine, strange = await look(second, ada), await look(second, Identity.new())
        async for update in mine.updates():
            # The bot may have been asked before; Ada is asked until she answers.
            rows = update.tables if isinstance(update, TablesView) else ()
            if [(row.table, row.you, row.asked) for row in rows] == [(table.id, 0, 0)]:
                break
        (shown,) = (await seen(strange, {table.id})).tables
        assert (shown.you, shown.asked) == (None, None)
        # What is gone there is gone here.
        await play(client, first=question)
        await seen(strange, set())
        for visitor in (mine, strange):
            await visitor.leave()


def shown() -> tuple[Table, TableRow]:
    table = Table(HostServices(Identity.new(), FakeClock()), Setup(players=3))
    table.lobby.sit(Member("Ada", b"a" * 32, b"s" * 32, None))
    table.access.ban(b"b" * 32)
    return table, row_of(table)


def test_a_row_is_read_as_it_was_shown() -> None:
    table, row = shown()
    assert read_listing(listing([packed(row)])) == {table.id: row}
    assert row.others == {b"a" * 32, b"b" * 32}
    mine = row.own(b"a" * 32)
    assert mine
    assert (mine.you, row.own(b"b" * 32), row.own(b"c" * 32)) == (0, None, None)


@pytest.mark.parametrize("spoilt", [b"", b"\x00", b"\xc1", b"\x91\x01", b"\x91\xc4\x01\x80", b"\xdd\xff\xff\xff\xff"])
def test_unreadable_listings_are_not_shown(spoilt: bytes) -> None:
    assert read_listing(spoilt) == {}
    _table, row = shown()
    whole = listing([packed(row)])
    assert read_listing(whole[:-1]) == {}
    assert read_listing(whole.replace(b"deluxe", b"DELUXE")) == {}


def test_a_row_is_made_anew_only_when_what_it_shows_has_changed() -> None:
    table, _ = shown()
    rows = OwnRows({table.id: table})
    first = rows.of(table.id)
    assert first
    assert rows.of(table.id) is first
    table.lobby.spectators.append(Member("Bea", b"w" * 32, b"s" * 32, None))
    second = rows.of(table.id)
    assert second
    assert (first.shown.spectators, second.shown.spectators) == (0, 1)
    table.series.options = table.options.model_copy(update={"title": "Friday"})
    third = rows.of(table.id)
    assert third
    assert third.shown.title == "Friday"
    table.lifecycle.enter(Stage.CLOSED, NetError("table_unknown"))
    assert rows.of(table.id) is None

"""Tables in a database that hosts share: players go on at another host, and wait while the database does not answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from net.base.errors import NetError
from net.client.client import Client
from net.client.connect import connect
from net.client.updates import Decision, Ended, Happened, Link, Notice, Started, Verified
from net.host.host import Host
from net.host.shared.vouching import vouch_for
from net.host.store.store import StoredGame
from net.host.table import saving
from net.identity.crypto import Identity
from net.identity.invitations import Address, Invite
from net.identity.tls import pin_of
from net.protocol.client_messages import Start
from tests.support.net.databases import Server
from tests.support.net.hardships import full
from tests.support.net.hosting import FAST, WAIT, play, soon, until
from tests.support.net.shared_hosts import code, opened, two_hosts
from tests.support.ports import free_port

pytestmark = pytest.mark.slow

postgres = pytest.importorskip(
    "net.host.postgres.postgres_store", reason="the extra postgres is missing", exc_type=ImportError
)
postgres_session = postgres.postgres_session
PostgresStore = postgres.PostgresStore


def invited(host: Host, table: Any) -> Invite:
    return host.invite(table, "127.0.0.1")


class Playing(NamedTuple):
    """Two hosts, and a game at the first one that has asked its player."""

    first: Host
    second: Host
    table: Any
    client: Client
    question: Decision


@asynccontextmanager
async def playing(url: str, proofs: Path) -> AsyncIterator[Playing]:
    async with two_hosts(url) as (first, second):
        table = opened(first)
        client = await connect(invited(first, table), Identity.new(), "Ada", limits=FAST, archive=proofs / "own.db")
        await client.request(Start)
        yield Playing(first, second, table, client, await until(client, Decision))
        await client.leave()


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_players_go_on_at_another_host(url: str, tmp_path: Path) -> None:
    async with playing(url, tmp_path) as (first, second, table, client, question):
        await first.close()
        story = await play(client, first=question, leave=False)
        assert story.ended
        assert story.verified
        # A question that is open when the connection is lost is asked again, and may be answered twice.
        assert {refused.code for refused in story.refused} <= {"stale_decision"}
        assert table.id in second.tables


@pytest.mark.asyncio
async def test_a_player_at_the_wrong_host_is_sent_to_the_right_one(url: str, tmp_path: Path) -> None:
    async with two_hosts(url) as (first, second):
        table = opened(first)
        # A table at which nobody is left ends.
        owner = await connect(invited(first, table), Identity.new(), "Bo", limits=FAST, archive=tmp_path / "own.db")
        right, wrong = invited(first, table), replace(invited(first, table), address=Address("127.0.0.1", second.port))
        assert await code(_joined(wrong, tmp_path)) == ""
        # By its number, too, and by the owner's token.
        named = replace(wrong, token=right.token, address=replace(wrong.address, table=table.id))
        assert await code(_joined(named, tmp_path)) == ""
        owned = replace(wrong, token=first.invite(table, owner=True).token)
        assert await code(_joined(owned, tmp_path)) == ""
        assert await code(_joined(replace(wrong, token=b"nonsense"), tmp_path)) == "invite_bad"
        unknown = replace(wrong, token=b"", address=replace(wrong.address, table="3" * 26))
        assert await code(_joined(unknown, tmp_path)) == "table_unknown"
        assert not second.tables
        await owner.leave()


@pytest.mark.asyncio
async def test_a_guest_of_one_host_plays_at_the_tables_of_all(url: str, tmp_path: Path) -> None:
    """Their client runs on the machine of a host, which vouches for them at the others."""
    async with two_hosts(url) as (first, second):
        table, guest = opened(first), Identity.new()
        target = replace(invited(first, table), address=Address("127.0.0.1", second.port))
        join = partial(connect, target, guest, "Ada", limits=FAST, archive=tmp_path / "own.db", via="web")
        others = vouch_for(second.identity, "web", Identity.new().public)
        for wrong in (None, bytes(32), others, vouch_for(second.identity, "ssh", guest.public)):
            assert await code(join(vouch=wrong)) == "auth"
        client = await join(vouch=vouch_for(second.identity, "web", guest.public))
        await client.request(Start)
        started: Started = await until(client, Started)
        assert [seat.via for seat in started.seats if seat.kind == "human"] == ["web"]
        first_question = await until(client, Decision)
        await first.close()
        story = await play(client, first=first_question, leave=False)
        assert story.ended
        assert story.verified
        assert table.id in second.tables
        await client.leave()


@pytest.mark.asyncio
async def test_a_guest_is_told_where_an_unreachable_table_is(url: str, tmp_path: Path) -> None:
    async with two_hosts(url) as (first, second):
        table, guest = opened(first), Identity.new()
        owner = await connect(invited(first, table), Identity.new(), "Bo", limits=FAST, archive=tmp_path / "own.db")
        for listener in first._listeners:
            listener.close()
        target = replace(invited(first, table), address=Address("127.0.0.1", second.port))
        vouch = vouch_for(second.identity, "ssh", guest.public)
        with pytest.raises(NetError) as caught:
            await connect(target, guest, "Ada", limits=FAST, archive=tmp_path / "own.db", via="ssh", vouch=vouch)
        assert (caught.value.code, caught.value.detail) == ("elsewhere", Address("127.0.0.1", first.port).authority)
        await owner.leave()


@pytest.mark.asyncio
@pytest.mark.parametrize("comes", ["by name", "with an invitation", "later"])
async def test_a_table_that_could_not_be_read_when_it_was_taken_is_read_later(
    comes: str, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    identity, port = Identity.new(), free_port()

    def host() -> AbstractAsyncContextManager[Host]:
        shared = PostgresStore.open(url, Address("127.0.0.1", port).authority, pin_of(identity.public))
        return Host.open(identity, port=port, limits=FAST, store=shared)

    async with asyncio.timeout(WAIT), host() as first:
        table = opened(first)
        target = invited(first, table)
        client = await connect(target, Identity.new(), "Bo", limits=FAST, archive=tmp_path / "own.db")
        await client.request(Start)
        await until(client, lambda update: isinstance(update, Happened))
        await client.leave(for_good=False)
    if comes == "by name":
        target = replace(target, address=replace(target.address, table=table.id))
    async with asyncio.timeout(WAIT), host() as second:

        def away(_: str) -> StoredGame:
            raise NetError("database")

        with monkeypatch.context() as patch:
            patch.setattr(second._store, "game", away)
            assert second.recover() == []
        assert not second.unread
        if comes == "later":
            # Nobody has to ask for it.
            await soon(lambda: table.id in second.tables)
        assert await code(_joined(target, tmp_path)) == ""
        assert [*second.tables] == [table.id]


async def _joined(invite: Invite, proofs: Path) -> None:
    client = await connect(invite, Identity.new(), "Ada", limits=FAST, archive=proofs / "own.db", watch=True)
    await client.leave()


@pytest.mark.asyncio
@pytest.mark.thorough
async def test_a_table_waits_for_the_database(
    server: Server, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(saving._RETRY, "database", 0.05)
    async with playing(url, tmp_path) as (first, second, table, client, question):
        told, waited = None, False
        server.kill()
        await client.move(question.moves[0])
        async for update in client.updates():
            match update:
                case Notice():
                    told = update
                    waited = table.stalled is not None
                    server.start()
                case Decision() if not update.auto:
                    await client.move(update.moves[0])
                case Link():
                    raise AssertionError("the connection was lost")
                case Verified():
                    break
        assert told
        assert "database does not answer" in told.sentence
        assert waited
        assert table.id in first.tables
        assert not second.tables


@pytest.mark.asyncio
async def test_a_table_waits_while_its_database_is_full(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(saving._RETRY, "disk_full", 0.05)
    async with playing(url, tmp_path) as (_first, _second, table, client, question):
        with full(url):
            await client.move(question.moves[0])
            told = await until(client, Notice)
            assert "disk is full" in told.sentence
            await soon(lambda: table.stalled is not None)
        story = await play(client, leave=False)
        assert story.verified


@pytest.mark.asyncio
@pytest.mark.thorough
async def test_a_host_that_has_lost_a_table_sends_its_players_after_it(
    server: Server, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_session, "_LATE", postgres_session._SILENT)
    async with playing(url, tmp_path) as (first, second, table, client, question):
        # As if the first had been taken for dead, and is not: the second has the table, and both are there.
        claimed, store = None, second._store
        assert isinstance(store, PostgresStore)
        while not (claimed and claimed.record):
            server.ask(
                url, f"UPDATE hosts SET heartbeat = heartbeat - interval '1 minute' WHERE address LIKE '%:{first.port}'"
            )
            claimed = await store.claim(table.id)
        assert second._recovery.recover(table.id, claimed.record)
        await client.move(question.moves[0])
        seen, ended = 0, False
        async for update in client.updates():
            match update:
                case Happened():
                    seen += 1
                case Decision() if not update.auto:
                    await client.move(update.moves[0])
                case Ended():
                    ended = True
                case Verified():
                    break
        assert ended
        assert seen > 10
        assert table.id not in first.tables

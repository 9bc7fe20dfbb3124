"""Guests whose client runs on the host's machine: everybody is told that the host has their keys."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from net.base.errors import NetError
from net.client.client import Client
from net.client.connect import connect
from net.client.updates import Closed, Decision, LobbyView, Started
from net.gamelog.log_report import Report
from net.gamelog.proof import Proof
from net.gamelog.verify import verify
from net.host.host import Host
from net.host.seats.lobby import Member
from net.host.shared.vouching import vouch_for
from net.host.store.journal import Journal
from net.host.table.table import Table
from net.identity.crypto import Identity
from net.identity.invitations import Address, Invite
from net.identity.tls import pin_of
from net.protocol.client_messages import Start
from net.protocol.schema import Via
from tests.support.net.hosting import FAST, WAIT, invite, open_table, play, until


@asynccontextmanager
async def hosting(store: Path | None = None, identity: Identity | None = None) -> AsyncIterator[tuple[Host, Path]]:
    """A host, and its Unix socket."""
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name:
        path = Path(name) / "host.sock"
        kept = Journal(store) if store else None
        async with (
            asyncio.timeout(WAIT),
            Host.open(identity or Identity.new(), unix=path, limits=FAST, store=kept) as host,
        ):
            yield host, path


async def guest(host: Host, path: Path, table: Table, name: str, via: Via, player: Identity | None = None) -> Client:
    """Somebody whose client runs on the host's machine."""
    address = Address("", table=table.id, unix=str(path))
    target = Invite(address, pin_of(host.identity.public), table.access.player_token)
    return await connect(target, player or Identity.new(), name, limits=FAST, keep_logs=False, via=via)


async def report_of(host: Host, clients: list[Client], table: Table) -> Report:
    """What the log of a whole game shows."""
    await clients[0].request(Start)
    stories = await asyncio.gather(*(play(client, seed, leave=False) for seed, client in enumerate(clients)))
    assert all(story.verified and story.verified.ok for story in stories)
    assert table.game
    proof = Proof.of(host.identity.public, table.game.log.frames)
    for client in clients:
        await client.leave()
    return verify(proof.host, proof.notes)


@pytest.mark.asyncio
@pytest.mark.slow
async def test_guests_are_marked_in_lobby_log_and_verdict() -> None:
    async with hosting() as (host, path):
        table = open_table(host, 3, seed=None)
        ada = await connect(invite(host, table), Identity.new(), "Ada", limits=FAST, keep_logs=False)
        clients = [ada, await guest(host, path, table, "Bo", "ssh"), await guest(host, path, table, "Cleo", "web")]
        lobby: LobbyView = await until(ada, lambda update: isinstance(update, LobbyView) and bool(update.seats[2].name))
        assert [(seat.name, seat.via) for seat in lobby.seats] == [("Ada", ""), ("Bo", "ssh"), ("Cleo", "web")]
        report = await report_of(host, clients, table)
        assert report.shares == (0, 1, 2)
        assert report.own_shares == (0,)
        assert report.verdict.startswith("Verified: nobody alone could choose the seed")
        assert report.verdict.endswith("Whoever runs the host has the keys of Bo (SSH) and Cleo (web).")


@pytest.mark.asyncio
@pytest.mark.slow
async def test_guests_alone_do_not_keep_the_host_from_choosing_the_seed() -> None:
    async with hosting() as (host, path):
        table = open_table(host, 2, seed=None)
        report = await report_of(host, [await guest(host, path, table, name, "ssh") for name in ("Ada", "Bo")], table)
        assert report.ok
        assert not report.shared
        assert report.verdict.startswith("Verified: the host could choose the seed")


@pytest.mark.asyncio
async def test_only_a_client_on_the_hosts_machine_says_so() -> None:
    async with hosting() as (host, _path):
        with pytest.raises(NetError) as caught:
            await connect(invite(host, open_table(host)), Identity.new(), "Ada", limits=FAST, via="ssh")
        assert caught.value.code == "auth"


@pytest.mark.asyncio
async def test_an_unshared_host_admits_no_guest_of_others() -> None:
    async with hosting() as (host, _path):
        ada, table = Identity.new(), open_table(host)
        vouch = vouch_for(host.identity, "ssh", ada.public)
        with pytest.raises(NetError) as caught:
            await connect(invite(host, table), ada, "Ada", limits=FAST, via="ssh", vouch=vouch)
        assert caught.value.code == "auth"


@pytest.mark.asyncio
async def test_nobody_comes_back_to_a_game_another_way() -> None:
    async with hosting() as (host, path):
        table, ada = open_table(host, 2, bots=["random"]), Identity.new()
        client = await guest(host, path, table, "Ada", "ssh", ada)
        await client.request(Start)
        await until(client, Decision)
        with pytest.raises(NetError) as caught:
            await connect(invite(host, table), ada, "Ada", limits=FAST)
        assert caught.value.code == "auth"
        await client.leave(for_good=False)
        again = await guest(host, path, table, "Ada", "ssh", ada)
        started: Started = await until(again, Started)
        assert started.seats[0].via == "ssh"
        await again.leave()


@pytest.mark.asyncio
async def test_a_host_that_says_it_of_somebody_else_is_found_out() -> None:
    async with hosting() as (host, _path):
        table = open_table(host, 2, bots=["random"])
        client = await connect(invite(host, table), Identity.new(), "Ada", limits=FAST, keep_logs=False)
        await until(client, LobbyView)
        (member,) = table.lobby.players
        member.via = "ssh"
        await client.request(Start)
        closed = [update async for update in client.updates() if isinstance(update, Closed)]
        assert [(update.code, "another way" in update.sentence) for update in closed] == [("fork", True)]


@pytest.mark.asyncio
@pytest.mark.parametrize("started", [False, True])
async def test_after_a_restart_it_is_still_known(tmp_path: Path, started: bool) -> None:
    identity, file = Identity.new(), tmp_path / "host.db"
    async with hosting(file, identity) as (host, path):
        table = open_table(host, 2, bots=["random"])
        client = await guest(host, path, table, "Ada", "web")
        await until(client, LobbyView)
        if started:
            await client.request(Start)
            await until(client, Decision)
    await client.leave(for_good=False)
    async with hosting(file, identity) as (host, _path):
        (table,) = host.recover()
        (who,) = [seat for seat in table.lobby.seats if isinstance(seat, Member)]
        assert (who.name, who.via) == ("Ada", "web")

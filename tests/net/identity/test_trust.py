"""Who is at the other end: invitations, first contact, and keys that change."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.client.connect import connect
from net.client.updates import Closed, Decision
from net.gamelog.archive import archived
from net.identity.certificate import make_certificate
from net.identity.crypto import Identity
from net.identity.fingerprint import fingerprint
from net.identity.invitations import Address, Invite
from net.identity.known_hosts import KnownHosts
from net.identity.tls import pin_of
from net.protocol.client_messages import Start
from net.protocol.session import HostSession
from tests.support.net.hosting import hosting, invite, open_table, play_of, until


@asynccontextmanager
async def impostor(heard: list[bytes], identity: Identity) -> AsyncIterator[Address]:
    """A host that is not the one that was meant, and writes down what it is told."""
    certificate = make_certificate()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(HostSession(identity, certificate.hash, DEFAULT).hello())
        while chunk := await reader.read(65536):
            heard.append(chunk)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=certificate.context)
    async with server:
        yield Address("127.0.0.1", server.sockets[0].getsockname()[1])


async def no(_address: str, _words: str) -> bool:
    return False


async def yes(_address: str, _words: str) -> bool:
    return True


@pytest.mark.asyncio
async def test_nothing_is_sent_to_a_host_with_the_wrong_key() -> None:
    heard: list[bytes] = []
    async with impostor(heard, Identity.new()) as address:
        with pytest.raises(NetError) as caught:
            await connect(Invite(address, bytes(20), bytes(8)), Identity.new(), "Ada")
        assert caught.value.code == "pin"
        await asyncio.sleep(0.01)
    assert heard == []


@pytest.mark.asyncio
async def test_nothing_is_sent_to_a_host_that_shows_another_s_key() -> None:
    """It knows the real host's public key, but cannot sign for its own certificate with it."""
    heard: list[bytes] = []
    real, fake = Identity.new(), Identity.new()
    pin = pin_of(real.public)
    fake.public = real.public
    async with impostor(heard, fake) as address:
        with pytest.raises(NetError) as caught:
            await connect(Invite(address, pin, bytes(8)), Identity.new(), "Ada")
        assert caught.value.code == "pin"
    assert heard == []


@pytest.mark.asyncio
async def test_a_host_that_only_speaks_tls_1_2_is_refused() -> None:
    certificate = make_certificate()
    certificate.context.minimum_version = ssl.TLSVersion.TLSv1_2
    certificate.context.maximum_version = ssl.TLSVersion.TLSv1_2
    heard: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read(100))
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=certificate.context)
    async with server:
        address = Address("127.0.0.1", server.sockets[0].getsockname()[1])
        with pytest.raises(NetError) as caught:
            await connect(Invite(address, bytes(20), bytes(8)), Identity.new(), "Ada")
    assert caught.value.code == "tls"
    assert heard == []


@pytest.mark.asyncio
async def test_first_contact_asks_and_remembers(tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path / "known_hosts")
    asked: list[tuple[str, str]] = []

    async def ask(address: str, words: str) -> bool:
        asked.append((address, words))
        return len(asked) > 1

    async with hosting() as host:
        open_table(host, 4)
        address = Address("127.0.0.1", host.port)
        with pytest.raises(NetError) as caught:
            await connect(address, Identity.new(), "Ada", trust=ask, known_hosts=hosts)
        assert caught.value.code == "unknown_host"
        assert not hosts.path.exists()
        first = await connect(address, Identity.new(), "Ada", trust=ask, known_hosts=hosts)
        assert asked == [(address.authority, fingerprint(host.identity.public))] * 2
        assert first.fingerprint == asked[0][1]
        # From now on nobody is asked.
        client = await connect(address, Identity.new(), "Cleo", trust=no, known_hosts=hosts)
        # Nor at another address: who has this key is this host.
        moved = Address("localhost", host.port)
        other = await connect(moved, Identity.new(), "Bo", trust=no, known_hosts=hosts)
        for each in (other, client, first):
            await each.leave()
        assert hosts.hosts() == [[address.authority, moved.authority]]
    with pytest.raises(NetError) as caught:
        await connect(address, Identity.new(), "Ada", trust=None, known_hosts=hosts)
    assert caught.value.code == "unreachable"


@pytest.mark.asyncio
async def test_a_host_of_an_invitation_is_remembered_where_the_file_is_given(tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path / "known_hosts")
    async with hosting() as host:
        invited = invite(host, open_table(host, 4))
        clients = [await connect(invited, Identity.new(), "Ada")]
        # A host of one's own is nobody to be remembered.
        assert hosts.hosts() == []
        clients += [await connect(invited, Identity.new(), name, known_hosts=hosts) for name in ("Bo", "Cy")]
        assert hosts.path.read_text().count("\n") == 1
        assert hosts.check(invited.address.authority, host.identity.public)
        # What is remembered already is not written over.
        other = KnownHosts(tmp_path / "other")
        other.remember(invited.address.authority, Identity.new().public)
        before = other.path.read_bytes()
        clients.append(await connect(invited, Identity.new(), "Dan", known_hosts=other))
        assert other.path.read_bytes() == before
        for client in clients:
            await client.leave()


@pytest.mark.asyncio
async def test_a_changed_key_is_a_hard_stop_that_names_the_line(tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path / "known_hosts")
    heard: list[bytes] = []
    async with impostor(heard, Identity.new()) as address:
        hosts.remember("elsewhere:1", bytes(32))
        hosts.remember(address.authority, Identity.new().public)
        with pytest.raises(NetError) as caught:
            await connect(address, Identity.new(), "Ada", trust=yes, known_hosts=hosts)
    assert caught.value.code == "host_changed"
    assert f"{hosts.path}, line 2" in str(caught.value)
    assert heard == []


@pytest.mark.asyncio
async def test_without_anybody_to_ask_an_unknown_host_is_refused(tmp_path: Path) -> None:
    heard: list[bytes] = []
    async with impostor(heard, Identity.new()) as address:
        with pytest.raises(NetError) as caught:
            await connect(address, Identity.new(), "Ada", known_hosts=KnownHosts(tmp_path / "k"))
    assert caught.value.code == "unknown_host"
    assert heard == []


@pytest.mark.asyncio
async def test_a_port_in_use_is_told_in_words() -> None:
    async with hosting() as host:
        with pytest.raises(NetError) as caught:
            async with type(host).open(Identity.new(), port=host.port):
                pass
        reason = f"127.0.0.1:{host.port} is in use by another program."
        assert (caught.value.code, caught.value.detail) == ("local_host", reason)


@pytest.mark.asyncio
async def test_a_client_that_is_called_absent_stops_and_keeps_the_evidence(tmp_path: Path) -> None:
    async with hosting() as host:
        table = open_table(host, 2, bots=["random"])
        client = await connect(invite(host, table), Identity.new(), "Ada", archive=tmp_path / "own.db")
        await client.request(Start)
        await until(client, lambda update: isinstance(update, Decision) and not update.auto)
        play = play_of(table)
        table.inbox.post(lambda: play.answer(play.view(0).moves[0], "absent"))
        closed = await until(client, Closed)
        assert (closed.code, closed.retry) == ("false_absence", "never")
        assert "you were here all the time" in closed.sentence
        assert archived(tmp_path / "own.db" / f"{play.log.game}.proof").notes[-1].seq == play.did

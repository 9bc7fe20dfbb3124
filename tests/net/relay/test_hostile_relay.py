"""A hostile relay, and what it gains."""

from __future__ import annotations

import asyncio
import os
import socket
from dataclasses import replace

import pytest

from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.client.connect import connect
from net.client.dial import dial
from net.client.reconnect import AGAIN
from net.client.updates import LobbyView
from net.host.lines.relay_line import _counted_by
from net.identity.crypto import Identity
from net.identity.invitations import Address
from net.protocol.relaying import (
    OFFER,
    TICKET,
    ClientWaits,
    LineHeartbeat,
    LineNonce,
    OfferHost,
    RelayRefusal,
    TakeClient,
)
from net.relay.relay import HostLine, Relay
from tests.support.net.hosting import FAST, WAIT, open_table, soon, until
from tests.support.net.relays import (
    PATIENT,
    far,
    hosting_by,
    line_of,
    refused_offer,
    relaying,
    tapping,
)
from tests.support.ports import free_port


class Swapping(Relay):
    """Leads everybody to another host than they want."""

    async def _taken(self, line: HostLine, address: str) -> socket.socket:
        return await super()._taken(next(other for other in self._lines.values() if other is not line), address)


@pytest.mark.asyncio
async def test_a_relay_that_swaps_hosts_is_noticed_before_anything_is_said() -> None:
    async with (
        Swapping(bind="127.0.0.1", limits=PATIENT) as relay,
        hosting_by(relay) as mine,
        hosting_by(relay) as other,
    ):
        await soon(lambda: relay.hosts == 2)
        async with tapping() as taps:
            with pytest.raises(NetError) as caught:
                await connect(far(mine, open_table(mine)), Identity.new(), "Ada", limits=FAST)
        assert caught.value.code == "relay_stranger"
        # A game that is in progress is not given up for it.
        assert caught.value.code in AGAIN
        assert len(taps) == 1
        assert other.status(1).visitors == 0


@pytest.mark.asyncio
async def test_a_host_refuses_replayed_relay_traffic() -> None:
    async with relaying() as relay, hosting_by(relay) as host, tapping() as taps:
        table = open_table(host)
        client = await connect(far(host, table), Identity.new(), "Ada", limits=FAST)
        await until(client, LobbyView)
        recorded = bytes(taps[0].said[taps[0]._client])
        await client.leave()
        await soon(lambda: not table.lobby.players)
        line = next(iter(relay._lines.values()))
        loop = asyncio.get_running_loop()
        sock = await relay._taken(line, "127.0.0.1")
        await loop.sock_sendall(sock, recorded)
        said = b""
        try:
            while chunk := await loop.sock_recv(sock, 65536):
                said += chunk
        except OSError:
            pass
        sock.close()
        # It has answered the first message, and then nothing fitted.
        assert len(said) < 5000
        assert not table.lobby.players


@pytest.mark.asyncio
async def test_a_signature_for_one_relay_is_refused_by_another() -> None:
    host = Identity.new()
    async with relaying() as first, relaying() as second:
        stream = await line_of(first)
        nonce = LineNonce.model_validate(await stream.next(WAIT)).nonce
        offer = OfferHost(host=host.public, sig=host.sign(OFFER, first._certificate.hash, nonce))
        assert await refused_offer(second, offer) == "auth"
        assert await refused_offer(first, offer) == "auth"
        assert await refused_offer(first) == "auth"
        assert first.hosts == second.hosts == 0
        stream.send(offer.frame())
        await soon(lambda: first.hosts == 1)
        stream.abort()
        await soon(lambda: first.hosts == 0)


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_relay_that_floods_a_host_with_clients_keeps_nobody_out() -> None:
    limits = replace(FAST, relayed=DEFAULT.relayed, taking=DEFAULT.taking, waiting=4, tls_timeout=WAIT)
    async with relaying() as relay, hosting_by(relay, limits) as host:
        line = next(iter(relay._lines.values()))
        taken = 0

        def count(ticket: bytes, sock: socket.socket) -> None:
            nonlocal taken
            taken += 1
            open_sockets.append(sock)

        open_sockets: list[socket.socket] = []
        relay._take = count  # type: ignore[method-assign]
        for number in range(5_000):
            address = f"10.{number % 250}.{number // 250}.1"
            line.stream._writer.write(ClientWaits(ticket=os.urandom(TICKET), address=address).frame())
        table = open_table(host)
        client = await connect(host.invite(table, "127.0.0.1"), Identity.new(), "Ada", limits=FAST)
        await until(client, LobbyView)
        assert host.relay_line
        # The line is alive when all of it is read.
        line.stream._writer.write(LineHeartbeat().frame())
        await soon(lambda: taken > 0)
        assert taken <= DEFAULT.relayed[1] + 100
        assert len(host.relay_line._taking) <= DEFAULT.taking
        assert len(host.relay_line.listener._silent) <= limits.waiting
        await client.leave()
        for sock in open_sockets:
            sock.close()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "said",
    [
        b"\xff" * 4096,
        b"\0\0\0\0",
        b"\0\0\x10\0" + bytes(4096),
        b"\0\0\0\x01\xc0",
        LineNonce(nonce=bytes(16)).frame(),
        TakeClient(ticket=bytes(16)).frame(),
    ],
)
async def test_a_relay_that_talks_nonsense_is_dialled_again_and_the_host_goes_on(said: bytes) -> None:
    async with relaying() as relay, hosting_by(relay, replace(FAST, backoff=(0.01, 0.05))) as host:
        line = next(iter(relay._lines.values()))
        line.stream._writer.write(said)
        await soon(lambda: bool(relay._lines) and line not in relay._lines.values())
        client = await connect(far(host, open_table(host)), Identity.new(), "Ada", limits=FAST)
        await client.leave()


def test_a_relays_word_cannot_make_a_client_local() -> None:
    """The host counts clients of its own machine by the word ``account``, and others by their address."""
    for said in ("account", "10.0.0.1", "2001:db8::1", "", "x" * 64, "fe80::1%eth0"):
        assert _counted_by(said).startswith("relay")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "said",
    [
        b"\xff" * 512,
        b"",
        b"\0\0\0\x05\x81\xa1t\xa3",
        RelayRefusal(code="auth").frame(),
        RelayRefusal(code="bad_frame").frame().replace(b"bad_frame", b"superseed"),
    ],
)
async def test_a_client_retries_after_every_answer_of_a_relay(said: bytes) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.write(said)
        writer.close()

    async with asyncio.timeout(WAIT), await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        address = Address("127.0.0.1", free_port(), relay=f"127.0.0.1:{port}")
        with pytest.raises(NetError) as caught:
            await dial(address, bytes(20), FAST)
        assert caught.value.code in AGAIN

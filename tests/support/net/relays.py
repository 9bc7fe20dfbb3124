"""Relays on loopback for the tests: honest ones, and one that does whatever a relay can do."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from unittest.mock import patch

from net.base.limits import RELAY, Limits, RelayLimits
from net.base.sockets import connect_tcp
from net.host.host import Host
from net.host.table.table import Table
from net.identity.crypto import Identity
from net.identity.invitations import Address, Invite
from net.identity.tls import client_context
from net.protocol.relay_stream import FrameStream, receive_frame
from net.protocol.relaying import OFFER, RELAY_PROTO, LineNonce, OfferHost, OpenLine, RelayRefusal
from net.protocol.schema import Message
from net.relay.relay import Relay, Splice
from tests.support.net.hosting import FAST, WAIT, soon
from tests.support.ports import free_port

PATIENT = replace(
    RELAY,
    first_frame=WAIT,
    taking=WAIT,
    silence=WAIT,
    idle=WAIT,
    calls=(10_000.0, 10_000),
    handshakes=(10_000.0, 10_000),
)
"""Limits with which nobody is taken for gone on a busy machine."""


@asynccontextmanager
async def relaying(
    limits: RelayLimits = PATIENT, hosts: set[bytes] | None = None, port: int = 0
) -> AsyncIterator[Relay]:
    """A relay on a loopback port."""
    async with asyncio.timeout(WAIT), Relay(bind="127.0.0.1", port=port, hosts=hosts, limits=limits) as relay:
        yield relay


@asynccontextmanager
async def hosting_by(relay: Relay, limits: Limits = FAST, identity: Identity | None = None) -> AsyncIterator[Host]:
    """A host that can be reached by a relay, too."""
    way = Address("127.0.0.1", relay.port)
    async with asyncio.timeout(WAIT), Host.open(identity or Identity.new(), relay=way, limits=limits) as host:
        line = host.relay_line
        assert line
        await soon(lambda: line.error is not None or relay.hosts > 0)
        yield host


def far(host: Host, table: Table, *, owner: bool = False) -> Invite:
    """An invitation for somebody who cannot reach the host itself."""
    return host.invite(table, "127.0.0.1", owner=owner).at("127.0.0.1", free_port())


async def call(relay: Relay, message: Message | bytes) -> socket.socket:
    """Call a relay and say something."""
    sock = await connect_tcp("127.0.0.1", relay.port, WAIT)
    frame = message if isinstance(message, bytes) else message.frame()
    await asyncio.get_running_loop().sock_sendall(sock, frame)
    return sock


async def answer(sock: socket.socket) -> dict[str, object]:
    """What a relay says to somebody who has called; nothing when it hangs up."""
    try:
        return await receive_frame(sock)
    except OSError:
        return {}


async def asked(relay: Relay, message: Message | bytes) -> dict[str, object]:
    """Call a relay, say something, and hang up: its answer."""
    sock = await call(relay, message)
    try:
        return await answer(sock)
    finally:
        sock.close()


class Tapped(Splice):
    """A splice that keeps what both sides say."""

    taps: list[Tapped] = []  # noqa: RUF012

    async def run(self) -> None:
        self.taps.append(self)
        self.said = {self._client: bytearray(), self._host: bytearray()}
        await super().run()

    async def _pump(self, source: socket.socket, target: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        try:
            while chunk := await loop.sock_recv(source, 16384):
                self.said[source] += chunk
                await loop.sock_sendall(target, chunk)
        except OSError:
            return


@asynccontextmanager
async def tapping() -> AsyncIterator[list[Tapped]]:
    """All relays keep what passes through them."""
    Tapped.taps = []
    with patch("net.relay.relay.Splice", Tapped):
        yield Tapped.taps


async def line_of(relay: Relay) -> FrameStream:
    """A host's line that has just been opened."""
    sock = await call(relay, OpenLine(proto=RELAY_PROTO))
    return await FrameStream.secure(sock, client_context(), WAIT, server=False)


async def refused_offer(relay: Relay, offer: OfferHost | None = None) -> str:
    """What a relay says to an offer of somebody's, made for another relay."""
    stream = await line_of(relay)
    nonce = LineNonce.model_validate(await stream.next(WAIT)).nonce
    stranger = Identity.new()
    offer = offer or OfferHost(host=stranger.public, sig=stranger.sign(OFFER, bytes(32), nonce))
    stream.send(offer.frame())
    try:
        return RelayRefusal.model_validate(await stream.next(WAIT)).code
    finally:
        stream.abort()

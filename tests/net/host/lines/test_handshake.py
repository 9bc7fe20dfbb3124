"""The handshake: whoever says nothing, or speaks no TLS or another one, is sent away."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from asyncio.sslproto import _SSLProtocolTransport
from dataclasses import replace
from typing import Any

import pytest

from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.base.sockets import until_closed
from net.client.client import Client
from net.client.dial import dial
from net.client.updates import Closed
from net.protocol.host_messages import Err
from tests.support.net.hosting import FAST, WAIT, hosting, invite, open_table, seat_players


@pytest.mark.asyncio
async def test_a_silent_connection_is_sent_away() -> None:
    async with hosting(replace(FAST, join_timeout=0.05)) as host:
        table = open_table(host, 2)
        target = invite(host, table)
        connection = await dial(target.address, target.pin, DEFAULT)
        answer = await connection.next()
        assert isinstance(answer, Err)
        assert answer.code == "timeout"
        await connection.close()


@pytest.mark.asyncio
async def test_connections_without_tls_are_sent_away() -> None:
    async with hosting(replace(FAST, tls_timeout=0.2)) as host:
        table = open_table(host, 2)
        for opening in (b"", b"SSH-2.0-OpenSSH\r\n", bytes(500)):
            reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
            writer.write(opening)
            with contextlib.suppress(ConnectionResetError):
                assert b"citadels" not in await reader.read(1000)
            writer.close()
        clients: list[Client] = []
        async with asyncio.timeout(WAIT):
            # On a busy machine a handshake may take longer than it has here.
            while not clients:
                with contextlib.suppress(NetError):
                    clients = await seat_players(host, table, 1)
        await clients[0].leave()


@pytest.mark.asyncio
@pytest.mark.parametrize("old", [True, False], ids=["TLS 1.2", "no ALPN"])
async def test_other_tls_is_refused(old: bool) -> None:
    async with hosting() as host:
        open_table(host, 2)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        if old:
            context.maximum_version = ssl.TLSVersion.TLSv1_2
            context.set_alpn_protocols(["citadels/1"])
            with pytest.raises((ssl.SSLError, ConnectionError)):
                await asyncio.open_connection("127.0.0.1", host.port, ssl=context)
        else:
            reader, writer = await asyncio.open_connection("127.0.0.1", host.port, ssl=context)
            assert await reader.read(1000) == b""
            writer.close()


ABORT = _SSLProtocolTransport.abort


def abort_as_at_first(transport: Any) -> None:
    """`asyncio`'s way to abort a connection with TLS in the first releases of Python 3.11."""
    if transport._ssl_protocol is None:
        raise AttributeError("_abort")
    ABORT(transport)


@pytest.mark.asyncio
async def test_a_connection_that_is_lost_can_be_hung_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asyncio.sslproto._SSLProtocolTransport.abort", abort_as_at_first)
    async with hosting() as host:
        target = invite(host, open_table(host, 2))
        connection = await dial(target.address, target.pin, DEFAULT)
        connection.abort()
        assert [message async for message in connection.messages()] == []
        await connection.close()


@pytest.mark.asyncio
async def test_leaving_ends_even_if_the_host_keeps_the_line_open(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hosting() as host:
        (client,) = await seat_players(host, open_table(host, 2), 1)
        connection = client._connection
        monkeypatch.setattr(connection._writer, "wait_closed", asyncio.Event().wait)
        connection._limits = replace(FAST, close_timeout=0.01)
        await client.leave()
        assert [update.code async for update in client.updates() if isinstance(update, Closed)] == ["left"]


@pytest.mark.asyncio
async def test_leaving_over_a_closed_connection_counts() -> None:
    """`asyncio.wait_for` of Python 3.11 would forget it, and the client come back."""
    loop = asyncio.get_running_loop()
    closing = loop.create_future()
    task = loop.create_task(until_closed(closing, WAIT))
    await asyncio.sleep(0.01)
    closing.set_result(None)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

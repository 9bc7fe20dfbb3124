"""A client's connection at the host: it is joining, then at a table, then closing, and never goes back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from net.base.limits import DEFAULT
from net.host.lines.connection import Connection, ConnectionState
from net.identity.crypto import Identity
from net.protocol.client_messages import Leave, SayPhrase, TableRequest
from net.protocol.rate_limits import Rates
from net.protocol.session import HostSession


class Wire:
    """A line that keeps what is written to it."""

    unsent = 0

    def __init__(self) -> None:
        self.written = b""

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None: ...

    def abort(self) -> None: ...

    async def wait_closed(self) -> None: ...


def opened() -> tuple[Connection, Wire]:
    wire: Any = Wire()
    return Connection(wire, HostSession(Identity.new(), bytes(32), DEFAULT), DEFAULT), wire


def admit(connection: Connection) -> None:
    connection.admit(watching=False, rates=Rates(DEFAULT, 0))


@pytest.mark.asyncio
async def test_the_table_lets_a_client_in_who_then_goes() -> None:
    connection, wire = opened()
    states = [connection.state]
    admit(connection)
    assert await connection.admitted()
    states.append(connection.state)
    connection.send(b"first")
    connection.close("superseded")
    states.append(connection.state)
    assert states == list(ConnectionState)
    said = wire.written
    assert said.startswith(b"first")
    assert b"superseded" in said
    connection.send(b"more")
    connection.close("timeout")
    await connection.finish()
    await connection.wait_closed()
    assert wire.written == said


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "hang_up", [Connection.drop, lambda connection: connection.close("busy")], ids=["drop", "close"]
)
async def test_a_client_that_is_gone_is_not_let_in_any_more(hang_up: Callable[[Connection], None]) -> None:
    """The table may hear of the client only after the connection has ended."""
    connection, _ = opened()
    hang_up(connection)
    admit(connection)
    assert not await connection.admitted()
    assert connection.state is ConnectionState.CLOSING
    await connection.finish()


@pytest.mark.asyncio
async def test_requests_are_handed_on_as_they_come_until_the_client_leaves() -> None:
    connection, _ = opened()
    handed: list[object] = []
    connection.hand(TableRequest, handed.append)
    said, after = SayPhrase(cid=1, phrase="hello"), SayPhrase(cid=2, phrase="well")
    connection._take(iter([said]))
    assert handed == [said]
    connection._take(iter([Leave(), after]))
    assert isinstance(await connection.next(), Leave)
    assert handed == [said]
    await connection.finish()


@pytest.mark.asyncio
async def test_queued_frames_keep_their_order() -> None:
    connection, wire = opened()
    connection.queue(b"a")
    await asyncio.sleep(0)
    assert wire.written == b""
    connection.queue(b"b")
    connection.flush()
    assert wire.written == b"ab"
    connection.queue(b"c")
    connection.send(b"d")
    await asyncio.sleep(0)
    assert wire.written == b"abcd"
    await connection.finish()

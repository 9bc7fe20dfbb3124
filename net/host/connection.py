"""Connection: one client at the host, as a socket, a session, and an outgoing queue that nobody waits for."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections import deque
from collections.abc import AsyncGenerator
from enum import Enum, auto

from net.base.errors import CODES, ProtocolError
from net.base.limits import KIB, Limits
from net.host.tally import HostTally
from net.identity.crypto import Identity
from net.identity.leaf import Leaf
from net.identity.tls import ALPN
from net.protocol.client_messages import Join, Leave, Ping, Request
from net.protocol.host_messages import Bye, Err, Pong
from net.protocol.rate_limits import Rates
from net.protocol.session import HostSession

_CHUNK = 16 * KIB
_KERNEL = 64 * KIB
"""What the system may keep of what is sent on one connection."""
_PONG = Pong().frame()


class ConnectionState(Enum):
    """The stage a connection has reached; it never goes back."""

    JOINING = auto()
    """The client has not been let in yet."""
    ADMITTED = auto()
    """It is at a table."""
    CLOSING = auto()
    """Nothing more is sent, and what still comes is not waited for."""


class Connection:
    """A `net.host.lobby.Peer` over TLS."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        session: HostSession,
        limits: Limits,
        tally: HostTally | None = None,
    ) -> None:
        self.state = ConnectionState.JOINING
        self._tally = tally or HostTally()
        self._reader = reader
        self._writer = writer
        self._session = session
        self._limits = limits
        self._backlog = limits.spectator_backlog
        self._loop = asyncio.get_running_loop()
        self._heard = self._loop.time()
        """When something came in last."""
        # One for all of the connection: a timeout for every read would cost as much as the reading.
        self._alarm = self._loop.call_later(limits.join_timeout, self._check)
        self._queued: deque[bytes] = deque()
        self._unsent = 0
        """Bytes queued, replays aside."""
        self._flush: asyncio.Handle | None = None
        self._pump: asyncio.Task[None] | None = None
        self._answered = asyncio.Event()
        self._finished = asyncio.Event()

    @classmethod
    async def accept(
        cls, sock: socket.socket, leaf: Leaf, host: Identity, limits: Limits, tally: HostTally | None = None
    ) -> Connection:
        """Make an accepted socket secure, and say who the host is.

        Raises:
            OSError: when the other side does not speak TLS 1.3, or is gone (`ssl.SSLError` included).
        """
        loop = asyncio.get_running_loop()
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        # What waits there is not counted as unread, and must not be much.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _KERNEL)
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        reader = asyncio.StreamReader(limit=_CHUNK)
        protocol = asyncio.StreamReaderProtocol(reader)
        try:
            transport, _ = await loop.connect_accepted_socket(
                lambda: protocol,
                sock,
                ssl=leaf.context,
                ssl_handshake_timeout=limits.tls_timeout,
                ssl_shutdown_timeout=limits.close_timeout,
            )
        except (OSError, asyncio.CancelledError) as error:
            # Its traceback holds asyncio's frames, and they the error: a cycle, and as big as a connection.
            raise error.with_traceback(None) from None
        writer = asyncio.StreamWriter(transport, protocol, reader, loop)
        if transport.get_extra_info("ssl_object").selected_alpn_protocol() != ALPN:
            transport.abort()
            raise ConnectionError("not a client of this game")
        session = HostSession(host, leaf.hash, limits)
        connection = cls(reader, writer, session, limits, tally)
        connection.send(session.hello())
        return connection

    # Coming in

    async def messages(self) -> AsyncGenerator[Join | Leave | Request]:
        """The client's messages: a `Join` first and in time, requests after; ends when the connection does."""
        while self.state is not ConnectionState.CLOSING:
            try:
                chunk = await self._reader.read(_CHUNK)
            except OSError:
                chunk = b""
            self._heard = self._loop.time()
            self._tally.received += len(chunk)
            if not chunk:
                # There is nobody left to take leave of.
                self._writer.transport.abort()
                return
            try:
                for message in self._session.receive(chunk, self._heard):
                    if isinstance(message, Err):
                        self.send(message.frame())
                    elif isinstance(message, Ping):
                        self.send(_PONG)
                    else:
                        yield message
            except ProtocolError as error:
                self.close(error.code, error.detail)

    async def admitted(self) -> bool:
        """Wait for the table's word."""
        await self._answered.wait()
        return self.state is ConnectionState.ADMITTED

    def _check(self) -> None:
        """Hang up on a client that has not joined in time, or has not been heard of for too long."""
        left = 0 if self.state is ConnectionState.JOINING else self._heard + self._limits.silence - self._loop.time()
        if left > 0:
            self._alarm = self._loop.call_later(left, self._check)
        else:
            self.close("timeout")
            self._writer.transport.abort()

    # net.host.lobby.Peer

    def admit(self, *, watching: bool, rates: Rates) -> None:
        """The table has let the client in."""
        self._session.welcomed(rates)
        self._backlog = self._limits.spectator_backlog if watching else self._limits.seat_backlog
        if self.state is ConnectionState.JOINING:
            self.state = ConnectionState.ADMITTED
            self._answered.set()

    def send(self, frame: bytes) -> None:
        """Send a frame, together with whatever is sent at once; a client that does not read is dropped instead."""
        if self.state is ConnectionState.CLOSING:
            return
        self._queued.append(frame)
        self._unsent += len(frame)
        if self._unsent > self._backlog:
            if self._pump:
                self.drop()
            else:
                self._send_at_once()
        elif not self._pump and not self._flush:
            self._flush = self._loop.call_soon(self._send_at_once)

    def replay(self, frames: list[bytes]) -> None:
        """Send many frames as fast as the client reads; whatever is sent meanwhile comes after them."""
        if frames and self.state is not ConnectionState.CLOSING:
            self._queued.extend(frames)
            self._pump = self._loop.create_task(self._send_in_time())

    def close(self, code: str, detail: str = "") -> None:
        """Say why, and hang up. With no code, just hang up."""
        if self.state is ConnectionState.CLOSING:
            return
        if self._pump:
            self._pump.cancel()
        else:
            self._send_at_once()
        if code in CODES:
            last = Bye(code=code) if code in ("host_shutdown", "superseded") else Err(code=code, detail=detail[:200])
            self._write(last.frame())
        self._hang_up()
        self._writer.close()

    async def finish(self) -> None:
        """Hang up, if that has not been done, and wait until it is."""
        self._alarm.cancel()
        if self._pump:
            self._pump.cancel()
        self._hang_up()
        self._writer.close()
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(self._limits.close_timeout):
                await self._writer.wait_closed()
        self._writer.transport.abort()
        self._finished.set()

    async def wait_closed(self) -> None:
        """Wait until the connection is gone."""
        await self._finished.wait()

    def _send_at_once(self) -> None:
        self._flush = None
        if self._pump or self.state is ConnectionState.CLOSING or not self._queued:
            return
        self._write(b"".join(self._queued))
        self._queued.clear()
        self._unsent = 0
        if self._writer.transport.get_write_buffer_size() > self._backlog:
            self.drop()

    async def _send_in_time(self) -> None:
        with contextlib.suppress(OSError):
            while self._queued:
                self._write(self._queued.popleft())
                await self._writer.drain()
        self._pump = None
        self._unsent = 0

    def _write(self, data: bytes) -> None:
        self._tally.sent += len(data)
        self._writer.write(data)

    def drop(self) -> None:
        """Hang up at once, without a word."""
        self._hang_up()
        self._writer.transport.abort()

    def _hang_up(self) -> None:
        self.state = ConnectionState.CLOSING
        self._answered.set()

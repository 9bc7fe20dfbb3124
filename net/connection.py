"""One connection at the host: a socket, a session, and a way out that never makes anybody wait."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections import deque
from collections.abc import AsyncGenerator

from net.crypto import Identity
from net.errors import CODES, ProtocolError
from net.limits import Limits
from net.messages import Bye, Err, Join, Leave, Ping, Pong, Request
from net.session import HostSession
from net.tls import ALPN, Leaf

_CHUNK = 16 * 1024
_PONG = Pong().frame()


class Connection:
    """A `net.lobby.Peer` over TLS."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, session: HostSession, limits: Limits
    ) -> None:
        self.refused_entry = False
        """Whether it was turned away for something it did wrong at the door."""
        self.is_admitted = False
        self._reader = reader
        self._writer = writer
        self._session = session
        self._limits = limits
        self._backlog = limits.spectator_backlog
        self._queued: deque[bytes] = deque()
        self._queued_live = 0
        self._pump: asyncio.Task[None] | None = None
        self._answered = asyncio.Event()
        self._closing = False
        self._finished = asyncio.Event()

    @classmethod
    async def accept(cls, sock: socket.socket, leaf: Leaf, host: Identity, limits: Limits) -> Connection:
        """Make an accepted socket secure, and say who the host is.

        Raises:
            OSError: when the other side does not speak TLS 1.3, or is gone (`ssl.SSLError` included).
        """
        loop = asyncio.get_running_loop()
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
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
        except BaseException:
            sock.close()
            raise
        writer = asyncio.StreamWriter(transport, protocol, reader, loop)
        if transport.get_extra_info("ssl_object").selected_alpn_protocol() != ALPN:
            transport.abort()
            raise ConnectionError("not a client of this game")
        session = HostSession(host, leaf.hash, limits, loop.time())
        connection = cls(reader, writer, session, limits)
        connection.send(session.hello())
        return connection

    # Coming in

    async def messages(self) -> AsyncGenerator[Join | Leave | Request]:
        """What the client says: a `Join` first and in time, requests after; ends when the connection does."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._limits.join_timeout
        while not self._closing:
            try:
                async with asyncio.timeout_at(loop.time() + self._limits.silence if self.is_admitted else deadline):
                    chunk = await self._reader.read(_CHUNK)
            except TimeoutError:
                self.close("timeout")
                return
            except OSError:
                chunk = b""
            if not chunk:
                # There is nobody left to take leave of.
                self._writer.transport.abort()
                return
            try:
                for message in self._session.receive(chunk, loop.time()):
                    if isinstance(message, Err):
                        self.send(message.frame())
                    elif isinstance(message, Ping):
                        self.send(_PONG)
                    else:
                        yield message
            except ProtocolError as error:
                self.refused_entry = not self.is_admitted
                self.close(error.code, error.detail)

    async def admitted(self) -> bool:
        """Wait for the table's word."""
        await self._answered.wait()
        return self.is_admitted

    # net.lobby.Peer

    def admit(self, *, watching: bool) -> None:
        """The table has let the client in."""
        self._session.welcomed()
        self._backlog = self._limits.spectator_backlog if watching else self._limits.seat_backlog
        self.is_admitted = True
        self._answered.set()

    def send(self, frame: bytes) -> None:
        """Send a frame; a client that does not read is dropped instead."""
        if self._closing:
            return
        if self._pump:
            self._queued.append(frame)
            self._queued_live += len(frame)
            waiting = self._queued_live
        else:
            self._writer.write(frame)
            waiting = self._writer.transport.get_write_buffer_size()
        if waiting > self._backlog:
            self._closing = True
            self._answered.set()
            self._writer.transport.abort()

    def replay(self, frames: list[bytes]) -> None:
        """Send many frames as fast as the client reads; whatever is sent meanwhile comes after them."""
        if frames and not self._closing:
            self._queued.extend(frames)
            self._pump = asyncio.get_running_loop().create_task(self._send_queued())

    async def _send_queued(self) -> None:
        with contextlib.suppress(OSError):
            while self._queued:
                self._writer.write(self._queued.popleft())
                await self._writer.drain()
        self._pump = None
        self._queued_live = 0

    def close(self, code: str, detail: str = "") -> None:
        """Say why, and hang up. With no code, just hang up."""
        if self._closing:
            return
        if code in ("invite_bad", "table_unknown"):
            self.refused_entry = True
        if self._pump:
            self._pump.cancel()
        if code in CODES:
            last = Bye(code=code) if code in ("host_shutdown", "superseded") else Err(code=code, detail=detail[:200])
            self._writer.write(last.frame())
        self._closing = True
        self._answered.set()
        self._writer.close()

    async def finish(self) -> None:
        """Hang up, if that has not been done, and wait until it is."""
        if self._pump:
            self._pump.cancel()
        self._closing = True
        self._writer.close()
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(self._limits.close_timeout):
                await self._writer.wait_closed()
        self._writer.transport.abort()
        self._finished.set()

    async def wait_closed(self) -> None:
        """Wait until the connection is gone."""
        await self._finished.wait()

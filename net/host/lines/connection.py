"""Connection: one client at the host, as a socket, a session, and an outgoing queue that nobody waits for."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections import deque
from collections.abc import Callable, Iterator
from enum import Enum, auto
from types import UnionType
from typing import Any

from net.base.errors import CODES, ProtocolError
from net.base.limits import KIB, Limits
from net.base.sockets import until_closed
from net.host.lines.tls_line import TlsLine
from net.host.store.tally import HostTally
from net.identity.certificate import Certificate
from net.identity.crypto import Identity
from net.identity.tls import ALPN
from net.protocol.client_messages import ClientMessage, Join, Leave, Ping, Request
from net.protocol.host_messages import Bye, Err, Pong
from net.protocol.rate_limits import Rates
from net.protocol.session import HostSession

_WAITING = 64
"""Messages that may wait in the inbox before nothing more is read."""
_KERNEL = 64 * KIB
"""Bytes that the system may buffer of one connection's output."""
_BATCH = 12 * KIB
"""Bytes from which on what is sent again is not gathered any more: a record of TLS holds 16 KiB."""
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
    """A `net.host.seats.lobby.Peer` over TLS."""

    def __init__(self, line: TlsLine, session: HostSession, limits: Limits, tally: HostTally | None = None) -> None:
        self.state = ConnectionState.JOINING
        self.origin = b""
        self.guest = False
        self._asked = False
        """Whether the client has asked to be let in."""
        self._tally = tally or HostTally()
        self._line = line
        self._session = session
        self._limits = limits
        self._backlog = limits.spectator_backlog
        self._loop = asyncio.get_running_loop()
        self.opened = self._heard = self._loop.time()
        """When something came in last."""
        # One for all of the connection: a timeout for every read would cost as much as the reading.
        self._alarm = self._loop.call_later(limits.join_timeout, self._check)
        self._inbox: deque[Join | Leave | Request] = deque()
        self._more = asyncio.Event()
        """Set when something is in the inbox, or nothing will be any more."""
        self._kind: UnionType | None = None
        self._handed: Callable[[Any], None] | None = None
        """The handler of requests of this kind; without one they go through the inbox."""
        self._rest: Iterator[ClientMessage | Err] | None = None
        """Messages behind a `Join`, which has to be answered first."""
        self._over = False
        """Whether the client has ended the connection."""
        self._queued: deque[bytes] = deque()
        self._unsent = 0
        """Bytes queued, replays aside."""
        self._flushing: asyncio.Handle | None = None
        self._pump: asyncio.Task[None] | None = None
        self._answered = asyncio.Event()
        self._finished = asyncio.Event()

    @classmethod
    async def accept(
        cls,
        sock: socket.socket,
        certificate: Certificate,
        host: Identity,
        limits: Limits,
        tally: HostTally | None = None,
    ) -> Connection:
        """Make an accepted socket secure, and say who the host is.

        Raises:
            OSError: when the other side does not speak TLS 1.3, or is gone (`ssl.SSLError` included).
        """
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        # What waits there is not counted as unread, and must not be much.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _KERNEL)
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line = await TlsLine.accept(sock, certificate.context, limits.tls_timeout)
        if line.alpn != ALPN:
            line.abort()
            raise ConnectionError("not a client of this game")
        session = HostSession(host, certificate.hash, limits)
        connection = cls(line, session, limits, tally)
        connection.send(session.hello())
        line.listen(connection._received)
        return connection

    # Coming in

    def hand(self, kind: UnionType, to: Callable[[Any], None]) -> None:
        """Hand all further requests of a kind to a function, as soon as they come; `next` returns the others."""
        self._kind, self._handed = kind, to

    async def next(self) -> Join | Leave | Request | None:
        """Wait for the client's next message: a `Join` first and in time, requests after; None when there is none."""
        while not self._inbox:
            if self._over or self.state is ConnectionState.CLOSING:
                return None
            self._more.clear()
            if self._rest:
                rest, self._rest = self._rest, None
                self._take(rest)
            else:
                self._line.resume()
                await self._more.wait()
        return self._inbox.popleft()

    def _received(self, chunk: bytes) -> None:
        self._heard = self._loop.time()
        self._tally.received += len(chunk)
        if chunk:
            self._take(self._session.receive(chunk, self._heard))
        else:
            # There is nobody left to take leave of.
            self._over = True
            self._more.set()
            self._line.abort()

    def _take(self, messages: Iterator[ClientMessage | Err]) -> None:
        """Answer what can be answered at once, and put the rest into the inbox."""
        try:
            for message in messages:
                if isinstance(message, Err):
                    self.send(message.frame())
                elif isinstance(message, Ping):
                    self.send(_PONG)
                elif self._handed and self._kind and isinstance(message, self._kind):
                    self._handed(message)
                else:
                    self._inbox.append(message)
                    self._more.set()
                    if isinstance(message, Leave):
                        # Nobody listens to what follows a farewell.
                        self._handed = None
                    if isinstance(message, Join):
                        self._asked = True
                        self._rest = messages
                        self._line.pause()
                        return
        except ProtocolError as error:
            self.close(error.code, error.detail)
        if len(self._inbox) >= _WAITING:
            self._line.pause()

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
            # Others may have been in the way of one who asked in time.
            waited = self._asked and self.state is ConnectionState.JOINING
            self.close("busy" if waited else "timeout")
            self._line.abort()

    # net.host.seats.lobby.Peer

    def admit(self, *, watching: bool, rates: Rates) -> None:
        """The table has let the client in."""
        self._session.welcomed(rates)
        self._backlog = self._limits.spectator_backlog if watching else self._limits.seat_backlog
        if self.state is ConnectionState.JOINING:
            self.state = ConnectionState.ADMITTED
            self._answered.set()

    def send(self, frame: bytes) -> None:
        """Send a frame, together with all that is sent at once; a client that does not read is dropped instead."""
        self.queue(frame)
        if self._queued and not self._pump and not self._flushing:
            self._flushing = self._loop.call_soon(self.flush)

    def queue(self, frame: bytes) -> None:
        """Send a frame with the next `flush`, or with what is replayed; no more of them wait than a client may need."""
        if self.state is ConnectionState.CLOSING:
            return
        self._queued.append(frame)
        self._unsent += len(frame)
        if self._unsent > self._backlog:
            if self._pump:
                self.drop()
            else:
                self.flush()

    def replay(self, frames: list[bytes]) -> None:
        """Send many frames as fast as the client reads; frames that are sent meanwhile come after them."""
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
            self.flush()
        if code in CODES:
            last = Bye(code=code) if code in ("host_shutdown", "superseded") else Err(code=code, detail=detail[:200])
            self._write(last.frame())
        self._hang_up()
        self._line.close()

    async def finish(self) -> None:
        """Hang up, if that has not been done, and wait until it is."""
        self._alarm.cancel()
        if self._pump:
            self._pump.cancel()
        self._hang_up()
        self._line.close()
        await until_closed(self._line.wait_closed(), self._limits.close_timeout)
        self._line.abort()
        # It refers to this connection: together they would stay until somebody looks for garbage.
        self._handed = None
        self._finished.set()

    async def wait_closed(self) -> None:
        """Wait until the connection is gone."""
        await self._finished.wait()

    def flush(self) -> None:
        """Send what is queued, unless something is replayed, with which it goes."""
        self._flushing = None
        if self._pump or self.state is ConnectionState.CLOSING or not self._queued:
            return
        self._write(b"".join(self._queued))
        self._queued.clear()
        self._unsent = 0
        if self._line.unsent > self._backlog:
            self.drop()

    async def _send_in_time(self) -> None:
        with contextlib.suppress(OSError):
            while self._queued:
                batch = bytearray()
                while self._queued and len(batch) < _BATCH:
                    batch += self._queued.popleft()
                self._write(bytes(batch))
                await self._line.drain()
                # Others have their turn, also while this client reads as fast as it is sent to.
                await asyncio.sleep(0)
        self._pump = None
        self._unsent = 0

    def _write(self, data: bytes) -> None:
        self._tally.sent += len(data)
        self._line.write(data)

    def drop(self) -> None:
        """Hang up at once, without a word."""
        self._hang_up()
        self._line.abort()

    def _hang_up(self) -> None:
        self.state = ConnectionState.CLOSING
        self._answered.set()
        self._more.set()

"""Metered connections: those of guests to a library that speaks SSH or HTTP, which bounds nothing by itself.

What comes in is handed on in small pieces, at a bounded rate, and addresses take turns: a library has few of a peer's
bytes to work with. A peer that does not read what it is answered is not read from. Who has
no session yet has sent so much at most, and where there is no room the oldest of the address that has most goes.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from net.base.fairness import FairQueue, Turns
from net.base.limits import KIB, Bucket
from net.base.sockets import address_of

_PIECE = KIB
"""Bytes that are handed on at once: some thirty of the shortest packets of SSH, 2 to 3 ms of work."""
_LEAST = 64
"""Bytes that a piece counts for at least: each wakes the host."""
_RATE = (8.0 * KIB, 64 * KIB)
"""Bytes of one connection: per second, burst. Somebody who leaves a finger on a key sends 3 KiB a second."""
_IN_ALL = (96.0 * KIB, 256 * KIB)
"""Bytes of all connections at one port: 2,500 of the shortest packets, a quarter of a processor."""
_LINES = 4096
"""More connections than can be open."""

LibraryMaker = Callable[["MeteredConnection"], asyncio.Protocol | None]
"""Makes the library's end of a connection; None: it is not wanted."""


class GuestListener:
    """The connections by one port.

    Args:
        make: Makes the library's end of each connection.
        waiting: Connections without a session.
        patience: Seconds until each of them has one.
        first: Bytes each of them may send until then.
    """

    def __init__(self, make: LibraryMaker, *, waiting: int, patience: float, first: int) -> None:
        loop = asyncio.get_running_loop()
        self.waiting: FairQueue[MeteredConnection] = FairQueue()
        """Connections without a session."""
        self.turns = Turns(_IN_ALL, _LINES, loop.time, loop.call_later, in_order=True, singly=True)
        self.make, self.patience, self.first = make, patience, first
        self._most = waiting

    async def listen(self, listening: socket.socket) -> asyncio.Server:
        """Accept connections at a socket that listens."""
        return await asyncio.get_running_loop().create_server(lambda: MeteredConnection(self), sock=listening)

    def enter(self, line: MeteredConnection) -> None:
        """Add a new connection."""
        self.waiting.add(line, line.address)
        if len(self.waiting) > self._most:
            self.waiting.evict().abort()

    def close(self) -> None:
        """Hang up on all who have no session."""
        while self.waiting:
            self.waiting.evict().abort()


class MeteredConnection(asyncio.BufferedProtocol, asyncio.Transport):
    """One connection: a protocol for the socket, and a transport for the library."""

    def __init__(self, listener: GuestListener) -> None:
        super().__init__()
        self.address = ""
        """The address that the connection counts for; empty where the system does not tell it."""
        self.blocked: Callable[[bool], None] = lambda _: None
        """Told when the peer does not read, and when it reads again."""
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self._rate = Bucket(_RATE, self._loop.time())
        self._buffer = bytearray(_PIECE)
        self._left = listener.first
        """Bytes that may still come until there is a session."""
        self._transport: asyncio.Transport
        self._library: asyncio.Protocol | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._pause: asyncio.TimerHandle | None = None
        self._wanted = True
        """Whether the library would like to have more."""
        self._held = False
        """Whether a piece is on its way to the library, or the rate does not allow another one yet."""
        self._full = False
        """Whether the peer has not read yet what it was sent."""

    def settle(self) -> None:
        """The connection has become a session."""
        self._listener.waiting.discard(self)
        if self._timer:
            self._timer.cancel()
            self._timer = None

    # The protocol of the socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin with the connection that was made."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        peer = transport.get_extra_info("peername")
        self.address = address_of(peer[0]) if peer else ""
        self._library = self._listener.make(self)
        if self._library is None:
            transport.abort()
            return
        self._timer = self._loop.call_later(self._listener.patience, self.abort)
        self._listener.enter(self)
        self._library.connection_made(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self.settle()
        self._listener.turns.forget(self)
        if self._pause:
            self._pause.cancel()
        if self._library:
            self._library.connection_lost(exc)

    def eof_received(self) -> bool | None:
        """The peer sends no more."""
        return self._library.eof_received() if self._library else None

    def get_buffer(self, sizehint: int) -> bytearray:
        """The buffer for the next piece."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """A piece has come: it is handed on when it is its turn."""
        piece = bytes(self._buffer[:nbytes])
        self._left -= nbytes
        if self._left < 0 and self in self._listener.waiting:
            self.abort()
            return
        self._held = True
        self._review()
        self._listener.turns.enqueue(self, self.address, partial(self._hand_on, piece), self.abort)

    def _hand_on(self, piece: bytes) -> None:
        if not self._library or self._transport.is_closing():
            return
        weight = max(len(piece), _LEAST)
        self._listener.turns.charge(weight - 1)
        self._library.data_received(piece)
        self._pause = self._loop.call_later(self._rate.delay(weight, self._loop.time()), self._go_on)

    def _go_on(self) -> None:
        self._held = False
        self._review()

    def pause_writing(self) -> None:
        """The peer does not read."""
        self._full = True
        self._tell_of_it()

    def resume_writing(self) -> None:
        """The peer reads again."""
        self._full = False
        self._tell_of_it()

    def _tell_of_it(self) -> None:
        self._review()
        self.blocked(self._full)
        if self._library:
            (self._library.pause_writing if self._full else self._library.resume_writing)()

    def _review(self) -> None:
        if self._wanted and not self._held and not self._full:
            self._transport.resume_reading()
        else:
            self._transport.pause_reading()

    # The transport of the library

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Facts of the connection; ``line`` is this one."""
        return self if name == "line" else self._transport.get_extra_info(name, default)

    def pause_reading(self) -> None:
        """The library has enough."""
        self._wanted = False
        self._review()

    def resume_reading(self) -> None:
        """The library would like to have more."""
        self._wanted = True
        self._review()

    def is_reading(self) -> bool:
        """Whether the library would like to have more."""
        return self._wanted

    def is_closing(self) -> bool:
        """Whether it is being closed."""
        return self._transport.is_closing()

    def close(self) -> None:
        """Close it when everything was sent."""
        self._transport.close()

    def abort(self) -> None:
        """Close it at once."""
        self._transport.abort()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send something."""
        self._transport.write(data)

    def writelines(self, list_of_data: Iterable[bytes | bytearray | memoryview]) -> None:
        """Send several things."""
        self._transport.writelines(list_of_data)

    def get_write_buffer_size(self) -> int:
        """Bytes that were not sent yet."""
        return self._transport.get_write_buffer_size()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Set the bytes from which on the peer is taken for one that does not read."""
        self._transport.set_write_buffer_limits(high, low)

    def can_write_eof(self) -> bool:
        """Whether one side can end before the other: nobody needs it here."""
        return False

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Put another end of the library in the place of the one there is."""
        assert isinstance(protocol, asyncio.Protocol)
        self._library = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        """The library's end."""
        assert self._library
        return self._library

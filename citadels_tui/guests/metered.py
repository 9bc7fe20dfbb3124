"""Metered connections: those of guests to a library that speaks SSH or HTTP, which bounds nothing by itself.

What comes in is handed on in small pieces, at a bounded rate, and addresses take turns: a library has few of a peer's
bytes to work with. A peer that does not read what it is answered is not read from. Who has
no session yet has sent so much at most, and where there is no room the oldest of the address that has most goes.
A session ends when its peer has gone, however much of what they sent has not been read yet.
"""

from __future__ import annotations

import asyncio
import select
import socket
import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from net.base.fairness import FairQueue, Turns
from net.base.limits import KIB, Bucket
from net.base.proxies import NO_PROXIES, Proxies, missing, told_by
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
_ASK = 2.0
"""Seconds after which somebody who sends faster than that is asked again whether they are still there."""

LibraryMaker = Callable[["MeteredConnection"], asyncio.Protocol | None]
"""Makes the library's end of a connection; None: it is not wanted."""


class Departures:
    """Tells of peers who have gone.

    An event loop learns of an end behind what it has not read yet only when it has read everything, and reads from
    nobody who is to wait. Where the system has no epoll, that is so here, too.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._epoll = select.epoll() if sys.platform == "linux" else None
        self._watched: dict[int, Callable[[], None]] = {}

    def watch(self, file: int, gone: Callable[[], None]) -> None:
        """Call ``gone`` once when the peer of a socket sends no more, or has reset the connection."""
        if self._epoll is None:
            return
        if not self._watched:
            self._loop.add_reader(self._epoll.fileno(), self._look)
        self._watched[file] = gone
        self._epoll.register(file, select.EPOLLRDHUP)

    def forget(self, file: int) -> None:
        """Watch a socket no more; to be called before it is closed."""
        if self._epoll is None or self._watched.pop(file, None) is None:
            return
        self._epoll.unregister(file)
        if not self._watched:
            self._loop.remove_reader(self._epoll.fileno())

    def _look(self) -> None:
        assert self._epoll
        for file, _ in self._epoll.poll(0):
            gone = self._watched[file]
            self.forget(file)
            gone()


class GuestListener:
    """The connections by one port.

    Args:
        make: Makes the library's end of each connection.
        waiting: Connections without a session.
        patience: Seconds until each of them has one.
        first: Bytes each of them may send until then.
        proxies: Those that say who comes by them: see `net.base.proxies`.
    """

    def __init__(
        self, make: LibraryMaker, *, waiting: int, patience: float, first: int, proxies: Proxies = NO_PROXIES
    ) -> None:
        loop = asyncio.get_running_loop()
        self.waiting: FairQueue[MeteredConnection] = FairQueue()
        """Connections without a session."""
        self.turns = Turns(_IN_ALL, _LINES, loop.time, loop.call_later, in_order=True, singly=True)
        self.departures = Departures()
        self.make, self.patience, self.first, self.proxies = make, patience, first, proxies
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
        self.ask: Callable[[], object] = lambda: None
        """Called to write something that changes nothing. The end of a connection comes behind all that was sent; but
        the system of a peer who has closed it resets it when it is written to."""
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self._rate = Bucket(_RATE, self._loop.time())
        self._buffer = bytearray(_PIECE)
        self._header: bytes | None = None
        """What has come of the header by which a proxy says who has come; None: none is waited for."""
        self._asked = 0.0
        """When `ask` was called last."""
        self._left = listener.first
        """Bytes that may still come until there is a session."""
        self._transport: asyncio.Transport
        self._file = -1
        """Number of the socket."""
        self._gone: Callable[[], object] = lambda: None
        self._library: asyncio.Protocol | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._pause: asyncio.TimerHandle | None = None
        self._wanted = True
        """Whether the library would like to have more."""
        self._held = False
        """Whether a piece is on its way to the library, or the rate does not allow another one yet."""
        self._full = False
        """Whether the peer has not read yet what it was sent."""

    def settle(self, gone: Callable[[], object] = lambda: None) -> None:
        """The connection has become a session; ``gone`` is called when it has ended, perhaps at once.

        A library may first hand on all that it has read.
        """
        self._stop_waiting()
        self._gone = gone
        if self._transport.is_closing():
            gone()
        else:
            self._listener.departures.watch(self._file, self.abort)

    def _stop_waiting(self) -> None:
        self._listener.waiting.discard(self)
        if self._timer:
            self._timer.cancel()
            self._timer = None

    # The protocol of the socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin with the connection that was made."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._file = transport.get_extra_info("socket").fileno()
        peer = transport.get_extra_info("peername")
        self.address = address_of(peer[0]) if peer else ""
        self._timer = self._loop.call_later(self._listener.patience, self.abort)
        if peer and peer[0] in self._listener.proxies:
            self._header = b""
            self._listener.enter(self)
        else:
            self._begin()

    def _begin(self) -> None:
        """Begin, now that it is known where they come from."""
        self._library = self._listener.make(self)
        if self._library is None:
            self.abort()
            return
        self._listener.enter(self)
        self._library.connection_made(self)

    def _read_header(self, piece: bytes) -> bytes:
        """Read who has come by a proxy; returns what they have said after that.

        Raises:
            ValueError: when it is no header.
        """
        assert self._header is not None
        while rest := missing(self._header):
            if not piece:
                return b""
            self._header, piece = self._header + piece[:rest], piece[rest:]
        self.address = told_by(self._header) or self.address
        self._header = None
        self._listener.waiting.discard(self)
        self._begin()
        return piece

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._stop_waiting()
        self._listener.departures.forget(self._file)
        self._listener.turns.forget(self)
        if self._pause:
            self._pause.cancel()
        self._gone()
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
        try:
            piece = piece if self._header is None else self._read_header(piece)
        except ValueError:
            self.abort()
            return
        if not piece:
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
        now = self._loop.time()
        delay = self._rate.delay(weight, now)
        if delay > 0 and now >= self._asked + _ASK:
            self._asked = now
            self.ask()
        self._pause = self._loop.call_later(delay, self._go_on)

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

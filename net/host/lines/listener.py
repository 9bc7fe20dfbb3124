"""Listener: chooses the connections the host listens to before they have joined, and those that have to go.

A handshake is the most that somebody unknown can cost a host, so it begins a bounded number of them in a second, and
only with those who have begun to speak TLS. Addresses take turns, and where there is no room, the oldest connection of
the address that has most goes: a flood from one address crowds out only those who come from there, and the newest of
those are heard first.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from functools import partial
from typing import Any

from net.base.fairness import FairQueue, Turns
from net.base.limits import Limits
from net.base.proxies import NO_PROXIES, Proxies, missing, told_by
from net.base.sockets import address_of

_AT_ONCE = 16
"""Connections accepted before others have their turn again."""
_PAUSE = 0.1
"""Seconds to wait when there is no file descriptor left."""
_SLOWER = 3
"""Turns that a handshake takes besides its own while half of the places of those who join are taken."""
_HANDSHAKE = b"\x16"
"""The first byte of TLS: of a record with a handshake."""


class Caller:
    """A connection that has not joined yet."""

    __slots__ = ("address", "header", "sock", "task", "timeout")

    def __init__(self, sock: socket.socket, address: str, *, by_proxy: bool = False) -> None:
        self.sock = sock
        self.address = address
        self.header = b"" if by_proxy else None
        """What has come of the header by which a proxy says who it is; None: none is waited for."""
        self.timeout: asyncio.TimerHandle | None = None
        self.task: asyncio.Task[None] | None = None
        """The task that serves it, once its handshake has begun."""


class Listener:
    """Listens, or is given connections, and hands those that begin a handshake to the task that serves them."""

    def __init__(
        self,
        listening: socket.socket | None,
        limits: Limits,
        serve: Callable[[Caller], asyncio.Task[None]],
        address: Callable[[socket.socket, Any], str] = lambda _, name: address_of(name[0]),
        proxies: Proxies = NO_PROXIES,
    ) -> None:
        """Prepare to accept.

        Args:
            listening: A socket that listens, and is closed in the end; None: all connections come by `add`.
            limits: Bounds of everything; connections by another socket are counted apart.
            serve: Begins a handshake, and all that comes after it. Cancelling the task it returns has to end the
                connection at once.
            address: What a connection is counted by, given its socket and its name; empty: it is not accepted.
            proxies: Those that say who comes by them.
        """
        self.refused = 0
        """Connections that have ended without having been let in."""
        self._limits = limits
        self._serve = serve
        self._loop = asyncio.get_running_loop()
        self._silent: FairQueue[Caller] = FairQueue()
        """Connections that have not said anything yet."""
        self._ready = Turns(limits.handshakes, limits.waiting, self._loop.time, self._loop.call_later)
        """Connections that wait for their handshake."""
        self._joining: FairQueue[Caller] = FairQueue()
        """Connections that are served, and have not joined yet."""
        self._closed = False
        self._address = address
        self._proxies = proxies
        self._socket = listening

    def start(self) -> None:
        """Begin to accept."""
        if self._socket:
            self._loop.add_reader(self._socket, self._accept)

    @property
    def waiting(self) -> int:
        """Connections that have not joined yet."""
        return len(self._silent) + len(self._ready) + len(self._joining)

    def joined(self, caller: Caller) -> None:
        """Somebody is at a table, and does not wait any more."""
        self._joining.discard(caller)

    def close(self) -> None:
        """Stop listening. Connections that are being served go on."""
        self._closed = True
        listening, self._socket = self._socket, None
        if listening:
            self._loop.remove_reader(listening)
            listening.close()
        while self._silent:
            self._hang_up(self._silent.evict())
        self._ready.close()

    def add(self, sock: socket.socket, address: str, *, by_proxy: bool = False) -> None:
        """Take a connection; it is served when its turn comes.

        Args:
            sock: The connection, which does not block.
            address: What it is counted by.
            by_proxy: Whether it says first who it is: see `net.base.proxies`.
        """
        if self._closed:
            sock.close()
            return
        caller = Caller(sock, address, by_proxy=by_proxy)
        caller.timeout = self._loop.call_later(self._limits.tls_timeout, self._hang_up, caller)
        self._loop.add_reader(sock, self._heard, caller)
        self._silent.add(caller, address)
        if len(self._silent) > self._limits.waiting:
            self._hang_up(self._silent.evict())

    def _accept(self) -> None:
        assert self._socket
        for _ in range(_AT_ONCE):
            try:
                sock, name = self._socket.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:
                self._make_room()
                return
            sock.setblocking(False)
            address = self._address(sock, name)
            if address:
                self.add(sock, address, by_proxy=bool(self._proxies) and name[0] in self._proxies)
            else:
                sock.close()

    def _make_room(self) -> None:
        """There is no file descriptor left, most likely: somebody who has said nothing goes, or others will."""
        if self._silent:
            self._hang_up(self._silent.evict())
        elif self._socket and not self._closed:
            self._loop.remove_reader(self._socket)
            self._loop.call_later(_PAUSE, self._listen_again)

    def _listen_again(self) -> None:
        if self._socket and not self._closed:
            self._loop.add_reader(self._socket, self._accept)

    def _heard(self, caller: Caller) -> None:
        try:
            if caller.header is not None:
                self._read_header(caller, caller.header)
            first = caller.sock.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return
        except (OSError, ValueError):
            first = b""
        if first != _HANDSHAKE:
            self._hang_up(caller)
            return
        self._loop.remove_reader(caller.sock)
        self._silent.discard(caller)
        self._ready.enqueue(caller, caller.address, partial(self._begin, caller), partial(self._hang_up, caller))

    def _read_header(self, caller: Caller, header: bytes) -> None:
        """Read who has come by a proxy, and nothing of what they say: that is for TLS.

        Raises:
            OSError: when not everything has come (`BlockingIOError`), or nothing more will.
            ValueError: when it is no header.
        """
        while rest := missing(header):
            more = caller.sock.recv(rest)
            if not more:
                raise OSError("ended")
            caller.header = header = header + more
        caller.header = None
        self._silent.discard(caller)
        caller.address = told_by(header) or caller.address
        self._silent.add(caller, caller.address)

    def _begin(self, caller: Caller) -> None:
        """Begin a handshake."""
        if caller.timeout:
            caller.timeout.cancel()
        self._joining.add(caller, caller.address)
        caller.task = self._serve(caller)
        caller.task.add_done_callback(partial(self._gone, caller))
        if 2 * len(self._joining) > self._limits.joining:
            # The host does not get on with those who are here: to begin more would end some that have cost it already.
            self._ready.charge(_SLOWER)
        if len(self._joining) > self._limits.joining:
            oldest = self._joining.evict()
            self.refused += 1
            assert oldest.task
            oldest.task.cancel()

    def _gone(self, caller: Caller, _: asyncio.Task[None]) -> None:
        self.refused += caller in self._joining
        self._joining.discard(caller)
        caller.task = None
        caller.sock.close()

    def _hang_up(self, caller: Caller) -> None:
        self.refused += 1
        if caller.timeout:
            caller.timeout.cancel()
        self._silent.discard(caller)
        self._ready.forget(caller)
        self._loop.remove_reader(caller.sock)
        caller.sock.close()

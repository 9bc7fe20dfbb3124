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

from net.base.limits import Bucket, Limits
from net.base.sockets import address_of

_AT_ONCE = 16
"""Connections accepted before others have their turn again."""
_PAUSE = 0.1
"""Seconds to wait when there is no file descriptor left."""
_HANDSHAKE = b"\x16"
"""The first byte of TLS: of a record with a handshake."""


class Caller:
    """A connection that has not joined yet."""

    __slots__ = ("address", "sock", "task", "timeout")

    def __init__(self, sock: socket.socket, address: str) -> None:
        self.sock = sock
        self.address = address
        self.timeout: asyncio.TimerHandle | None = None
        self.task: asyncio.Task[None] | None = None
        """What serves it, once its handshake has begun."""


class FairQueue:
    """Callers by address, so that nobody's many stand in the way of another's one."""

    def __init__(self) -> None:
        self._addresses: dict[str, dict[Caller, None]] = {}
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def add(self, caller: Caller) -> None:
        """Somebody has come."""
        self._addresses.setdefault(caller.address, {})[caller] = None
        self._size += 1

    def __contains__(self, caller: Caller) -> bool:
        return caller in self._addresses.get(caller.address, {})

    def discard(self, caller: Caller) -> None:
        """Forget a caller that has gone."""
        callers = self._addresses.get(caller.address, {})
        if caller in callers:
            del callers[caller]
            self._size -= 1
            if not callers:
                del self._addresses[caller.address]

    def serve(self) -> Caller:
        """Take out the newest caller of the address whose turn it is: in a flood, the oldest have given up."""
        address, callers = next(iter(self._addresses.items()))
        caller = next(reversed(callers))
        self.discard(caller)
        if callers:
            self._addresses[address] = self._addresses.pop(address)
        return caller

    def evict(self) -> Caller:
        """Take out the oldest caller of the address that has most."""
        crowd = max(self._addresses.values(), key=len)
        caller = next(iter(crowd))
        self.discard(caller)
        return caller


class Listener:
    """Listens, or is given connections, and hands those that begin a handshake to whatever serves them."""

    def __init__(
        self,
        listening: socket.socket | None,
        limits: Limits,
        serve: Callable[[Caller], asyncio.Task[None]],
        address: Callable[[socket.socket, Any], str] = lambda _, name: address_of(name[0]),
    ) -> None:
        """Begin to accept.

        Args:
            listening: A socket that listens, and is closed in the end; None: all connections come by `take`.
            limits: Bounds of everything; connections by another socket are counted apart.
            serve: Begins a handshake, and all that comes after it. Cancelling the task it returns has to end the
                connection at once.
            address: What a connection is counted by, given its socket and its name; empty: it is not accepted.
        """
        self.refused = 0
        """Connections that have ended without having been let in."""
        self._limits = limits
        self._serve = serve
        self._loop = asyncio.get_running_loop()
        self._handshakes = Bucket(limits.handshakes, self._loop.time())
        self._silent = FairQueue()
        """Those who have not said anything yet."""
        self._ready = FairQueue()
        """Those who wait for their handshake."""
        self._joining = FairQueue()
        """Those who are served, and have not joined yet."""
        self._pending: asyncio.TimerHandle | None = None
        self._closed = False
        self._address = address
        self._socket = listening
        if listening:
            self._loop.add_reader(listening, self._accept)

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
        if self._pending:
            self._pending.cancel()
        for queue in (self._silent, self._ready):
            while queue:
                self._hang_up(queue.evict())

    def take(self, sock: socket.socket, address: str) -> None:
        """Take a connection; it is served when its turn comes.

        Args:
            sock: The connection, which does not block.
            address: What it is counted by.
        """
        if self._closed:
            sock.close()
            return
        caller = Caller(sock, address)
        caller.timeout = self._loop.call_later(self._limits.tls_timeout, self._hang_up, caller)
        self._loop.add_reader(sock, self._heard, caller)
        self._silent.add(caller)
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
                self.take(sock, address)
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
            first = caller.sock.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return
        except OSError:
            first = b""
        if first != _HANDSHAKE:
            self._hang_up(caller)
            return
        self._loop.remove_reader(caller.sock)
        self._silent.discard(caller)
        self._ready.add(caller)
        self._begin()
        if len(self._ready) > self._limits.waiting:
            self._hang_up(self._ready.evict())

    def _begin(self) -> None:
        """Begin the handshakes that may begin now."""
        while self._ready and self._handshakes.take(self._loop.time()):
            caller = self._ready.serve()
            if caller.timeout:
                caller.timeout.cancel()
            self._joining.add(caller)
            caller.task = self._serve(caller)
            caller.task.add_done_callback(partial(self._gone, caller))
            if len(self._joining) > self._limits.joining:
                oldest = self._joining.evict()
                self.refused += 1
                assert oldest.task
                oldest.task.cancel()
        if self._ready and not self._pending:
            self._pending = self._loop.call_later(1 / self._limits.handshakes[0], self._begin_later)

    def _begin_later(self) -> None:
        self._pending = None
        self._begin()

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
        self._ready.discard(caller)
        self._loop.remove_reader(caller.sock)
        caller.sock.close()

"""The relay: hosts that nobody can reach call it and stay on the line, and it leads their clients to them.

It passes on bytes of a TLS connection between client and host that it can neither read nor make up. It writes nothing
down, and dials nobody.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import socket
from collections.abc import Collection, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from net.base.errors import NetError, ProtocolError
from net.base.fairness import AddressRates, FairQueue, Turns
from net.base.limits import KIB, RELAY, Bucket, RelayLimits
from net.base.sockets import address_of, listen_tcp, no_delay
from net.identity.certificate import Certificate, make_certificate
from net.identity.crypto import verified
from net.identity.tls import pin_of
from net.protocol.relay_stream import FrameStream, receive_frame
from net.protocol.relaying import (
    CALL,
    OFFER,
    RELAY_PROTO,
    TICKET,
    TO_RELAY,
    ClientWaits,
    HostOffered,
    HostReached,
    LineHeartbeat,
    LineNonce,
    OfferHost,
    OpenLine,
    TakeClient,
    refused,
)

_PAUSE = 0.1
"""Seconds to wait when there is no file descriptor left."""


Places = FairQueue[asyncio.Task[Any]]
"""Tasks that serve callers, by the addresses of these; the one that has to go is cancelled."""


@dataclass(slots=True, eq=False)
class HostLine:
    """A host that can be reached."""

    stream: FrameStream
    pace: Bucket
    clients: Places = field(default_factory=FairQueue)


class Relay:
    """Leads clients to hosts.

    async with Relay(port=7448) as relay:
        await asyncio.Event().wait()

    Args:
        bind: Address to listen on; ``""`` for every address of this machine.
        port: TCP port; 0 for any free one.
        hosts: Pins of the hosts it serves; None: everybody's.
        limits: Bounds of everything.
    """

    def __init__(
        self,
        *,
        bind: str = "",
        port: int = 0,
        hosts: Collection[bytes] | None = None,
        limits: RelayLimits = RELAY,
    ) -> None:
        self.port = port
        """The port that is listened on, once started."""
        self._bind = bind
        self._served = None if hosts is None else frozenset(hosts)
        self._limits = limits
        self._lines: dict[bytes, HostLine] = {}
        self._waiting: dict[bytes, asyncio.Future[socket.socket]] = {}
        """Clients whose hosts have been told, by their tickets."""
        self._callers: Places = FairQueue()
        self._hosts: Places = FairQueue()
        self._clients: Places = FairQueue()
        self._calls = AddressRates(limits.calls)
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop
        self._certificate: Certificate
        self._handshakes: Turns
        self._listener: socket.socket

    async def __aenter__(self) -> Relay:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def start(self) -> None:
        """Listen.

        Raises:
            NetError: ``local_host``, when the address or port cannot be had.
        """
        self._loop = asyncio.get_running_loop()
        self._certificate = make_certificate()
        self._handshakes = Turns(self._limits.handshakes, self._limits.callers, self._loop.time, self._loop.call_later)
        try:
            self._listener = listen_tcp(self._bind, self.port)
        except OSError as error:
            raise NetError("local_host", f"{self._bind or '*'}:{self.port}: {error.strerror}.") from None
        self.port = self._listener.getsockname()[1]
        self._spawn(self._accept())

    async def close(self) -> None:
        """Stop; all connections end."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._listener.close()

    @property
    def hosts(self) -> int:
        """How many hosts can be reached now."""
        return len(self._lines)

    @property
    def clients(self) -> int:
        """How many clients are led to them, or wait for it."""
        return len(self._clients)

    def _spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Callers

    async def _accept(self) -> None:
        while True:
            try:
                sock, name = await self._loop.sock_accept(self._listener)
            except ConnectionAbortedError:
                continue
            except OSError:
                await asyncio.sleep(_PAUSE)
                continue
            address = address_of(name[0])
            if not self._may_call(address):
                sock.close()
                continue
            sock.setblocking(False)
            no_delay(sock)
            caller = self._spawn(self._serve(sock, address))
            # One that is cancelled before it begins closes nothing.
            caller.add_done_callback(partial(_closed, sock))
            self._callers.add(caller, address)
            caller.add_done_callback(self._callers.discard)
            if len(self._callers) > self._limits.callers:
                self._callers.evict().cancel()

    def _may_call(self, address: str) -> bool:
        if self._callers.count(address) >= self._limits.address_callers:
            return False
        return self._calls.take_token(address, self._loop.time())

    async def _serve(self, sock: socket.socket, address: str) -> None:
        """Find out what a caller wants, and see to it."""
        try:
            async with asyncio.timeout(self._limits.first_frame):
                call = CALL.validate(await receive_frame(sock))
            self._callers.discard(_self())
            if isinstance(call, TakeClient):
                self._take(call.ticket, sock)
            elif call.proto != RELAY_PROTO:
                raise NetError("relay_version")
            elif isinstance(call, OpenLine):
                await self._hold(sock, address)
            else:
                await self._lead(sock, address, call.pin)
        except NetError as error:
            with contextlib.suppress(OSError):
                # The few bytes fit where the system keeps what is not sent yet: nobody is waited for.
                sock.send(refused(error).frame())
            sock.close()
        except OSError:
            sock.close()
        except BaseException:
            sock.close()
            raise

    # Hosts

    async def _hold(self, sock: socket.socket, address: str) -> None:
        """Keep a host's line as long as it lasts.

        Raises:
            NetError: ``busy``.
            OSError: when there is no TLS.
        """
        if self._hosts.count(address) >= self._limits.address_hosts:
            raise NetError("busy")
        with _counted(self._hosts, address, self._limits.hosts):
            if not await self._handshakes.wait(address):
                raise NetError("busy")
            stream = await FrameStream.secure(sock, self._certificate.context, self._limits.first_frame, server=True)
            try:
                await self._listen_to(stream)
            except NetError as error:
                stream.send(refused(error).frame())
                stream.close()
            except OSError:
                stream.abort()
            except BaseException:
                stream.abort()
                raise
            finally:
                await stream.wait_closed()

    async def _listen_to(self, stream: FrameStream) -> None:
        """Serve a host.

        Raises:
            NetError: when it is none, or not one of those that are served.
            OSError: when it hangs up.
        """
        nonce = os.urandom(16)
        stream.send(LineNonce(nonce=nonce).frame())
        offer = TO_RELAY.validate(await stream.next(self._limits.first_frame))
        if not isinstance(offer, OfferHost):
            raise ProtocolError("bad_schema")
        if not verified(offer.host, offer.sig, OFFER, self._certificate.hash, nonce):
            raise NetError("auth")
        pin = pin_of(offer.host)
        if self._served is not None and pin not in self._served:
            raise NetError("relay_refused")
        line = HostLine(stream, Bucket(self._limits.bytes, self._loop.time()))
        former = self._lines.get(pin)
        self._lines[pin] = line
        if former:
            # The host has lost that line; clients it has taken are not concerned.
            former.stream.abort()
        try:
            stream.send(HostOffered().frame())
            while isinstance(heartbeat := TO_RELAY.validate(await stream.next(self._limits.silence)), LineHeartbeat):
                stream.send(heartbeat.frame())
            raise ProtocolError("bad_schema")
        finally:
            if self._lines.get(pin) is line:
                del self._lines[pin]

    def _take(self, ticket: bytes, sock: socket.socket) -> None:
        """A host takes a client.

        Raises:
            NetError: ``relay_absent``, when the client has gone.
        """
        taken = self._waiting.pop(ticket, None)
        if taken is None or taken.done():
            raise NetError("relay_absent")
        taken.set_result(sock)

    # Clients

    async def _lead(self, sock: socket.socket, address: str, pin: bytes) -> None:
        """Lead a client to a host, as long as both stay.

        Raises:
            NetError: ``relay_absent`` or ``busy``.
            OSError: when the client has gone.
        """
        line = self._lines.get(pin)
        if line is None:
            raise NetError("relay_absent")
        if self._clients.count(address) >= self._limits.address_clients:
            raise NetError("busy")
        with (
            _counted(line.clients, address, self._limits.host_clients),
            _counted(self._clients, address, self._limits.clients),
        ):
            host = await self._taken(line, address)
            try:
                await self._loop.sock_sendall(sock, HostReached().frame())
                paces = (line.pace, Bucket(self._limits.client_bytes, self._loop.time()))
                await Splice(sock, host, paces, self._limits).run()
            finally:
                host.close()
            sock.close()

    async def _taken(self, line: HostLine, address: str) -> socket.socket:
        """The connection by which a host takes a client.

        Raises:
            NetError: ``relay_absent``, when it does not.
        """
        ticket = secrets.token_bytes(TICKET)
        taken: asyncio.Future[socket.socket] = self._loop.create_future()
        self._waiting[ticket] = taken
        try:
            line.stream.send(ClientWaits(ticket=ticket, address=address).frame())
            async with asyncio.timeout(self._limits.taking):
                return await taken
        except BaseException as error:
            if taken.done() and not taken.cancelled():
                # It came in the moment in which it was given up.
                taken.result().close()
            if isinstance(error, TimeoutError):
                raise NetError("relay_absent") from None
            raise
        finally:
            self._waiting.pop(ticket, None)


@contextlib.contextmanager
def _counted(places: Places, address: str, most: int) -> Iterator[None]:
    """Take a place for as long as it lasts, perhaps that of somebody whose address has more.

    Raises:
        NetError: ``busy``, when there is none.
    """
    if len(places) >= most:
        crowded_out = places.to_evict(address)
        if crowded_out is None:
            raise NetError("busy")
        places.discard(crowded_out)
        crowded_out.cancel()
    places.add(_self(), address)
    try:
        yield
    finally:
        places.discard(_self())


def _self() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task
    return task


def _closed(sock: socket.socket, served: asyncio.Task[None]) -> None:
    if served.cancelled():
        sock.close()


_CHUNK = 16 * KIB


class Splice:
    """Passes on what a client and a host say to each other.

    Args:
        paces: What every byte counts against.
    """

    def __init__(
        self, client: socket.socket, host: socket.socket, paces: Sequence[Bucket], limits: RelayLimits
    ) -> None:
        self._client = client
        self._host = host
        self._paces = paces
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._idle = asyncio.timeout(limits.idle)

    async def run(self) -> None:
        """Pass bytes on until it is over. The sockets are the caller's to close."""
        pumps = [
            self._loop.create_task(self._pump(self._client, self._host)),
            self._loop.create_task(self._pump(self._host, self._client)),
        ]
        try:
            with contextlib.suppress(TimeoutError):
                async with self._idle:
                    _, left = await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
                    if left:
                        # The other side may still have a last word.
                        await asyncio.wait(left, timeout=self._limits.parting)
        finally:
            # Both must be over before a socket is closed: its number may be another's then.
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)

    async def _pump(self, source: socket.socket, target: socket.socket) -> None:
        try:
            while chunk := await self._loop.sock_recv(source, _CHUNK):
                now = self._loop.time()
                self._idle.reschedule(now + self._limits.idle)
                await self._loop.sock_sendall(target, chunk)
                wait = max(pace.delay(len(chunk), now) for pace in self._paces)
                if wait:
                    await asyncio.sleep(wait)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            return

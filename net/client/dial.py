"""Dialling: a socket, TLS and a session with a host, up to the point where the host's key is known."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Sequence
from dataclasses import dataclass, replace

from net.base.errors import NetError, ProtocolError
from net.base.limits import Limits
from net.base.sockets import Streams, hang_up, until_closed
from net.base.text import shown_line
from net.identity.invitations import Address, parse_relay
from net.identity.tls import certificate_hash, client_context
from net.protocol.host_messages import Bye, Err, Hello, HostMessage
from net.protocol.session import ClientSession

_CHUNK = 64 * 1024
_ELSEWHERE = frozenset({"unreachable", "timeout", "tls", "pin", "lost"})
"""After these errors at the host's own address it may still be found by its relay."""
_VERSIONS = ("proto_version", "rules_version")


class ClientConnection:
    """A connection to a host whose identity has been checked."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        session: ClientSession,
        limits: Limits,
        route: Route,
    ) -> None:
        self.session = session
        self.route = route
        """The route that has led to the host."""
        self.heard = asyncio.get_running_loop().time()
        """Time of the last bytes from the host."""
        self.said = self.heard
        """Time of the last bytes to the host."""
        self._reader = reader
        self._writer = writer
        self._limits = limits
        self._messages = self._read()
        self._closed = False

    def send(self, frame: bytes) -> None:
        """Send a frame, if the connection still stands."""
        if not self._writer.is_closing():
            self.said = asyncio.get_running_loop().time()
            self._writer.write(frame)

    async def next(self) -> HostMessage:
        """The next message, within the time a host has to answer.

        Raises:
            NetError: ``timeout``, ``lost``, or what is wrong with the message.
        """
        try:
            async with asyncio.timeout(self._limits.connect_timeout):
                return await anext(self._messages)
        except TimeoutError:
            raise NetError("timeout") from None
        except StopAsyncIteration:
            raise NetError("lost") from None

    def messages(self) -> AsyncIterator[HostMessage]:
        """All further messages, until the connection ends.

        Raises:
            NetError: what is wrong with one.
        """
        return self._messages

    def abort(self) -> None:
        """Hang up without a word: nobody is there."""
        self._writer.transport.abort()

    async def close(self) -> None:
        """Hang up, if that has not been done."""
        # To wait again for what was waited for in vain would raise what ended the first wait.
        if self._closed:
            return
        self._closed = True
        hang_up(self._writer)
        try:
            await until_closed(self._writer.wait_closed(), self._limits.close_timeout)
        finally:
            self._writer.transport.abort()

    async def _read(self) -> AsyncIterator[HostMessage]:
        while True:
            try:
                chunk = await self._reader.read(_CHUNK)
            except OSError:
                chunk = b""
            self.heard = asyncio.get_running_loop().time()
            if not chunk:
                # There is nobody left to take leave of.
                self._writer.transport.abort()
                return
            for message in self.session.receive(chunk):
                yield message


@dataclass(frozen=True, slots=True)
class Route:
    """One route to a host: an address of its own, or a relay."""

    address: Address
    by_relay: bool = False
    """Whether this is the address of a relay."""


def routes_to(addresses: Sequence[Address]) -> list[Route]:
    """All routes to a host that has these addresses: first its own ones, then its relays, each once."""
    relays = dict.fromkeys(address.relay for address in addresses if address.relay)
    own = dict.fromkeys(Route(replace(address, table="", relay="")) for address in addresses)
    return [*own, *(Route(parse_relay(relay), by_relay=True) for relay in relays)]


async def dial(
    address: Address, pin: bytes | None, limits: Limits, others: Sequence[Address] = (), first: Route | None = None
) -> ClientConnection:
    """Connect and check the host's identity, by whichever route leads to it first.

    Nothing is sent but TLS's own handshake; to a relay, which host is meant. While nobody knows who the host is, there
    is one route only, its own address.

    Args:
        address: Where.
        pin: The pin of the host's identity; None: any, to be found in ``session.host``.
        limits: Bounds of everything.
        others: Further addresses of the same host.
        first: The route to begin with: the one that has led there before.

    Raises:
        NetError: ``unreachable``, ``timeout``, ``tls``, ``pin``, ``proto_version``, ``rules_version`` ...
    """
    if pin is None:
        return await _checked(_open(address, limits), Route(address), pin, limits)
    routes = routes_to((address, *others))
    if first in routes:
        routes.sort(key=lambda route: route != first)
    if len(routes) == 1:
        return await _go(routes[0], pin, limits)
    return await _race(routes, pin, limits)


async def _race(routes: Sequence[Route], pin: bytes, limits: Limits) -> ClientConnection:
    """Try each route a little after the one before, or as soon as that has failed; the first that leads there counts.

    Raises:
        NetError: what the host says; or, when no route leads there, what the relay says, or else the first address.
    """
    tries: dict[asyncio.Task[ClientConnection], Route] = {}
    failed: dict[Route, NetError] = {}
    try:
        for place, route in enumerate(routes, 1):
            tries[asyncio.create_task(_go(route, pin, limits))] = route
            patience = limits.head_start if place < len(routes) else None
            while running := [each for each in tries if tries[each] not in failed]:
                done, _ = await asyncio.wait(running, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    error = task.exception()
                    if error is None:
                        del tries[task]
                        return task.result()
                    # A stranger may have this address in the client's own network: that says nothing of the host.
                    if not isinstance(error, NetError) or (error.code not in _ELSEWHERE and not tries[task].by_relay):
                        raise error
                    failed[tries[task]] = error
                if patience is not None:
                    break
        raise failed[next((route for route in routes if route.by_relay), routes[0])]
    finally:
        for task in tries:
            task.cancel()
        for found in await asyncio.gather(*tries, return_exceptions=True):
            if isinstance(found, ClientConnection):
                found.abort()


async def _go(route: Route, pin: bytes, limits: Limits) -> ClientConnection:
    """Connect by one route.

    Raises:
        NetError: see `dial`.
    """
    if not route.by_relay:
        return await _checked(_open(route.address, limits), route, pin, limits)
    # Few go this route, and what is said there takes its time to load.
    from net.client.by_relay import open_by_relay

    try:
        return await _checked(open_by_relay(route.address, pin, limits), route, pin, limits)
    except NetError as error:
        if error.retry == "later" or error.code in _VERSIONS:
            raise
        # The host itself has not said that: a relay must not end for good what it can only hold up.
        raise NetError("relay_stranger") from None


async def _checked(opening: Awaitable[Streams], route: Route, pin: bytes | None, limits: Limits) -> ClientConnection:
    """The connection that is being opened, once the host has said who it is.

    Raises:
        NetError: see `dial`.
    """
    try:
        async with asyncio.timeout(limits.connect_timeout):
            reader, writer = await opening
    except TimeoutError:
        raise NetError("timeout") from None
    except (ssl.SSLError, ConnectionResetError, ConnectionAbortedError, BrokenPipeError):
        raise NetError("tls") from None
    except (OSError, UnicodeError):
        raise NetError("unreachable", route.address.authority) from None
    try:
        session = ClientSession(certificate_hash(writer.get_extra_info("ssl_object")), pin, limits)
        connection = ClientConnection(reader, writer, session, limits, route)
        hello = await connection.next()
        if isinstance(hello, Err | Bye):
            raise refusal(hello)
        if not isinstance(hello, Hello):
            raise ProtocolError("bad_schema")
    except BaseException:
        writer.transport.abort()
        raise
    return connection


async def _open(address: Address, limits: Limits) -> Streams:
    """A socket with TLS to an address; the identity of the peer is not checked."""
    context, timeout = client_context(), limits.close_timeout
    if address.unix:
        return await asyncio.open_unix_connection(
            address.unix, ssl=context, server_hostname="", ssl_shutdown_timeout=timeout
        )
    return await asyncio.open_connection(address.host, address.port, ssl=context, ssl_shutdown_timeout=timeout)


def refusal(answer: Err | Bye) -> NetError:
    """The error for the player when a host refuses instead of answering."""
    return NetError(answer.code, shown_line(answer.detail) if isinstance(answer, Err) else "")

"""Sockets: listening and connecting by TCP, for hosts, relays and clients."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
from collections.abc import Awaitable
from ipaddress import IPv4Address, IPv6Address, ip_address

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
"""Both ways of one connection."""

BACKLOG = 1024
"""Connections the system may hold until they are accepted; beyond it, it lets a client try again after a second."""
_WITHOUT_IPV6 = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
"""How a system that has been told to do without IPv6 answers."""


def ip_of(host: str) -> IPv4Address | IPv6Address:
    """An address; that of IPv4, where it stands in one of IPv6.

    Raises:
        ValueError: when it is none.
    """
    ip = ip_address(host.partition("%")[0])
    return ip.ipv4_mapped or ip if isinstance(ip, IPv6Address) else ip


def address_of(host: str) -> str:
    """The name a connection is counted by: its address, or the IPv6 network of 64 bits that it is in.

    Raises:
        ValueError: when it is none.
    """
    ip = ip_of(host)
    return ip.exploded[:19] if isinstance(ip, IPv6Address) else str(ip)


def is_private(address: str) -> bool:
    """Whether what `address_of` has made is no address of the internet's."""
    return not ip_address(f"{address}::" if ":" in address else address).is_global


def many_files() -> None:
    """Allow this process as many connections as it may have at all."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def listen_tcp(bind: str, port: int) -> socket.socket:
    """Listen on an address.

    Args:
        bind: The address; ``""`` for every address of this machine, of IPv6 and of IPv4, or of IPv4 alone where there
            is no IPv6.
        port: TCP port; 0 for any free one.

    Raises:
        OSError: when the address or port cannot be had.
    """
    if bind:
        return _listen(bind, port)
    if socket.has_dualstack_ipv6():
        try:
            return _listen("::", port)
        except OSError as error:
            if error.errno not in _WITHOUT_IPV6:
                raise
    return _listen("0.0.0.0", port)


def _listen(bind: str, port: int) -> socket.socket:
    six = ":" in bind
    try:
        listener = socket.create_server(
            (bind, port),
            family=socket.AF_INET6 if six else socket.AF_INET,
            backlog=BACKLOG,
            dualstack_ipv6=bind == "::" and socket.has_dualstack_ipv6(),
        )
    except OSError as error:
        # Python says the address again, as it would stand in a program.
        reason = (error.strerror or str(error)).partition(" (while attempting")[0]
        raise type(error)(error.errno, reason) from None
    listener.setblocking(False)
    return listener


async def connect_tcp(host: str, port: int, patience: float) -> socket.socket:
    """Connect to the first address of a host that answers.

    Args:
        host: Its name or address.
        port: TCP port.
        patience: Seconds for each of its addresses.

    Raises:
        OSError: when none does (`TimeoutError` included).
    """
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError:
        raise OSError(errno.EINVAL, "no such name") from None
    failed = OSError(errno.EHOSTUNREACH, "no address")
    for family, kind, proto, _, place in found:
        try:
            sock = socket.socket(family, kind, proto)
        except OSError as error:
            failed = error
            continue
        sock.setblocking(False)
        try:
            async with asyncio.timeout(patience):
                await loop.sock_connect(sock, place)
        except OSError as error:
            sock.close()
            failed = error
        except BaseException:
            sock.close()
            raise
        else:
            no_delay(sock)
            return sock
    raise failed


def no_delay(sock: socket.socket) -> None:
    """Send by TCP at once, without waiting for more (no Nagle)."""
    with contextlib.suppress(OSError):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def hang_up(writer: asyncio.StreamWriter) -> None:
    """Close a connection once what was written has left; one that is closing already is left alone.

    With TLS a second `close` makes the transport forget its connection, and to abort it then fails in the first
    releases of Python 3.11.
    """
    if not writer.is_closing():
        writer.close()


async def until_closed(closing: Awaitable[object], patience: float) -> None:
    """Wait until a connection is closed, for so many seconds at most.

    With Python 3.11 neither `asyncio.timeout` nor `asyncio.wait_for` would do. In its first releases the one ends by
    another cancellation in a task that was cancelled; the other forgets a cancellation that comes in the moment of
    closing, so that a task that leaves then would wait for ever.
    """
    waiting = asyncio.ensure_future(closing)
    try:
        await asyncio.wait([waiting], timeout=patience)
    finally:
        waiting.cancel()
        with contextlib.suppress(OSError, asyncio.InvalidStateError, asyncio.CancelledError):
            waiting.result()

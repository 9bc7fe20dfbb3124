"""Discovery: the hosts that announce themselves on the local network.

What they say is not trusted: it is bounded, and only where to go and what to show are taken from it. Who a host is, is
checked when one gets there (`net.client.connect`).
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from net.identity.invitations import Address
from net.protocol.announcement import SERVICE, Announcement, read

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

PATIENCE = 3.0
"""Seconds to look for hosts."""
MOST = 32
"""Hosts that are shown."""
_ASKED = 64
"""Most services that are asked about."""
_ASK = 2500
"""Milliseconds a service may take to describe itself."""
_PORT = 5353
"""Port of multicast DNS."""
_FAMILIES = ((socket.AF_INET, "224.0.0.251"), (socket.AF_INET6, "ff02::fb"))

Silence = Literal["port", "multicast", "quiet"]
"""Why nothing was found, as far as this machine can tell: the port of multicast DNS cannot be had; no network takes
multicast; or nobody answers."""


@dataclass(frozen=True, slots=True)
class FoundHost:
    """A host on the local network."""

    address: Address
    about: Announcement


async def discover(
    seconds: float = PATIENCE, *, interfaces: Sequence[str] = ()
) -> AsyncGenerator[FoundHost | Silence, None]:
    """The hosts on the network as they answer, each once; or, at the end, why there is none.

    Args:
        seconds: How long to look.
        interfaces: Addresses of the networks to look on; by default all.
    """
    # Loaded late: it takes a moment.
    from zeroconf import InterfaceChoice, IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    try:
        zeroconf = AsyncZeroconf(interfaces=list(interfaces) or InterfaceChoice.All, ip_version=IPVersion.V4Only)
    except OSError:
        yield "multicast" if not takes_multicast() else "port"
        return
    found = 0
    try:
        async with contextlib.aclosing(_answers(zeroconf, seconds)) as answers:
            async for host in answers:
                found += 1
                yield host
    finally:
        await zeroconf.async_close()
    if not found:
        yield "quiet" if takes_multicast() or interfaces else "multicast"


async def _answers(zeroconf: AsyncZeroconf, seconds: float) -> AsyncGenerator[FoundHost, None]:
    from zeroconf import ServiceStateChange
    from zeroconf.asyncio import AsyncServiceBrowser

    names: set[str] = set()
    asking: set[asyncio.Task[None]] = set()
    hosts: asyncio.Queue[FoundHost] = asyncio.Queue()

    def heard(zeroconf: Any, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change is not ServiceStateChange.Removed and name not in names and len(names) < _ASKED:
            names.add(name)
            asking.add(asyncio.get_running_loop().create_task(_ask(zeroconf, name, hosts)))

    browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[heard])
    shown: set[Address] = set()
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while len(shown) < MOST:
                    host = await hosts.get()
                    if host.address not in shown:
                        shown.add(host.address)
                        yield host
    finally:
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        await browser.async_cancel()


async def _ask(zeroconf: Any, name: str, hosts: asyncio.Queue[FoundHost]) -> None:
    """Ask a service to describe itself; what is no host of this game is left out."""
    from zeroconf.asyncio import AsyncServiceInfo

    # A name from the network may be one that the library refuses to read.
    with contextlib.suppress(Exception):
        service = AsyncServiceInfo(SERVICE, name)
        if await service.async_request(zeroconf, _ASK):
            host = described(service.parsed_addresses(), service.port, service.properties)
            if host:
                hosts.put_nowait(host)


def described(addresses: Sequence[str], port: int | None, record: Any) -> FoundHost | None:
    """The host that a service describes; None when there is none."""
    about = read(record)
    place = next((each for each in addresses if _dialled(each)), "")
    if about is None or not place or not port:
        return None
    return FoundHost(Address(place, port), about)


def _dialled(address: str) -> bool:
    """Whether an address is one that a host can have: no broadcast, no multicast, no zero."""
    from ipaddress import ip_address

    try:
        found = ip_address(address)
    except ValueError:
        return False
    return not (found.is_multicast or found.is_unspecified or found.is_reserved)


def obstacle() -> Silence | None:
    """Why no host could be found from here, even if there were some; None when nothing is in the way."""
    if not takes_multicast():
        return "multicast"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Others on this machine listen there, too.
        for option in (socket.SO_REUSEADDR, getattr(socket, "SO_REUSEPORT", socket.SO_REUSEADDR)):
            probe.setsockopt(socket.SOL_SOCKET, option, 1)
        try:
            probe.bind(("", _PORT))
        except OSError:
            return "port"
    return None


def takes_multicast() -> bool:
    """Whether any network of this machine takes a packet for everybody."""
    for family, group in _FAMILIES:
        # Nothing is sent: connecting a datagram socket only looks up the route.
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((group, _PORT))
            return True
    return False

"""Proxies in front of a host: which of them are believed, and the header by which they say who comes.

A proxy that hands connections on as they are says so by the PROXY protocol, in version 1 or 2: in a header before
everything else. https://www.haproxy.org/download/3.2/doc/proxy-protocol.txt
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from net.base.sockets import address_of, ip_of

MOST = 16
"""Proxies that can be named."""
_FIRST = b"PROXY "
_SHORTEST, _LONGEST = len(b"PROXY UNKNOWN\r\n"), 107
"""Bytes of a header of version 1."""
_SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"
_FIXED = 16
"""Bytes of one of version 2 before those that it counts."""
_COUNTED = 1024
"""Bytes that it may count: addresses, and details that nobody needs here."""
_FAMILIES = {"TCP4": IPv4Address, "TCP6": IPv6Address}
_ADDRESSES = {0x11: (4, 12), 0x21: (16, 36)}
"""By family and transport (TCP by IPv4 and by IPv6): bytes of an address, and of both with their ports."""


@dataclass(frozen=True, slots=True)
class Proxies:
    """The proxies that are believed when they say where somebody comes from."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self.networks)

    def __contains__(self, host: str) -> bool:
        """Whether an address is that of one of them; what is no address is none."""
        try:
            ip = ip_of(host)
        except ValueError:
            return False
        return any(ip in network for network in self.networks)

    def first_behind(self, chain: Sequence[str]) -> str:
        """The last of several addresses that is none of a proxy's, as `address_of` makes it.

        Args:
            chain: Who has passed it on to whom; the last is who has come. Each has told the one before it, so what
                stands before somebody who is no proxy, or before what is no address, proves nothing.
        """
        found = ""
        for told in reversed(chain):
            try:
                found = address_of(told.strip()[:64])
            except ValueError:
                break
            if told.strip() not in self:
                break
        return found


NO_PROXIES = Proxies()


def read_proxies(text: str) -> Proxies:
    """Proxies by their addresses or networks, with commas in between.

    Raises:
        ValueError: when it is something else, names too many, or everybody.
    """
    networks = tuple(ip_network(word.strip()) for word in text.split(",")) if text else ()
    if len(networks) > MOST or any(network.prefixlen == 0 for network in networks):
        raise ValueError(text)
    return Proxies(networks)


def missing(header: bytes) -> int:
    """How many bytes belong to a header at least, beyond those that have come; 0: it is complete.

    Raises:
        ValueError: when it is none.
    """
    if not header:
        return _SHORTEST
    if _SIGNATURE.startswith(header[: len(_SIGNATURE)]):
        if len(header) < _FIXED:
            return _FIXED - len(header)
        counted = int.from_bytes(header[14:16])
        if header[12] not in (0x20, 0x21) or counted > _COUNTED:
            raise ValueError("another version or command, or too long")
        return _FIXED + counted - len(header)
    if not _FIRST.startswith(header[: len(_FIRST)]):
        raise ValueError("no header")
    if header.endswith(b"\r\n") and len(header) >= _SHORTEST:
        return 0
    if len(header) >= _LONGEST or b"\n" in header:
        raise ValueError("too long, or a line of its own")
    return max(_SHORTEST - len(header), 1)


def told_by(header: bytes) -> str:
    """The address that a complete header says somebody has, as `address_of` makes it; empty: the proxy's own.

    Raises:
        ValueError: when it says nothing that can be.
    """
    if header.startswith(_SIGNATURE):
        return _told_in_bytes(header[12] == 0x21, header[13], header[_FIXED:])
    words = header.decode("ascii").removesuffix("\r\n").split(" ")
    if words[1] == "UNKNOWN":
        return ""
    _, family, source, destination, *ports = words
    if len(ports) != 2 or not all(port.isdigit() and len(port) <= 5 and int(port) <= 65535 for port in ports):
        raise ValueError("no ports")
    if {type(ip_address(each)) for each in (source, destination)} != {_FAMILIES.get(family)}:
        raise ValueError("no addresses of that family")
    return address_of(source)


def _told_in_bytes(passed_on: bool, family: int, counted: bytes) -> str:
    if not passed_on or family == 0:
        # The proxy has come by itself, to see whether anybody is there; or it does not say who has.
        return ""
    if family not in _ADDRESSES:
        raise ValueError("neither TCP nor nothing")
    size, both = _ADDRESSES[family]
    if len(counted) < both:
        raise ValueError("cut off")
    return address_of(str(ip_address(counted[:size])))

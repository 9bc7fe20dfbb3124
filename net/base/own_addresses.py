"""Own addresses: those of this machine by which others may reach it, the likeliest first."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

LOOPBACK = "127.0.0.1"
_EVERYWHERE = ("", "0.0.0.0", "::")
"""Addresses to listen on that stand for every one of this machine."""
_VPN = re.compile(r"^(tun|tap|wg|utun|ppp|ipsec|zt)|vpn|wireguard|zerotier|tailscale|nordlynx", re.IGNORECASE)
_INSIDE = re.compile(
    r"^(docker|br-[0-9a-f]{6}|virbr|lxcbr|lxdbr|incusbr|cni|podman|vboxnet|vmnet)|vethernet|virtualbox|vmware",
    re.IGNORECASE,
)
"""Names of the interfaces of VPNs, and of those to containers and machines inside this one."""
_OF_VPNS = ip_network("100.64.0.0/10")
_OF_HOMES = ip_network("192.168.0.0/16")
_NETWORK, _TUNNEL, _UNASSIGNED, _INNER = range(4)
"""Uses of an address: a network; a VPN; a cable on which nobody gives addresses; this machine's inside."""


def own_addresses(bind: str = "") -> list[str]:
    """The addresses by which others may reach what listens on an address.

    Args:
        bind: What is listened on; empty: every address of this machine.

    Returns:
        One or more, those of VPNs behind those of networks; IPv6 where there is no IPv4; loopback, alone, where there
        is nothing else.
    """
    if bind not in _EVERYWHERE:
        return [bind]
    found = list(_interfaces())
    six = not any(isinstance(ip, IPv4Address) for _, ip in found)
    ranked = sorted((_rank(name, ip), str(ip)) for name, ip in found if isinstance(ip, IPv6Address) == six)
    good = [address for (kind, *_), address in ranked if kind in (_NETWORK, _TUNNEL)]
    return list(dict.fromkeys(good or [address for _, address in ranked[:1]])) or [LOOPBACK]


def is_loopback(host: str) -> bool:
    """Whether an address or a name leads to the machine itself, for every user of it."""
    with contextlib.suppress(ValueError):
        return ip_address(host.partition("%")[0]).is_loopback
    return host.lower() == "localhost"


def _rank(name: str, ip: IPv4Address | IPv6Address) -> tuple[int, ...]:
    """The kind of an address, and whether the whole world may know it, or a home."""
    if _INSIDE.search(name):
        kind = _INNER
    elif ip.is_link_local:
        kind = _UNASSIGNED
    else:
        kind = _TUNNEL if _VPN.search(name) or ip in _OF_VPNS else _NETWORK
    return kind, not ip.is_global, ip not in _OF_HOMES


def _interfaces() -> Iterator[tuple[str, IPv4Address | IPv6Address]]:
    """The names of the interfaces with their addresses, as far as others could use them."""
    import ifaddr

    with contextlib.suppress(OSError):
        for adapter in ifaddr.get_adapters():
            for each in adapter.ips:
                text = each.ip if isinstance(each.ip, str) else each.ip[0]
                with contextlib.suppress(ValueError):
                    ip = ip_address(text)
                    # A caller of an IPv6 address of a cable has to name an interface of their own.
                    if not (ip.is_loopback or ip.is_unspecified or (ip.version == 6 and ip.is_link_local)):
                        yield f"{adapter.name} {adapter.nice_name}", ip

"""Ways in: how players come from the internet to a table that somebody opens, as far as this machine can do it."""

from __future__ import annotations

from contextlib import suppress
from importlib.util import find_spec
from ipaddress import ip_address

from citadels_tui.texts import _, home
from citadels_tui.wording.own_command import own_command
from net.base.errors import NetError
from net.base.extras import how_to_install
from net.base.own_addresses import own_addresses
from net.identity.invitations import read_authority
from net.identity.known_hosts import KnownHosts

PORT_OPEN, RELAY, BY_SSH = "port", "relay", "ssh"
"""The port of this machine, a relay, and SSH; any other way is the address of a known host."""
SSH_PORT = 2222
"""The port for guests by SSH."""
_MOST = 4
"""Known hosts that are offered."""


def known_hosts() -> list[str]:
    """Addresses of hosts that the player knows and others can reach from the internet, the one met last first."""
    with suppress(NetError):
        last = (addresses[-1] for addresses in reversed(KnownHosts().hosts()))
        return [address for address in last if _public(address)][:_MOST]
    return []


def _public(address: str) -> bool:
    """Whether an address may be reached from everywhere; of a name that is believed."""
    place = read_authority(address)
    if place is None or place.host == "localhost" or place.host.endswith(".local"):
        return False
    try:
        return ip_address(place.host.partition("%")[0]).is_global
    except ValueError:
        return "." in place.host


def reached_directly() -> bool:
    """Whether this machine has an address that everybody can reach, if nothing is in the way."""
    return _public(own_addresses()[0])


def can_serve() -> bool:
    """Whether guests by SSH can be let in."""
    return find_spec("asyncssh") is not None


def told(way: str, port: int) -> str:
    """The sentence that says what a way needs."""
    if way == RELAY:
        return _(home.HOW_RELAYED).format(command=f"{own_command()} relay")
    if way == BY_SSH:
        if not can_serve():
            return _(home.HOW_NO_SSH).format(command=how_to_install("ssh"))
        return _(home.HOW_SSH_TOLD).format(port=SSH_PORT, address=own_addresses()[0])
    if way != PORT_OPEN:
        return _(home.HOW_HOSTED)
    address = own_addresses()[0]
    text = home.HOW_GLOBAL if reached_directly() else home.HOW_HOME
    return _(text).format(address=address, port=port)

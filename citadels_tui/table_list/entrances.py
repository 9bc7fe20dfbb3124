"""Entrances: the lines by which others come to a table of a headless host, without a client of their own."""

from __future__ import annotations

from citadels_tui.table_list.table_names import slug
from net.base.own_addresses import is_loopback
from net.client.updates import LobbyView
from net.identity.invitations import Address

_SSH, _HTTPS = 22, 443
"""Ports that need not be said."""


def entrances(lobby: LobbyView) -> list[str]:
    """A command for SSH clients and a link for browsers, as far as the host lets them in; both as they are pasted."""
    name = slug(lobby.options.title, lobby.table)
    lines = [ssh_command(lobby.ssh, name)] if lobby.ssh else []
    return [*lines, link(lobby.web, name)] if lobby.web else lines


def only_here(lobby: LobbyView) -> bool:
    """Whether these lines are of use on the host's machine alone."""
    places = [place for place in (lobby.ssh, lobby.web) if place]
    return bool(places) and all(is_loopback(place.host) for place in places)


def ssh_command(place: Address, name: str = "", user: str = "") -> str:
    """The command that leads to a table by SSH; without a name, to the list of tables.

    Args:
        place: Where the host's SSH server is reached.
        name: The word that names the table.
        user: Who logs in, with an ``@`` behind it; empty: the account that types it.
    """
    port = "" if place.port == _SSH else f" -p {place.port}"
    return f"ssh -t{port} {user}{place.host} {name}".rstrip()


def link(place: Address, name: str = "") -> str:
    """The address of a table's page; without a name, of the list of tables."""
    if is_loopback(place.host):
        return f"http://{place.authority}/{name}"
    return f"https://{place.authority.removesuffix(f':{_HTTPS}')}/{name}"

"""Connecting: checking who a host is, and joining its table as a client."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from net.base.errors import NetError
from net.base.limits import DEFAULT, Limits
from net.base.text import TextError, clean_name
from net.client.client import Client
from net.client.dial import dial
from net.client.follower import Follower
from net.client.reconnect import Reconnector
from net.client.visitor import Visitor
from net.identity.crypto import Identity
from net.identity.fingerprint import fingerprint
from net.identity.invitations import Address, Invite
from net.identity.known_hosts import KnownHosts
from net.identity.tls import pin_of
from net.protocol.schema import Via
from net.protocol.session import Role

Trust = Callable[[str, str], Awaitable[bool]]
"""Asked on first contact without an invitation: (address as typed, the host's fingerprint as six words) -> whether
the player recognises it. A yes is remembered in the known-hosts file; the connection is made only after it."""


async def connect(
    target: Invite | Address,
    identity: Identity,
    name: str,
    *,
    watch: bool = False,
    trust: Trust | None = None,
    known_hosts: KnownHosts | None = None,
    limits: Limits = DEFAULT,
    archive: Path | None = None,
    keep_logs: bool = True,
    via: Via = "",
    vouch: bytes | None = None,
    origin: bytes = b"",
    invite: Invite | None = None,
) -> Client:
    """Connect, check who the host is, and join a table: the one that is named, or else the only one to be seen.

    Nothing is sent before the host's identity is checked: against the invitation, or the known-hosts
    file, or, on first contact, by asking ``trust`` (None: refuse).

    Args:
        target: From `net.identity.invitations.parse_target`.
        identity: The player's key (`net.identity.crypto.load_identity`): who has it has the seat.
        name: At most 24 cells; see `net.base.text.clean_name`.
        watch: Join as a spectator.
        trust: See `Trust`.
        known_hosts: The file of known hosts; by default the player's own. A host that was reached by an invitation is
            remembered when the file is given.
        limits: Bounds of everything.
        archive: The archive that keeps the logs of finished games; by default the player's own.
        keep_logs: Whether logs are kept at all.
        via: How the player reaches the host, by SSH or in a browser, when this runs on its machine for them.
        vouch: Then, what lets them in at the other hosts that share their tables with it.
        origin: Then, a hash of the address they have come from.
        invite: The invitation for others; None: that by which the player comes.

    Raises:
        NetError: with a code of `net.base.errors.CODES` and a sentence for the player.
    """
    name = _clean(name)
    address, pin, others, token = await _known(target, trust, known_hosts, limits)
    if not address.table and not token:
        address = replace(address, table=await _only_table(Invite(address, pin, b"", others), identity, name, limits))
    role: Role = "spectator" if watch else "player"
    reconnector = Reconnector(
        address, pin, token, identity, name, role, limits, via, others, vouch=vouch, origin=origin
    )
    connection, welcome = await reconnector.join()
    _remember(target, connection.session.host, known_hosts)
    follower = Follower(connection.session.host, identity.public, reconnector.seal_key(connection), limits, via)
    if invite is None and isinstance(target, Invite) and target.token:
        invite = target
    # What the host says next is handled at once, and tells of invitations, whose address is in this one.
    return Client(reconnector, connection, follower, welcome, archive, keep_logs=keep_logs, invite=invite)


async def visit(
    target: Invite | Address,
    identity: Identity,
    name: str,
    *,
    trust: Trust | None = None,
    known_hosts: KnownHosts | None = None,
    limits: Limits = DEFAULT,
    via: Via = "",
    origin: bytes = b"",
) -> Visitor:
    """Connect, check who the host is, and look at its tables; see `connect`.

    Raises:
        NetError: with a code of `net.base.errors.CODES` and a sentence for the player.
    """
    name = _clean(name)
    address, pin, others, _ = await _known(target, trust, known_hosts, limits)
    reconnector = Reconnector(
        replace(address, table=""), pin, b"", identity, name, "visitor", limits, via, others, origin=origin
    )
    connection, _ = await reconnector.join()
    _remember(target, connection.session.host, known_hosts)
    return Visitor(reconnector, connection)


async def _only_table(host: Invite, identity: Identity, name: str, limits: Limits) -> str:
    """The table somebody means who names none: where they have a seat, or else the only one there is.

    Raises:
        NetError: ``table_choice``, when there are none or several.
    """
    visitor = await visit(host, identity, name, limits=limits)
    try:
        tables = (await visitor.first_view()).tables
    finally:
        await visitor.leave()
    mine = [table for table in tables if table.you is not None]
    for found in (mine, tables):
        if len(found) == 1:
            return found[0].table
    raise NetError("table_choice")


def _clean(name: str) -> str:
    try:
        return clean_name(name)
    except TextError as error:
        raise NetError("name_bad", error.args[0]) from None


async def _known(
    target: Invite | Address, trust: Trust | None, known_hosts: KnownHosts | None, limits: Limits
) -> tuple[Address, bytes, tuple[Address, ...], bytes]:
    """The address, the host's pin, its other addresses and the token of a target, once it is known who the host is."""
    if isinstance(target, Invite):
        return target.address, target.pin, target.others, target.token
    return target, await _meet(target, trust, known_hosts or KnownHosts(), limits), (), b""


def _remember(target: Invite | Address, host: bytes, known_hosts: KnownHosts | None) -> None:
    """Remember the host of an invitation, unless something is remembered at its address."""
    if isinstance(target, Invite) and known_hosts is not None and not target.address.unix:
        where = target.address.authority
        # To have come is more than to be remembered.
        with contextlib.suppress(NetError):
            if not known_hosts.check(where, host):
                known_hosts.remember(where, host)


async def _meet(address: Address, trust: Trust | None, known_hosts: KnownHosts, limits: Limits) -> bytes:
    """The pin of a host that is known, or that the player says to know now."""
    connection = await dial(address, None, limits)
    host = connection.session.host
    await connection.close()
    if not known_hosts.check(address.authority, host):
        # A key that is known from another address says that the host has moved.
        known = known_hosts.knows(host)
        if not known and (trust is None or not await trust(address.authority, fingerprint(host))):
            raise NetError("unknown_host", address.authority)
        known_hosts.remember(address.authority, host)
    return pin_of(host)

"""Addresses and invitations.

An invitation is one line: ``citadels://host:port/table#pin.token``. The pin is the host's identity,
so that the first contact is as safe as the way the line came by; the token lets its bearer in, and
nothing else. Both are base32; a checksum at the end tells a typing error from a wrong host.
"""

from __future__ import annotations

import re
from base64 import b32decode, b32encode
from binascii import Error as Base32Error
from dataclasses import dataclass

from net.base.errors import NetError
from net.identity.crypto import digest
from net.identity.tls import PIN

PORT = 7447
TOKEN = 8
"""Bytes of a token."""
_CHECK = 2
"""Bytes of the checksum."""
_PLACE = re.compile(
    r"(?:citadels://)?(?:\[(?P<six>[0-9a-fA-F:.%\w]{2,60})\]|(?P<host>[\w.-]{1,253}))"
    r"(?::(?P<port>\d{1,5}))?(?:/(?P<table>[0-9A-HJKMNP-TV-Z]{26})?)?",
    re.ASCII,
)
_BARE_SIX = re.compile(r"[0-9a-fA-F:.]{2,45}")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a host listens, and perhaps which of its tables is meant."""

    host: str
    port: int = PORT
    table: str = ""
    """Id of the table; empty for the host's only or first one."""
    unix: str = ""
    """Path of the host's Unix socket on this machine, instead of host and port."""

    @property
    def authority(self) -> str:
        """``host:port``, an IPv6 host in brackets; or the path of a Unix socket."""
        if self.unix:
            return self.unix
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def __str__(self) -> str:
        return f"{self.authority}/{self.table}" if self.table else self.authority


@dataclass(frozen=True, slots=True)
class Invite:
    """An address with the host's pin and a token that admits."""

    address: Address
    pin: bytes
    token: bytes

    def __str__(self) -> str:
        tail = self.token + _checksum(self.pin, self.token)
        return f"citadels://{self.address.authority}/{self.address.table}#{_base32(self.pin)}.{_base32(tail)}"

    def __repr__(self) -> str:
        # The token is a secret: it must not reach a log by way of repr.
        return f"Invite({self.address})"

    def at(self, host: str, port: int | None = None) -> Invite:
        """The same invitation by way of another address."""
        address = Address(host, self.address.port if port is None else port, self.address.table)
        return Invite(address, self.pin, self.token)


def parse_target(text: str) -> Invite | Address:
    """Read what a player typed or pasted: an invitation, ``host``, ``host:port`` or ``host:port/table``.

    Raises:
        NetError: ``invite_unreadable``, saying what is wrong with it.
    """
    text = "".join(text.split())
    place, mark, secret = text.partition("#")
    address = _address(place)
    if not mark:
        return address
    pin, dot, tail = secret.partition(".")
    if not dot:
        raise NetError("invite_unreadable", "the part after # is incomplete.")
    key, admission = _unbase32(pin), _unbase32(tail)
    if len(key) != PIN or len(admission) != TOKEN + _CHECK:
        raise NetError("invite_unreadable", "the part after # has the wrong length; was all of it copied?")
    token, check = admission[:TOKEN], admission[TOKEN:]
    if check != _checksum(key, token):
        raise NetError("invite_unreadable", "its checksum is wrong; there is a typing error in it.")
    return Invite(address, key, token)


def _address(place: str) -> Address:
    if place.count(":") > 1 and _BARE_SIX.fullmatch(place):
        return Address(place)
    found = _PLACE.fullmatch(place)
    if not found:
        raise NetError("invite_unreadable", "write host, host:port or citadels://host:port/table#...")
    port = int(found["port"] or PORT)
    if not 0 < port < 65536:
        raise NetError("invite_unreadable", f"{port} is not a port.")
    return Address(found["six"] or found["host"], port, found["table"] or "")


def _checksum(pin: bytes, token: bytes) -> bytes:
    return digest("invite", pin, token)[:_CHECK]


def _base32(raw: bytes) -> str:
    return b32encode(raw).decode().rstrip("=").lower()


def _unbase32(text: str) -> bytes:
    try:
        return b32decode(text.upper() + "=" * (-len(text) % 8))
    except (Base32Error, ValueError):
        raise NetError("invite_unreadable", "the part after # has letters that cannot be in it.") from None

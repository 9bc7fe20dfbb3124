"""Announcement: what a host says of itself on the local network, by DNS-SD, as the text record of a service.

Anybody on the network can say anything there: what is read is bounded, and nothing of it is trusted.
"""

from __future__ import annotations

import re
from base64 import b32encode
from collections.abc import Mapping
from dataclasses import dataclass

from net.base.text import VERSION_FORM, shown_title
from net.protocol.version import PROTO, RULES

SERVICE = "_citadels._tcp.local."
"""The type of the service."""
LONGEST = 400
"""Bytes of a text record that is read."""
_MOST = 9999
_VERSION = re.compile(VERSION_FORM.encode())
_NUMBER = re.compile(rb"[0-9]{1,4}")
_RULES = re.compile(rb"[0-9a-f]{32}")
_PIN = re.compile(rb"[a-z2-7]{32}")


@dataclass(frozen=True, slots=True)
class Announcement:
    """One host on the network, as it describes itself."""

    version: str
    """Version of the program."""
    proto: int
    rules: str
    """Digest on which host and client must agree about a game, in hex."""
    name: str
    """The host's name for itself, at most 40 cells; perhaps empty."""
    tables: int
    """Tables that everybody may see."""
    open: int
    """Tables among them that anybody may sit down at."""

    @property
    def fits(self) -> bool:
        """Whether one can play there with this program."""
        return self.proto == PROTO and self.rules == RULES.hex()


def written(version: str, pin: bytes, name: str, tables: int, free: int) -> dict[str, str]:
    """The text record of a host: this, and nothing else."""
    return {
        "v": version,
        "proto": str(PROTO),
        "rules": RULES.hex(),
        "pin": b32encode(pin).decode().lower(),
        "name": name,
        "tables": str(min(tables, _MOST)),
        "open": str(min(free, _MOST)),
    }


def read(record: Mapping[bytes, bytes | None]) -> Announcement | None:
    """Read a text record; None when it is none of a host of this game.

    Only the form of the pin is checked: a host proves by its key who it is, once a client is there.
    """
    found = {key: value or b"" for key, value in record.items()}
    if sum(len(key) + len(value) for key, value in found.items()) > LONGEST:
        return None
    version, proto, rules, pin, name, tables, free = (
        found.get(key, b"") for key in (b"v", b"proto", b"rules", b"pin", b"name", b"tables", b"open")
    )
    forms = ((_VERSION, version), (_NUMBER, proto), (_RULES, rules), (_PIN, pin), (_NUMBER, tables), (_NUMBER, free))
    if not all(form.fullmatch(value) for form, value in forms):
        return None
    title = shown_title(name.decode(errors="replace")) if name else ""
    return Announcement(version.decode(), int(proto), rules.decode(), title, int(tables), int(free))

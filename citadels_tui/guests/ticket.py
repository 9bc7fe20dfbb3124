"""Tickets: everything a guest's client needs to know, as it is handed to the process it runs in."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from citadels_tui.guests.met_guests import meet
from citadels_tui.texts import TOUCH
from net.base.text import TextError, clean_name
from net.host.seats.access import origin_of
from net.host.shared.vouching import vouch_for
from net.identity.crypto import Identity
from net.identity.tls import pin_of
from net.protocol.schema import Via

GUEST = "Guest"
"""A guest who has no name of their own; the table puts a number behind the second one."""
FAILED = 70
"""The exit code of a client after a fault of ours, of which there is a report."""
GUESTS = 64
"""Guests a host has room for."""
WIDEST, TALLEST, NARROWEST, LOWEST = 500, 200, 20, 5
"""Columns and lines of a terminal that a client is drawn in."""

_TABLE_NAME = re.compile(r"[a-z0-9-]{1,32}")
_QUOTES = "\"'`*\u2018\u2019\u201a\u201c\u201d\u201e\xab\xbb"
"""Signs that chats, mails and sentences put around a name."""
_BEFORE, _BEHIND = f"{_QUOTES}([{{<", f"{_QUOTES})]}}>.,;:!?/\u2026"
_TERM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")
_VALUE = re.compile(r"[A-Za-z0-9._@,:-]{1,64}")
PASSED = ("COLORTERM", "LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "NO_COLOR", TOUCH)
"""Variables of a guest's environment that concern the client: colours, language, fingers."""
_FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")


@dataclass(frozen=True, slots=True)
class Ticket:
    """A guest's name, how they come, and the table they want. It holds a private key, so it is never shown."""

    socket: str
    """Path of the host's Unix socket."""
    pin: str
    """The pin of the host's identity, in hexadecimal digits."""
    seed: str
    """The guest's private key, in hexadecimal digits."""
    name: str
    table: str
    """Id of the table; empty: the one at which the guest has a seat, or the list of all of them."""
    via: Via
    vouch: str
    """The vouching by which other hosts that share their tables let the guest in, in hexadecimal digits."""
    origin: str
    """A hash of the address they come from, in hexadecimal digits."""
    environ: dict[str, str]
    """The whole environment of the client."""
    key: str = ""
    """The fingerprint of the SSH key by which the guest is known, if it is one."""
    way_back: str = ""
    """The command with which a guest without a key comes back to their seat: see `citadels_tui.guests.way_back`."""
    newcomer: bool = False
    """Whether they have never been here, and are asked if they know the game."""

    def __repr__(self) -> str:
        return f"Ticket({self.via})"


def guest_key(host: Identity, via: Via, who: str) -> bytes:
    """The secret bytes of the key a guest plays with: always the same for the same visitor of the same host.

    Args:
        host: Identity of the host. Its key is enough to derive those of its guests.
        via: The way they come in.
        who: What the server they come by knows them by: a fingerprint, or a hash of a cookie.
    """
    return host.derive("guest", via, who)


def make_ticket(
    host: Identity,
    socket: Path,
    via: Via,
    who: str,
    address: str,
    name: str,
    table: str,
    environ: dict[str, str],
    way_back: str = "",
    met: Path | None = None,
) -> Ticket:
    """The ticket of a guest who comes from an address; see `Ticket` and `guest_key`.

    The file ``met`` says who has come before, and remembers this one; None: nobody is asked whether they know the game.
    """
    seed, origin = guest_key(host, via, who), origin_of(host, address)
    return Ticket(
        socket=str(socket),
        pin=pin_of(host.public).hex(),
        seed=seed.hex(),
        name=name,
        table=table,
        via=via,
        vouch=vouch_for(host, via, Identity.of_seed(seed).public, origin).hex(),
        origin=origin.hex(),
        environ=environ,
        key=who if is_fingerprint(who) else "",
        way_back=way_back,
        newcomer=met is not None and meet(met, Identity.of_seed(seed).public),
    )


def table_named(text: str) -> str:
    """The name of a table as it was meant, without the signs and invisible characters that were copied with it.

    What is no name stays none: see `is_table_name`.
    """
    seen = "".join(char for char in text if unicodedata.category(char) != "Cf").strip()
    return seen.rstrip(_BEHIND).lstrip(_BEFORE).strip().lower()


def is_table_name(text: str) -> bool:
    """Whether this can be the name of a table."""
    return bool(_TABLE_NAME.fullmatch(text))


def is_fingerprint(text: str) -> bool:
    """Whether this can be the fingerprint of an SSH key, as OpenSSH writes it."""
    return bool(_FINGERPRINT.fullmatch(text))


def can_draw(term: str) -> bool:
    """Whether a terminal of this type can be drawn on; of one without a type (empty) that is believed."""
    return not term or (bool(_TERM.fullmatch(term)) and term != "dumb")


def guest_environ(term: str, offered: Mapping[str, str], state: str) -> dict[str, str]:
    """The whole environment of a guest's client; of what was offered hardly anything is in it.

    Args:
        term: Type of the terminal.
        offered: The guest's environment, as the server that let them in tells it.
        state: Folder in which a fault of the program is reported.
    """
    passed = {name: offered[name] for name in PASSED if _VALUE.fullmatch(offered.get(name, ""))}
    return {
        "TERM": term,
        "PATH": "/usr/bin:/bin",
        "HOME": "/",
        "CITADELS_STATE": state,
        "CITADELS_CONFIG": state,
        **passed,
    }


def guest_name(offered: str) -> str:
    """The guest's name: the one they give, when a player may be called that."""
    try:
        return clean_name(offered[:1].upper() + offered[1:24])
    except TextError:
        return GUEST


def bounded(columns: int, lines: int) -> tuple[int, int]:
    """The size of a terminal as a client is told of it: 0 or nonsense could not be drawn."""
    columns, lines = columns or 80, lines or 24
    return max(NARROWEST, min(columns, WIDEST)), max(LOWEST, min(lines, TALLEST))

"""The way back of a guest by SSH who has no key: a line that leads to their seat, for as long as they have it.

Its last word takes the place of a table's name. It counts only while the player whom it makes has a seat, so nobody can
be sent by it anywhere else, and what is no such word is the name of a table.
"""

from __future__ import annotations

import re
import secrets

from citadels_tui.table_list.entrances import ssh_command
from net.identity.invitations import Address

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that look like others."""
_COUNT = 10
"""Letters of a code: 49 bits. A host hears some twenty logins a second, so to meet one of 500 seats takes centuries."""
_WORD = re.compile(rf"(?:[a-z0-9-]+-)?([{_LETTERS}]{{{_COUNT}}})")
_USER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}")
_NAME = 20
"""Letters of the name that stands before a code."""


def new_code() -> str:
    """A code by which somebody without a key is known."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_COUNT))


def code_in(word: str) -> str:
    """The code at the end of the last word of such a line; empty when there can be none."""
    found = _WORD.fullmatch(word)
    return found[1] if found else ""


def keyless(code: str) -> str:
    """The id of the player whom a code stands for: see `citadels_tui.guests.guest_book.Arrival.who`."""
    return f"keyless {code}"


def way_back(place: Address, user: str, code: str) -> str:
    """The command that leads back to a seat.

    Args:
        place: Where the host's SSH server is reached.
        user: The name that was given at the login.
        code: The player's.
    """
    name = "-".join(re.findall(r"[a-z0-9]+", user.lower()))[:_NAME].strip("-")
    known = f"{user}@" if _USER.fullmatch(user) else ""
    return ssh_command(place, "-".join(filter(None, (name, code))), known)

"""The few signs the board is drawn with, in Unicode and in ASCII.

Only single code points of one cell without an emoji form are used, so that every
terminal agrees about their width. A sign carries the meaning; colour repeats it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import NamedTuple

from citadels_tui.texts.forms import Mark


class Symbols(NamedTuple):
    """One set of signs; on a screen each is one cell wide except `more` and `arrow`."""

    types: Mapping[str, str]
    """District type -> its sign."""
    action: str
    """An action card: in a city the Circus Tent."""
    crown: str
    acting: str
    """Mark of the player whose turn it is; also the cursor of a list."""
    done: str
    """A character that has had its turn."""
    silent: str
    """A character that was called and not answered."""
    faceup: str
    """A character lying face up: nobody plays it this round."""
    certain: str
    """In the notebook: a player has this character."""
    maybe: str
    never: str
    rule: str
    """Sign of which lines are drawn."""
    bar: str
    levels: str
    """A block of a building, from nothing to a whole cell in equal steps; empty: the sign of its type is one."""
    plot: str
    """A place in a city where nothing stands yet."""
    roof: str
    """The line over a finished city."""
    rubble: str
    """Sign of a destroyed building, for a moment."""
    arrow: str
    """From what is to what will be; two cells in ASCII."""
    more: str
    """Sign that text was cut off here."""
    close: str
    """Closes a box, for the mouse."""
    up: str
    down: str
    ascii: bool

    def of(self, mark: Mark) -> str:
        """The sign of a mark on the track."""
        return mark.ascii if self.ascii else mark.sign


UNICODE = Symbols(
    types={"noble": "♖", "religious": "✞", "trade": "⌂", "military": "⚑", "unique": "✦"},
    action="❖",
    crown="♛",
    acting="▸",
    done="✓",
    silent="-",
    faceup="x",
    certain="●",
    maybe="?",
    never="·",
    rule="─",
    bar="█",
    levels=" ▁▂▃▄▅▆▇█",
    plot="·",
    roof="▔",
    rubble="░",
    arrow="→",
    more="…",
    close="✕",
    up="↑",
    down="↓",
    ascii=False,
)

ASCII = Symbols(
    types={"noble": "N", "religious": "R", "trade": "T", "military": "M", "unique": "U"},
    action="*",
    crown="^",
    acting=">",
    done=".",
    silent="-",
    faceup="x",
    certain="#",
    maybe="?",
    never=".",
    rule="-",
    bar="#",
    levels="",
    plot=".",
    roof="=",
    rubble=":",
    arrow="->",
    more="..",
    close="x",
    up="^",
    down="v",
    ascii=True,
)


def usual_symbols() -> Symbols:
    """The symbols for what is printed on standard output."""
    return ASCII if needs_ascii(os.environ, sys.stdout.encoding) else UNICODE


def needs_ascii(environ: Mapping[str, str], encoding: str | None) -> bool:
    """Whether a terminal cannot be trusted with anything but ASCII."""
    term = environ.get("TERM", "")
    narrow = term in {"linux", "dumb"} or term.startswith("vt")
    return narrow or not _wide(encoding or "ascii") or not _wide(_locale_encoding(environ))


def _wide(encoding: str) -> bool:
    """Whether an encoding has every sign."""
    return encoding.lower().replace("-", "") in {"utf8", "utf16", "utf32"}


def _locale_encoding(environ: Mapping[str, str]) -> str:
    """The encoding that the player's locale names; UTF-8 where it names none.

    Python itself writes UTF-8 in the locale C, and gives that the name C.UTF-8 in ``LC_CTYPE`` (PEP 538, PEP 540): for
    what the terminal reads, the variables decide that were set before.
    """
    general = environ.get("LANG", "")
    chosen = environ.get("LC_CTYPE", "")
    made_by_python = chosen in {"C.UTF-8", "C.utf8", "UTF-8"} and sys.flags.utf8_mode
    name = environ.get("LC_ALL", "") or ("" if made_by_python else chosen) or general
    if name in {"C", "POSIX"}:
        return "ascii"
    return name.partition(".")[2].partition("@")[0] or "utf-8"

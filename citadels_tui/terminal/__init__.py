"""The terminal: everything that touches private names of Textual, and all that terminals send and show.

Each private name has a comment that says what Textual lacks. `tests/citadels_tui/terminal/test_textual.py` lists them,
and fails when another file touches one or a new Textual lacks one. ``CITADELS_PLAIN_TEXTUAL=1``, for developers,
switches off what only improves the client: it then runs on Textual's own screens, drawing, style sheets, notices and
palette.

Six things stay on, for safety: the input filter, because a piece of a terminal's answer must never play a move; the
clicks, because only the left button plays one; the end without a traceback, because one shows cards and keys; the
bounds of a guest's window, which protect the host; the end at a signal while the terminal reads nothing, so that no
client is left running; and screens that come and go whole, because to leave one while it comes would end the client.
"""

from __future__ import annotations

import os

PLAIN_TEXTUAL = "CITADELS_PLAIN_TEXTUAL"
"""The environment variable that switches the improvements off; read when this package is loaded."""
_IMPROVED = os.environ.get(PLAIN_TEXTUAL, "") in ("", "0")


def improved() -> bool:
    """Whether the client uses its improvements of Textual, and not Textual's own parts."""
    return _IMPROVED


def switch() -> dict[str, str]:
    """The variable as other processes of this program are to have it; empty where nothing is switched off."""
    return {} if _IMPROVED else {PLAIN_TEXTUAL: "1"}

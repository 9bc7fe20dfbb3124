"""The command by which the player starts this program, for sentences that say how to go on."""

from __future__ import annotations

import os
import shlex

VARIABLE = "CITADELS_COMMAND"
"""Set by a script that starts the program, such as ``scripts/play``, to how it was called."""


def own_command() -> str:
    """The command, as it can be typed into a shell."""
    called = os.environ.get(VARIABLE, "")
    return shlex.quote(called) if called.isprintable() and called else "citadels"

"""The command by which the player starts this program, for sentences that say how to go on."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

VARIABLE = "CITADELS_COMMAND"
"""Set by a script that starts the program, such as ``scripts/play``, to how it was called."""


def own_command() -> str:
    """The command, as it can be typed into a shell."""
    called = os.environ.get(VARIABLE, "")
    return shlex.quote(called) if called.isprintable() and called else "citadels"


def command_to_resume(*, hosted: bool = False) -> str:
    """The command that goes on with the game, or the hosted table, that was left last."""
    called = own_command()
    if hosted:
        return f"{called} host --resume"
    # A script by that name plays without being told to.
    return f"{called} --resume" if Path(os.environ.get(VARIABLE, "")).name == "play" else f"{called} play --resume"

"""The list of processes: every user of the machine can read it, so the secret of an invitation is taken out of it."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Sequence
from pathlib import Path

_PROCESS = Path("/proc/self")
_SECRET = re.compile(r"#.+|/[A-Z2-7]{45,}", re.DOTALL)
"""What follows the place in an invitation, in its line or as it is in a QR code."""
_ARG_START, _ARG_END = 45, 46
"""Where /proc/self/stat says which memory holds the command line, counted from the process's state; see proc(5)."""


def hide_secrets(arguments: Sequence[str]) -> None:
    """Overwrite the secret of an invitation that was typed as an argument; only Linux allows it.

    It can be read until then, a moment after the start, and stays in the shell's history.
    """
    secrets = [os.fsencode(found[0]) for text in arguments if (found := _SECRET.search(text))]
    if not secrets:
        return
    with contextlib.suppress(OSError, ValueError, IndexError):
        about = (_PROCESS / "stat").read_text().rpartition(")")[2].split()
        start, end = int(about[_ARG_START]), int(about[_ARG_END])
        with (_PROCESS / "mem").open("r+b", buffering=0) as memory:
            memory.seek(start)
            line = memory.read(end - start)
            for secret in secrets:
                line = line.replace(secret, secret[:1] + b"*" * (len(secret) - 1))
            memory.seek(start)
            memory.write(line)

"""Own processes: how another Python of this program is started, which runs nothing of the folder one stands in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The folder that has this program's packages."""


def own_python(*arguments: str) -> list[str]:
    """A command line of this Python.

    With ``-m`` and ``-c`` alone Python would look for every module in the working folder first.
    """
    return [sys.executable, "-P", *arguments]


def bare_python(*arguments: str) -> list[str]:
    """A command line of this Python for a file that needs nothing but the standard library; it starts in 3 MiB."""
    return [sys.executable, "-I", "-S", *arguments]


def own_environment() -> dict[str, str]:
    """The environment for such a Python: it finds what this process finds, these packages and the bots beside them."""
    path = (str(ROOT), os.environ.get("PYTHONPATH"))
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, path))}


def start_own(
    module: str, *arguments: str, stdin: int = subprocess.PIPE, stderr: int = subprocess.DEVNULL, bufsize: int = -1
) -> subprocess.Popen[bytes]:
    """Start a module of this program in a Python of its own, whose output this process reads.

    Args:
        module: Its full name.
        arguments: Those of its command line.
        stdin: Its input, as `subprocess.Popen` has it.
        stderr: Nothing is painted over the player's screen, a traceback least of all.
        bufsize: Of its input and output.

    Raises:
        OSError: when it cannot be started.
    """
    return subprocess.Popen(
        own_python("-m", module, *arguments),
        bufsize=bufsize,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env=own_environment(),
        # Not in the terminal's process group: its signals are for the client.
        start_new_session=True,
    )

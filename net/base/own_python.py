"""Own processes: how another Python of this program is started, which runs nothing of the folder one stands in."""

from __future__ import annotations

import os
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

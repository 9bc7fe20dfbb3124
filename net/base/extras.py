"""Extras: packages that only some features need, and the command that installs them."""

from __future__ import annotations

import shlex
import sys
from importlib import metadata
from pathlib import Path

PROJECT = "citadels-tui"


def how_to_install(extra: str) -> str:
    """The command that installs an extra where this program runs.

    Of a program that is installed pip knows its extras, and looks nowhere for it. One that runs from a checkout is
    named by its folder: its name alone would be looked for in the package index, where anybody may have taken it.
    """
    try:
        metadata.distribution(PROJECT)
        project = PROJECT
    except metadata.PackageNotFoundError:
        project = str(Path(__file__).parents[2])
    return shlex.join([sys.executable or "python3", "-m", "pip", "install", f"{project}[{extra}]"])

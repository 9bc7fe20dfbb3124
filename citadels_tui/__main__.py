"""Runs the `citadels` command: ``python -m citadels_tui``."""

from __future__ import annotations

import gc
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from citadels_tui.texts import _, command_line, speak
from citadels_tui.texts.catalogue import of_locale

OURS = Path(__file__).parents[1]


def main() -> int:
    """Run the command that was typed; returns its exit code."""
    # What is loaded stays. Garbage is looked for again when a command begins, or the client is loaded.
    gc.disable()
    for package in ("engine", "net"):
        found = _place(package)
        if found and not found.parent.samefile(OURS):
            speak(of_locale(os.environ))
            said = _(command_line.INTRUDER).format(path=found, package=package, ours=OURS)
            sys.stderr.write(f"citadels: {said}\n")
            return 1
    from citadels_tui.cli import main as command

    return command()


def _place(package: str) -> Path | None:
    """Where Python finds a package, its folder or its only file, without running anything of it."""
    spec = find_spec(package)
    folders = spec.submodule_search_locations if spec else None
    found = next(iter(folders), None) if folders else spec.origin if spec else None
    return Path(found) if found else None


if __name__ == "__main__":
    sys.exit(main())

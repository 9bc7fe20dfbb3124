"""Runs the `citadels` command: ``python -m citadels_tui``."""

from __future__ import annotations

import gc
import os
import sys
from importlib.util import find_spec
from pathlib import Path

OURS = Path(__file__).parents[1]

LIBRARYS = ("TEXTUAL_ANIMATIONS", "TEXTUAL_DISABLE_KITTY_KEY")
"""Settings of the library for screens that hold here, too; it does without a value that it does not know."""


def main() -> int:
    """Run the command that was typed; returns its exit code."""
    # What is loaded stays. Garbage is looked for again when a command begins, or the client is loaded.
    gc.disable()
    _do_without_settings_of_others()
    for package in ("engine", "net"):
        found = _place(package)
        if found and not found.parent.samefile(OURS):
            _tell_of_intruder(package, found)
            return 1
    try:
        from citadels_tui.cli.main import main as command
    except KeyboardInterrupt:
        return 130

    return command()


def _do_without_settings_of_others() -> None:
    """Take away what was set for other programs of the library for screens, before it reads that.

    It can name a driver or a theme that is not there, a file for a log with cards in it, or keys to press.
    """
    for name in [name for name in os.environ if name == "TEXTUAL" or name.startswith("TEXTUAL_")]:
        if name not in LIBRARYS:
            del os.environ[name]
    delay = os.environ.get("ESCDELAY", "")
    if not (delay.isascii() and delay.isdecimal() and len(delay) < 4):
        os.environ.pop("ESCDELAY", None)


def _tell_of_intruder(package: str, found: Path) -> None:
    """Name the package of the same name that Python would load instead of ours."""
    from citadels_tui.texts import _, command_line, speak
    from citadels_tui.texts.catalogue import of_locale

    speak(of_locale(os.environ))
    sys.stderr.write(f"citadels: {_(command_line.INTRUDER).format(path=found, package=package, ours=OURS)}\n")


def _place(package: str) -> Path | None:
    """Where Python finds a package, its folder or its only file, without running anything of it."""
    spec = find_spec(package)
    folders = spec.submodule_search_locations if spec else None
    found = next(iter(folders), None) if folders else spec.origin if spec else None
    return Path(found) if found else None


if __name__ == "__main__":
    sys.exit(main())

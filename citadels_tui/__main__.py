"""Runs the `citadels` command: ``python -m citadels_tui``."""

from __future__ import annotations

import gc
import os
import sys

LIBRARYS = ("TEXTUAL_ANIMATIONS", "TEXTUAL_DISABLE_KITTY_KEY")
"""Settings of the library for screens that hold here, too; it does without a value that it does not know."""


def main() -> int:
    """Run the command that was typed; returns its exit code."""
    # What is loaded stays. Garbage is looked for again when a command begins, or the client is loaded.
    gc.disable()
    _do_without_settings_of_others()
    try:
        from citadels_tui.cli import main as command
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


if __name__ == "__main__":
    sys.exit(main())

"""Runs the `citadels` command: ``python -m citadels_tui``."""

from __future__ import annotations

import gc
import sys


def main() -> int:
    """Run the command that was typed; returns its exit code."""
    # What is loaded stays. Garbage is looked for again when a command begins, or the client is loaded.
    gc.disable()
    from citadels_tui.cli import main as command

    return command()


if __name__ == "__main__":
    sys.exit(main())

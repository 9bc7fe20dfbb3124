"""The errors a command ends with, each with one sentence for a person, and how they are printed."""

from __future__ import annotations

from citadels_tui.texts import _


class CommandError(Exception):
    """The command was understood and could not be carried out; exit code 1.

    Args:
        text: One sentence, with the names of its values in braces.
        values: What stands there.
    """

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(_(text).format(**values) if values else _(text))


class UsageError(CommandError):
    """An argument names nothing that exists, or does not fit the others; exit code 2."""


class Crash(Exception):
    """A fault of ours, its cause, has ended the client; ``str(error)`` says how to go on. Exit code 1."""


LONGEST = 2000
"""Characters of what is said that are still read."""


def one_line(text: object) -> str:
    """The error on one line; it may quote a file, so nothing in it acts on the terminal."""
    line = "".join(char if char.isprintable() else "?" for char in " ".join(str(text).split()))
    return line if len(line) <= LONGEST else line[:LONGEST] + "..."

"""The errors a command ends with. Each carries one sentence for a person."""

from __future__ import annotations


class CommandError(Exception):
    """The command was understood and could not be carried out; exit code 1."""


class UsageError(CommandError):
    """What was asked for does not exist or does not fit together; exit code 2."""

"""`citadels help`: the help of a command, as its ``--help`` shows it."""

from __future__ import annotations


def help_(command: str = "", /) -> int:
    """Show the help of a command, or the list of all.

    Args:
        command: Name of the command.

    Returns:
        0.

    Raises:
        UsageError: when there is no such command.
    """
    from citadels_tui.commands.grammar import app, check_command

    if command:
        check_command(command)
    app.help_print([command] if command else [])
    return 0

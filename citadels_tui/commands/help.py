"""`citadels help`: the help of a command, as its ``--help`` shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from citadels_tui.cli.help_page import show_help
from citadels_tui.cli.options import Argument
from citadels_tui.cli.parser import check_command


@dataclass(frozen=True)
class HelpCommand:
    """Show the help of a command, or the list of all."""

    command: Annotated[str, Argument("Name of the command.")] = ""

    def run(self) -> int:
        """Print it; returns 0."""
        if self.command:
            check_command(self.command)
        show_help(self.command)
        return 0

"""`citadels home`, and `citadels` alone: the home screen."""

from __future__ import annotations

from dataclasses import dataclass

from citadels_tui.cli.checks import player_name
from citadels_tui.cli.launch import launch
from citadels_tui.cli.options import Ascii, Name
from citadels_tui.session.start import ShowHome


@dataclass(frozen=True)
class HomeCommand:
    """Open the home screen: new game, host, join, help."""

    name: Name = ""
    ascii: Ascii = False

    def run(self) -> int:
        """Show it until the player leaves; returns the exit code."""
        return launch(ShowHome(player_name(self.name)), self.ascii)

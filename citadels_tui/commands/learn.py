"""`citadels learn`: the guided game."""

from __future__ import annotations

from dataclasses import dataclass

from citadels_tui.cli.checks import player_name
from citadels_tui.cli.launch import launch
from citadels_tui.cli.options import Ascii, Name, Plain


@dataclass(frozen=True)
class LearnCommand:
    """Learn to play: a guided game of three rounds, which then goes on as a real one."""

    name: Name = ""
    plain: Plain = False
    ascii: Ascii = False

    def run(self) -> int:
        """Play until the player leaves; returns the exit code."""
        # The table's packages take their time to load.
        from citadels_tui.session.lesson import lesson_game

        return launch(lesson_game(player_name(self.name)), self.ascii, self.plain)

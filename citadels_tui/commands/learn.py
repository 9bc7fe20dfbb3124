"""`citadels learn`: the guided game."""

from __future__ import annotations

from citadels_tui.commands.options import launch, player_name
from citadels_tui.commands.parameters import Ascii, Name, Plain


def learn(*, name: Name = "", plain: Plain = False, ascii: Ascii = False) -> int:
    """Learn to play: a guided game of three rounds, which then goes on as a real one.

    Args:
        name: Your name at the table.
        plain: Play line by line.
        ascii: Draw with plain characters only.

    Returns:
        0.
    """
    # The table's packages take their time to load.
    from citadels_tui.session.lesson import lesson_game

    return launch(lesson_game(player_name(name)), ascii, plain)

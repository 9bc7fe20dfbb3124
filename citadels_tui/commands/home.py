"""`citadels home`, and `citadels` alone: the home screen."""

from __future__ import annotations

from citadels_tui.commands.local_game import HomeOptions
from citadels_tui.commands.parameters import Ascii, Name


def home(*, name: Name = "", ascii: Ascii = False) -> int:
    """Open the home screen: new game, host, join, help.

    Args:
        name: Your name at the table.
        ascii: Draw with plain characters only.

    Returns:
        0.
    """
    return HomeOptions(name=name, ascii=ascii).launch()

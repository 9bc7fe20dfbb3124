"""`citadels home`, and `citadels` alone: the home screen."""

from __future__ import annotations

from citadels_tui.commands.options import launch, player_name
from citadels_tui.commands.parameters import Ascii, Name
from citadels_tui.start import ShowHome


def home(*, name: Name = "", ascii: Ascii = False) -> int:
    """Open the home screen: new game, host, join, help.

    Args:
        name: Your name at the table.
        ascii: Draw with plain characters only.

    Returns:
        0.
    """
    return launch(ShowHome(player_name(name)), ascii)

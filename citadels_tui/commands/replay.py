"""`citadels replay`: a game that is over, looked at again move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from citadels_tui.commands.options import launch
from citadels_tui.commands.parameters import Ascii
from citadels_tui.games.game_file import check_path, read_game
from citadels_tui.table.start import ShowReplay

Plain = Annotated[
    bool,
    Parameter(name="--plain", help="Replay line by line, for screen readers and scripts; see help there."),
]


def replay(file: Path, /, *, plain: Plain = False, ascii: Ascii = False) -> int:
    """Look at a game again, move by move: with all hands open, or as one of its players saw it.

    Args:
        file: A log (.proof), as the client keeps it when a game has ended, or a record (.citadels).
        plain: Replay line by line.
        ascii: Draw with plain characters only.

    Returns:
        0.
    """
    check_path(file)
    return launch(ShowReplay(read_game(file)), ascii, plain)

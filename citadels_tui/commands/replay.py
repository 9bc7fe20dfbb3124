"""`citadels replay`: a game that is over, looked at again move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from citadels_tui.commands.options import launch
from citadels_tui.commands.parameters import Ascii
from citadels_tui.history.game_file import check_path, read_game, write_file
from citadels_tui.session.start import ShowReplay
from citadels_tui.wording.errors import UsageError

Plain = Annotated[
    bool,
    Parameter(name="--plain", help="Replay line by line, for screen readers and scripts; see help there."),
]


def replay(
    file: Path,
    /,
    *,
    plain: Plain = False,
    ascii: Ascii = False,
    html: Path | None = None,
    cast: Path | None = None,
) -> int:
    """Look at a game again, move by move: with all hands open, or as one of its players saw it.

    Args:
        file: A log (.proof), as the client keeps it when a game has ended, or a record (.citadels).
        plain: Replay line by line.
        ascii: Draw with plain characters only.
        html: Write the game to this file instead, as a page for a browser that loads nothing else.
        cast: Write it to this file instead, as a film that asciinema plays in a terminal.

    Returns:
        0.
    """
    check_path(file)
    for path in (html, cast):
        if path and path.exists():
            raise UsageError("{path} is there already", path=path)
    game = read_game(file)
    if html:
        from citadels_tui.export.game_page import game_page
        from citadels_tui.history.recording import recorded

        write_file(html, game_page(recorded(game)).encode())
    if cast:
        from citadels_tui.commands.run import film

        write_file(cast, film(ShowReplay(game), ascii=ascii).encode())
    return 0 if html or cast else launch(ShowReplay(game), ascii, plain)

"""`citadels replay`: a game that is over, looked at again move by move."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from citadels_tui.cli.launch import film, launch
from citadels_tui.cli.options import Argument, Ascii, Option
from citadels_tui.history.game_file import check_path, is_output, read_game, write_file
from citadels_tui.session.start import ShowReplay
from citadels_tui.wording.errors import UsageError


@dataclass(frozen=True)
class ReplayCommand:
    """Look at a game again, move by move: with all hands open, or as one of its players saw it."""

    file: Annotated[
        Path, Argument("A log (.proof), as the client keeps it when a game has ended, or a record (.citadels).")
    ]
    plain: Annotated[bool, Option("Replay line by line, for screen readers and scripts; see help there.")] = False
    ascii: Ascii = False
    html: Annotated[
        Path | None, Option("Write the game to this file instead, as a page for a browser that loads nothing else.")
    ] = None
    cast: Annotated[
        Path | None, Option("Write it to this file instead, as a film that asciinema plays in a terminal.")
    ] = None

    def run(self) -> int:
        """Show it until the player leaves, or write it; returns the exit code."""
        check_path(self.file)
        for path in (self.html, self.cast):
            if path and path.exists() and not is_output(path):
                raise UsageError("{path} is there already", path=path)
        game = read_game(self.file)
        if self.html:
            from citadels_tui.export.game_page import game_page
            from citadels_tui.history.recording import recorded

            write_file(self.html, game_page(recorded(game)).encode())
        if self.cast:
            write_file(self.cast, film(ShowReplay(game), ascii=self.ascii).encode())
        return 0 if self.html or self.cast else launch(ShowReplay(game), self.ascii, self.plain)

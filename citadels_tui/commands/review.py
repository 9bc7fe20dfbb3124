"""`citadels review`: a game that is over, looked at by a bot: the chances to win, and the turns that cost most."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from citadels_tui.cli.options import Ascii, GameFile, Json
from citadels_tui.history.game_file import check_path, read_game
from citadels_tui.terminal.progress import progress
from citadels_tui.texts import _
from citadels_tui.texts import review as texts

_WIDTH = 80


@dataclass(frozen=True)
class ReviewCommand:
    """Show how likely each player of a finished game was to win, and which turns cost them most.

    Each turn is judged by what its player knew then. It takes some seconds.
    """

    file: GameFile
    ascii: Ascii = False
    json: Json = False

    def run(self) -> int:
        """Print it; returns 0."""
        check_path(self.file)
        game = read_game(self.file)
        # The bots are loaded when the file is one.
        from engine.review.review import review as look

        with progress(_(texts.LOOKING), "%") as told:
            found = look(game.record, told=lambda share: told(share, 1), levels=game.levels)
        if self.json:
            print(json.dumps(_facts(found, game.names)))
            return 0
        from citadels_tui.history.recording import recorded
        from citadels_tui.pages.review_page import method_lines, review_lines
        from citadels_tui.textart.symbols import ASCII, UNICODE, needs_ascii
        from citadels_tui.wording.voice import EMPTY

        symbols = ASCII if self.ascii or needs_ascii(os.environ, sys.stdout.encoding) else UNICODE
        for content in (*review_lines(found, recorded(game), symbols, _WIDTH), EMPTY, *method_lines()):
            for line in content.plain.splitlines() or [""]:
                print("\n".join(wrap(line, _WIDTH, subsequent_indent="   ")) if len(line) > _WIDTH else line.rstrip())
        return 0


def _facts(found: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """A review as plain values."""
    return {
        "players": [
            {
                "name": name,
                "accuracy": None if kept is None else round(kept, 1),
                "accuracy_error": None if kept is None else round(error, 1),
                "rounds": [
                    {"round": each.round, "chance": each.chance, "least": each.least, "most": each.most}
                    for each in standings
                ],
            }
            for name, kept, error, standings in zip(names, found.accuracy, found.errors, found.standings, strict=True)
        ],
        "turns": [
            {
                "player": turn.seat,
                "round": turn.round,
                "rank": turn.rank,
                "cost": turn.cost,
                "error": turn.error,
                "move": turn.choice.moment,
                "played": str(turn.choice.played),
                "better": str(turn.choice.better),
                "reason": turn.choice.reason.code,
            }
            for turn in found.turns
        ],
    }

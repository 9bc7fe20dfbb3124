"""`citadels daily`: the deal of the day."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Annotated

from citadels_tui.cli.checks import player_name
from citadels_tui.cli.launch import launch
from citadels_tui.cli.options import Ascii, Name, Option, Plain
from citadels_tui.texts import _, why
from citadels_tui.texts import daily as texts
from citadels_tui.wording.errors import CommandError
from net.base.errors import NetError


@dataclass(frozen=True)
class DailyCommand:
    """Play the deal of the day: the same for everybody, a new one each day. What you finish first counts."""

    results: Annotated[bool, Option("Show the results of the last days instead, and a city to paste into a chat.")] = (
        False
    )
    name: Name = ""
    plain: Plain = False
    ascii: Ascii = False

    def run(self) -> int:
        """Play until the player leaves; returns the exit code."""
        # The table's packages take their time to load.
        from citadels_tui.history.daily import daily_game, own_results, today
        from citadels_tui.history.day_notes import DayNotes
        from citadels_tui.history.played_games import played_games
        from citadels_tui.pages.daily_page import daily_lines
        from net.gamelog.archive import own_games
        from net.identity.own_keys import own_hosts, own_keys

        try:
            found = own_results(played_games(own_games(), own_keys(), own_hosts()))
        except NetError as error:
            raise CommandError(why(error)) from None
        if self.results:
            print("\n".join(line.plain for line in daily_lines(found, today(), DayNotes().hinted, ascii=self.ascii)))
            return 0
        if today() in found:
            sys.stderr.write(f"citadels: {_(texts.AGAIN)}\n")
        return launch(daily_game(player_name(self.name), today(), practice=today() in found), self.ascii, self.plain)

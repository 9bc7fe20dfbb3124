"""`citadels ladder`: a game against the next opponent of the ladder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from citadels_tui.cli.checks import player_name
from citadels_tui.cli.launch import launch
from citadels_tui.cli.options import Argument, Ascii, Name, Option, Plain
from citadels_tui.texts import _, why
from citadels_tui.texts import ladder as texts
from citadels_tui.wording.errors import CommandError
from net.base.errors import NetError


@dataclass(frozen=True)
class LadderCommand:
    """Play against the next of a row of opponents, each harder than the one before."""

    step: Annotated[int, Argument("The number of another opponent.")] = 0
    steps: Annotated[bool, Option("List all opponents instead, with your record against each.")] = False
    name: Name = ""
    plain: Plain = False
    ascii: Ascii = False

    def run(self) -> int:
        """Play until the player leaves; returns the exit code."""
        # The table's packages take their time to load.
        from citadels_tui.history.ladder import LADDER, ladder_game, next_step, record
        from citadels_tui.history.played_games import played_games
        from citadels_tui.pages.ladder_page import ladder_lines
        from net.gamelog.archive import own_games
        from net.identity.own_keys import own_hosts, own_keys

        if not 0 <= self.step <= len(LADDER):
            raise CommandError(_(texts.NO_STEP).format(step=self.step, steps=len(LADDER)))
        try:
            found = record(played_games(own_games(), own_keys(), own_hosts()))
        except NetError as error:
            raise CommandError(why(error)) from None
        if self.steps:
            print("\n".join(line.plain.rstrip() for line in ladder_lines(found)))
            return 0
        return launch(
            ladder_game(player_name(self.name), self.step - 1 if self.step else next_step(found)),
            self.ascii,
            self.plain,
        )

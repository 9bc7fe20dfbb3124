"""`citadels ladder`: a game against the next opponent of the ladder."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from citadels_tui.commands.options import launch, player_name
from citadels_tui.commands.parameters import Ascii, Name, Plain
from citadels_tui.texts import _, why
from citadels_tui.texts import ladder as texts
from citadels_tui.wording.errors import CommandError
from net.base.errors import NetError


def ladder(
    step: int = 0,
    /,
    *,
    steps: Annotated[bool, Parameter(name="--steps")] = False,
    name: Name = "",
    plain: Plain = False,
    ascii: Ascii = False,
) -> int:
    """Play against the next of a row of opponents, each harder than the one before.

    Args:
        step: The number of another opponent.
        steps: List all opponents instead, with your record against each.
        name: Your name at the table.
        plain: Play line by line.
        ascii: Draw with plain characters only.

    Returns:
        0.
    """
    # The table's packages take their time to load.
    from citadels_tui.history.ladder import LADDER, ladder_game, next_step, record
    from citadels_tui.history.played_games import own_keys, played_games
    from citadels_tui.pages.ladder_page import ladder_lines
    from net.gamelog.archive import own_games

    if not 0 <= step <= len(LADDER):
        raise CommandError(_(texts.NO_STEP).format(step=step, steps=len(LADDER)))
    try:
        found = record(played_games(own_games(), own_keys()))
    except NetError as error:
        raise CommandError(why(error)) from None
    if steps:
        print("\n".join(line.plain.rstrip() for line in ladder_lines(found)))
        return 0
    return launch(ladder_game(player_name(name), step - 1 if step else next_step(found)), ascii, plain)

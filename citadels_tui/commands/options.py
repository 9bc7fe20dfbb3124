"""What the options of a table mean together."""

from __future__ import annotations

from getpass import getuser

from citadels_tui.errors import UsageError
from engine.errors import RulesError
from net.setup import Setup
from net.text import TextError, clean_name

LEVEL = "steward"
"""The bots that are seated."""


def table_of(players: int, edition: str, preset: str) -> Setup:
    """The setup of a table.

    Raises:
        UsageError: when it cannot be played.
    """
    if not 2 <= players <= 8:
        raise UsageError(f"Citadels is for 2 to 8 players, not {players}")
    try:
        setup = Setup(players=players, edition=edition, preset=preset)
        setup.rules()
    except RulesError as error:
        raise UsageError(str(error)) from None
    except ValueError:  # pydantic: not even the form of an id
        raise UsageError(f"there is no preset {preset!r} in an edition {edition!r}") from None
    return setup


def player_name(chosen: str) -> str:
    """A player's name as others will see it; by default the name of the user.

    Raises:
        UsageError: when the chosen name cannot be used.
    """
    try:
        return clean_name(chosen or getuser())
    except (TextError, OSError, KeyError) as error:
        if chosen:
            raise UsageError(f"the name cannot be used: {error}") from None
        return "Player"

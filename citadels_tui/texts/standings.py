"""Words of the standings of a host."""

from __future__ import annotations

from citadels_tui.texts import N_

VERIFYING = N_("{done} of {amount} logs are verified.")
NONE = N_("No game has been played to its end here yet.")
NAME, GAMES, WON, POINTS, RATING, KEY = (
    N_("Name"),
    N_("Games"),
    N_("Won"),
    N_("Points"),
    N_("Rating"),
    N_("Key"),
)
"""Heads of the columns."""
BOT = N_("bot")
UNSOUND = (
    N_("{amount} log does not verify, and counts for nobody."),
    N_("{amount} logs do not verify, and count for nobody."),
)
UNRATED = N_("There are no ratings: the package openskill is not installed (extra arena).")

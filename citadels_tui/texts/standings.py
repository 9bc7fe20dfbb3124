"""Words of the standings of a host."""

from __future__ import annotations

from citadels_tui.texts import N_

TITLE = N_("Standings")
VERIFYING = N_("Verifying logs")
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
RATINGS_CHART = N_("Ratings, game by game")
POINTS_CHART = N_("Average points, game by game")
BOT = N_("bot")
UNSOUND = (
    N_("{amount} log does not verify, and counts for nobody."),
    N_("{amount} logs do not verify, and count for nobody."),
)
UNRATED = N_("There are no ratings: the package openskill is not installed (extra arena).")

"""Words of the deal of the day."""

from __future__ import annotations

from citadels_tui.texts import N_

TITLE = N_("The deal of the day")
ABOUT = N_(
    "One deal and one set of bots for everybody, another each day. What you finish first counts, and is checked like "
    "every game. That you did not know the cards nobody can check."
)
TODAY = N_("{day}: {preset}, against {bots}")
NOT_PLAYED = N_("Not played yet.")
PLAYED = N_("{points} points, place {place} of {players}, {rounds} rounds")
AGAIN = N_("Today's game is played: another one does not count.")
STREAK = (N_("{amount} day in a row"), N_("{amount} days in a row"))
LONGEST = N_("{streak}, longest {most}; {played} played, {won} won")
HISTORY = N_("The last days")
MISSED = N_("not played")
COPIED = N_("The city of that day is on the clipboard, if this terminal allows it.")
NOTHING_YET = N_("There is no city to show yet: no deal of the day is finished.")
SHARED = (
    "Citadels {day}",
    N_("{points} points, {place}/{players}, {rounds} rounds"),
)
"""Beside the picture of a city; below them the streak."""
STATISTICS = N_("Deal of the day: {streak}, longest {most}; {played} played, {won} won.")

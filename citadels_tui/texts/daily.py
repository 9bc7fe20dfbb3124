"""Words of the deal of the day."""

from __future__ import annotations

from citadels_tui.texts import N_

TITLE = N_("The deal of the day")
PLAYED_NOW = N_("Deal of the day")
PRACTICED_NOW = N_("Deal of {day}, for practice")
"""On the table and the result, in place of the name of the game."""
OPENING = N_("Dealing the deal of the day ...")
ABOUT = N_(
    "One deal and one set of bots for everybody, a new one each day. The first game you finish counts, and is "
    "checked like every game. Nobody can check whether you knew the cards already."
)
TODAY = N_("{day}: {preset}, against {bots}")
NOT_PLAYED = N_("Not played yet.")
PLAYED = N_("{points} points, place {place} of {players}, {rounds} rounds")
AGAIN = N_("Today's game is played: another one does not count.")
PAST = N_("That day is over: its deal can be played for practice.")
WITH_HINTS = N_("{said}, with hints")
FOR_PRACTICE = N_("for practice")
"""In the last line of a picture, in place of the days in a row."""
HINTS_OFF = N_("There are no hints in the deal of the day. Turn them on? Its picture then says: with hints.")
HINTS_OFF_PLAIN = N_("There are no hints in the deal of the day. Once more: hints, and its picture says so.")
HINTS_TITLE = N_("Hints")
OTHER_DEAL = N_("This is another deal, not the deal of the day.")
AGAIN_OTHER = N_("a: another game, with another deal")
STREAK = (N_("{amount} day in a row"), N_("{amount} days in a row"))
LONGEST = N_("{streak}, longest {most}; {played} played, {won} won")
HISTORY = N_("The last days")
MISSED = N_("not played")
COPIED = N_("The city of that day is on the clipboard, if this terminal allows it.")
NO_REPLAY = N_("There is no game of that day to look at.")
NOTHING_YET = N_("There is no city to show yet: no deal of the day is finished.")
SHARED = (
    "Citadels {day}",
    N_("{points} points, {place}/{players}, {rounds} rounds"),
)
"""Beside the picture of a city; below them the streak."""
STATISTICS = N_("Deal of the day: {streak}, longest {most}; {played} played, {won} won.")

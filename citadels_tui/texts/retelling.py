"""Words of a finished game retold in four sentences, to be pasted: of nobody as "you"."""

from __future__ import annotations

from citadels_tui.texts import N_

WON = N_("After {rounds} rounds {who} won with {points} points, {lead} more than {other}.")
WON_LEVEL = N_("After {rounds} rounds {who} won with {points} points, as many as {other}.")
FATES = {
    "murder": (N_("{who} was killed once"), N_("{who} was killed {amount} times")),
    "theft": (N_("{who} was robbed once"), N_("{who} was robbed {amount} times")),
    "destruction": (N_("{who} lost a district to others"), N_("{who} lost {amount} districts to others")),
}
"""By kind of deed, in the order in which they are rather told."""
AND_WON = N_("{fate}, and won.")
AND_LAST = N_("{fate}, and came last.")
AND_ENDED = N_("{fate}, and ended with {points} points.")
MISCHIEF = N_("Nobody did the others more harm than {who}: {deeds}.")
DEEDS = {
    "murder": (N_("{amount} murder"), N_("{amount} murders")),
    "theft": (N_("{amount} theft"), N_("{amount} thefts")),
    "destruction": (N_("{amount} district destroyed or taken"), N_("{amount} districts destroyed or taken")),
    "": (N_("{amount} other trick"), N_("{amount} other tricks")),
}
DEAREST = N_("No district cost more than {card} in the city of {who}.")
TOLD = N_("On the clipboard, if this terminal allows it: {text}")

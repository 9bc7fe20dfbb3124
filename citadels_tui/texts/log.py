"""Words of the log screen: what can be sought in it, and the board as it was."""

from __future__ import annotations

from citadels_tui.texts import N_

TITLE = N_("What happened")
SHOW = N_("Show")
EVERYTHING = N_("everything")
HITS = N_("hits on you")
CHAT = N_("chat")
"""Filters of the log; a player's name stands beside them."""
SEARCH = N_("/: search")
HITS_FOUND = N_("Found: {number} of {all} (n: next)")
"""How many lines have the words that are sought; number 0 while none of them is marked."""
NOT_FOUND = N_("Nothing in the log has these words.")
NOTHING = N_("There is nothing of this kind in the log yet.")
NO_BOARD = N_("There is no board to show here: this was before the game, or you saw it from another seat.")

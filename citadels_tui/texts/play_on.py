"""Words of playing on from a moment of a finished game."""

from __future__ import annotations

from citadels_tui.texts import N_

TITLE = N_("Play on from here")
ABOUT = N_(
    "You play {who} from round {round} on (move {move}), for practice: it counts for nothing, is not kept, and leaving "
    "it leads back here."
)
SAME = (N_("The same bots"), N_("those who sat there"))
STRONGER = (N_("Stronger bots"), N_("a mastermind in every other seat"))
WHAT_IF = N_("What if")
WHAT_IF_ABOUT = N_("{who} plays {better} instead of {played}, as the review says")
"""Answers of the dialog; the last one where the review names a better move."""
NOT_HERE = N_("Nobody can play on from here: that needs a whole game, before its last move.")
FROM_HERE = N_("Up to here it was another game; from here on it is yours, for practice.")

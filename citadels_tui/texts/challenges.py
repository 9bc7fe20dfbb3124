"""Words of the challenges."""

from __future__ import annotations

from citadels_tui.texts import N_

TITLE = N_("Challenges: to win ...")
CHALLENGES = {
    "architect": N_("as the Architect in the last round"),
    "types": N_("with all five types of districts"),
    "not_robbed": N_("never robbed, with a Thief about"),
    "nothing_lost": N_("without losing a district to a Warlord, Diplomat or Marshal"),
    "no_unique": N_("without a unique district"),
    "large": N_("with eight districts or more"),
    "points": N_("with 35 points or more"),
    "clear": N_("by 10 points or more"),
    "crowd": N_("among six players or more"),
    "mastermind": N_("against a mastermind"),
}
"""By id."""

"""Why something cannot be chosen now, by the engine's stable code. Short: it stands beside what it is about."""

from __future__ import annotations

from citadels_tui.texts import N_, Text

REFUSALS: dict[str, Text] = {
    "need_gold": (N_("need {amount} more gold"), N_("need {amount} more gold")),
    "twin": N_("already in your city"),
    "limit": N_("no more building"),
    "income_first": N_("take income first"),
    "protected": N_("protected"),
    "complete": N_("city is complete"),
    "settle_first": N_("settle the threat first"),
    "cannot_build": N_("cannot be built"),
    "no_cards": N_("no cards"),
    "rank1": N_("rank 1 cannot be named"),
    "killed": N_("murdered"),
    "bewitched": N_("bewitched"),
    "used": N_("done this turn"),
}
"""Code -> reason. Parameters: ``amount``, ``card``."""

UNKNOWN = N_("not possible now")

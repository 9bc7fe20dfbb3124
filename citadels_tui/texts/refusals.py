"""Texts of refusals, by the engine's stable code. Short, because they stand beside what they are about."""

from __future__ import annotations

from citadels_tui.texts import N_, Text
from citadels_tui.texts.by_card import gathered

_GENERAL: dict[str, Text] = {
    "need_gold": (N_("need {amount} more gold"), N_("need {amount} more gold")),
    "twin": N_("already in your city"),
    "limit": N_("no more building"),
    "income_first": N_("take income first"),
    "protected": N_("protected"),
    "complete": N_("city is complete"),
    "never": N_("cannot be built"),
    "no_building": N_("the {card} may not build"),
    "must": N_("something must be done first"),
}
REFUSALS = gathered(lambda card: card.refusals, _GENERAL)
"""Code, or ``code:card`` -> reason. Parameters: ``amount``, ``card``."""

UNKNOWN = N_("not possible now")

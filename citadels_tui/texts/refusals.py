"""Texts of refusals, by the engine's stable code. Short, because they stand beside what they are about."""

from __future__ import annotations

from citadels_tui.texts import N_, Text
from citadels_tui.texts.by_card import gathered

BEWITCHED = N_("you are bewitched")
"""Why nothing can be built, not even after the income."""
NOT_YET_WITCH = N_("bewitch first")
"""Why the Witch cannot build or end her turn: after her income she names somebody, and goes on only in that turn."""
THREATENED = N_("threatened")
"""Why it is not sure that the income will pay for something: half of the gold may go, or all."""
AFTER_INCOME = N_("after income")
LATER = N_("later")
"""Where there is no room to say that the income will pay it."""
SHORT_OF_GOLD = N_("{amount} gold short")
_GENERAL: dict[str, Text] = {
    "need_gold": SHORT_OF_GOLD,
    "twin": N_("you have one"),
    "limit": N_("no more building"),
    "income_first": AFTER_INCOME,
    "protected": N_("safe: {card}"),
    "complete": N_("complete"),
    "never": N_("cannot be built"),
    "empty_deck": N_("empty deck"),
    "no_building": N_("not as the {card}"),
    "must": N_("something must be done first"),
}
REFUSALS = gathered(lambda card: card.refusals, _GENERAL)
"""Code, or ``code:card`` -> reason. Parameters: ``amount``, ``card``."""

SAFE = N_("safe")
"""A district that protects itself."""

SHORT = N_("{amount} short")
"""Where there is no room to say that it is gold."""
SHORT_AFTER = N_("{amount} short after income")
"""A price that even the gold still to come in this turn will not pay: the income, and what the character collects."""

UNKNOWN = N_("not possible now")

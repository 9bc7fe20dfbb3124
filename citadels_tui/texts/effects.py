"""Effects of the characters, each in a few words, for cards that have no room for the whole text."""

from __future__ import annotations

from citadels_tui.texts.by_card import CARDS, gathered

EFFECTS = gathered(lambda card: {card.card: card.effect} if card.effect else {})
"""By the character's id: the same in every edition."""
_EFFECTS_IN = {(card.card, edition): text for card in CARDS for edition, text in card.effect_in.items()}


def effect(id: str, edition: str) -> str:
    """The effect of a character in one edition, to be translated."""
    return _EFFECTS_IN.get((id, edition)) or EFFECTS.get(id, "")

"""Effects of the characters, each in a few words, for cards that have no room for the whole text.

A card without room for these words either says fewer (`brief_effect`). Tests try the smallest card in each language.
"""

from __future__ import annotations

from citadels_tui.texts.by_card import CARDS, gathered

EFFECTS = gathered(lambda card: {card.card: card.effect} if card.effect else {})
"""By the character's id: the same in every edition."""
_BRIEF = gathered(lambda card: {card.card: card.brief} if card.brief else {})
_EFFECTS_IN = {(card.card, edition): text for card in CARDS for edition, text in card.effect_in.items()}


def effect(id: str, edition: str) -> str:
    """The effect of a character in one edition, to be translated."""
    return _EFFECTS_IN.get((id, edition)) or EFFECTS.get(id, "")


def brief_effect(id: str, edition: str) -> str:
    """The effect in two lines of 17 cells, to be translated."""
    return _BRIEF.get(id) or effect(id, edition)

"""Effects of the characters, each in a few words, for cards that have no room for the whole text.

A card without room for these words either says fewer (`brief_effect`). Tests try the smallest card in each language.
"""

from __future__ import annotations

from citadels_tui.texts import _, language, names
from citadels_tui.texts.by_card import CARDS, gathered
from engine.rules import Rules

EFFECTS = gathered(lambda card: {card.card: card.effect} if card.effect else {})
"""By the character's id: the same in every edition."""
_BRIEF = gathered(lambda card: {card.card: card.brief} if card.brief else {})
_EFFECTS_IN = {(card.card, edition): text for card in CARDS for edition, text in card.effect_in.items()}


def effect(id: str, rules: Rules) -> str:
    """The effect of a character in a game."""
    return _filled(_EFFECTS_IN.get((id, rules.edition)) or EFFECTS.get(id, ""), rules)


def brief_effect(id: str, rules: Rules) -> str:
    """The effect in two lines of 17 cells."""
    return _filled(_BRIEF[id], rules) if id in _BRIEF else effect(id, rules)


def _filled(text: str, rules: Rules) -> str:
    return _(text).format_map(names.at_ranks(rules.characters, rules.edition, language()))

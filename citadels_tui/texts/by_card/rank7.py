"""Texts of the characters of rank 7."""

from __future__ import annotations

from citadels_tui.texts import N_
from citadels_tui.texts.forms import Phrases, Verb

RANK7 = (
    Phrases(
        "architect",
        effect=N_("2 more cards. Builds up to 3."),
        collect=N_("Draw 2 extra cards"),
    ),
    Phrases(
        "navigator",
        effect=N_("4 gold or 4 cards. Builds nothing."),
        brief=N_("4 gold/4 cards. Builds nothing."),
        verbs={
            "collect gold": Verb("c", N_("Take 4 gold"), N_("Take 4 gold")),
            "collect cards": Verb("v", N_("Draw 4 cards"), N_("Draw 4 cards")),
        },
    ),
    Phrases(
        "scholar",
        effect=N_("1 of 7 cards. Builds up to 2."),
        collect=N_("Draw 7 cards, keep 1"),
    ),
)

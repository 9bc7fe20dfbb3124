"""Texts of the characters of rank 4."""

from __future__ import annotations

from citadels_tui.texts import N_
from citadels_tui.texts.forms import PLAYER, Phrases, Prompt, Told, Verb

RANK4 = (
    Phrases(
        "king",
        effect=N_("Takes the crown. Gold for nobles."),
        collect=N_("Gold for noble districts"),
    ),
    Phrases(
        "emperor",
        effect=N_("Crowns another. Gold for nobles."),
        collect=N_("Gold for noble districts"),
        verbs={
            "crown": Verb(
                "a",
                N_("Give the crown to {who}"),
                PLAYER,
                N_("Give the crown away..."),
                asks=N_("Who gets the crown?"),
            ),
            "tribute": Verb("", N_("Take {card}")),
            "tribute gold": Verb("g", N_("1 gold")),
            "tribute card": Verb("r", N_("A random card")),
        },
        prompts={
            "tribute": Prompt(
                N_("What do you take from {other} for the crown?"),
                N_("{who} ({role}) is choosing what {other} gives for the crown."),
            ),
            "tribute:other": Prompt(
                N_("What do you give {other} for the crown?"), N_("{who} is choosing what {other} gets for the crown.")
            ),
            "bequeath": Prompt(
                N_("You were killed, and must still give the crown to somebody."),
                N_("{who}, who was killed, is giving the crown to somebody."),
            ),
        },
        events={
            "crown:given": Told(N_("{who} is given the crown"), N_("You are given the crown")),
        },
        refusals={
            "must:emperor": N_("give the crown away first"),
        },
    ),
    Phrases(
        "patrician",
        effect=N_("Takes the crown. Cards for nobles."),
        collect=N_("Cards for noble districts"),
    ),
)

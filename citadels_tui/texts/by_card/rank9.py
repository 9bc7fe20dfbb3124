"""Texts of the characters of rank 9."""

from __future__ import annotations

from citadels_tui.texts import N_
from citadels_tui.texts.forms import CARD, SILENT, Phrases, Told, Verb

RANK9 = (
    Phrases(
        "queen",
        effect=N_("3 gold if {rank4} sits next to you."),
        brief=N_("{name4} beside you: 3 gold."),
        collect=N_("Gold beside {rank4}"),
    ),
    Phrases(
        "artist",
        effect=N_("Beautifies up to 2 districts."),
        verbs={
            "beautify": Verb(
                "a",
                N_("Beautify {card}"),
                CARD,
                N_("Beautify a district..."),
                asks=N_("Which of your districts do you beautify?"),
            ),
        },
        events={
            "beautify": Told(N_("{who} beautifies {card}"), N_("You beautify {card}")),
        },
    ),
    Phrases(
        "tax_collector",
        effect=N_("Gets 1 gold from whoever builds."),
        gold=N_("({amount}g)"),
        collect=N_("The gold on your token"),
        events={
            "taxman": Told(
                N_("{who} collects 1 gold from everybody who builds this round"),
                N_("You collect 1 gold from everybody who builds this round"),
            ),
            "builder": SILENT,
            "pay:tax": Told(N_("{who} pays {amount} gold as tax"), N_("You pay {amount} gold as tax")),
        },
    ),
)

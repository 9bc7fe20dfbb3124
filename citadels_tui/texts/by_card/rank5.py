"""Texts of the characters of rank 5."""

from __future__ import annotations

from citadels_tui.texts import N_
from citadels_tui.texts.forms import PLAYER, Phrases, Prompt, Told, Verb

RANK5 = (
    Phrases(
        "bishop",
        effect=N_("Gold for religion. Safe from {rank8}."),
        brief=N_("Gold: religious. City is safe."),
        collect=N_("Gold for religious districts"),
        events={
            "protect": Told(
                N_("The city of {who} is safe from {rank8} this round"),
                N_("Your city is safe from {rank8} this round"),
            ),
        },
    ),
    Phrases(
        "abbot",
        effect=N_("Gold or cards for religious. Taxes the richest."),
        effect_in={"dark_city": N_("Gold for religion. 1 gold from the richest.")},
        brief=N_("Religious income. 1 from richest."),
        collect=N_("For religious districts"),
        verbs={
            "beg": Verb(
                "a",
                N_("Take 1 gold from {who}, who is the richest"),
                PLAYER,
                N_("Take 1 gold from the richest..."),
                asks=N_("Which of the richest players gives you 1 gold?"),
            ),
            "gold:tithe": Verb("g", N_("1 gold")),
            "draw:tithe": Verb("d", N_("1 card")),
        },
        prompts={
            "tithe": Prompt(
                (
                    N_("Gold or a card for your religious district? {amount} to go."),
                    N_("Gold or a card for each of your religious districts? {amount} to go."),
                ),
                N_("{who} ({role}) is choosing gold or cards."),
            ),
        },
    ),
    Phrases(
        "cardinal",
        effect=N_("Cards for religious. Buys with others' gold."),
        brief=N_("Cards: religious. Builds on credit."),
        collect=N_("Cards: religious districts"),
        verbs={
            "build player": Verb(
                "b",
                N_("Build {card}, borrowing from {who}"),
                N_("{card}, lent by {who}"),
                asks=N_("Who lends you gold for {card}?"),
            ),
        },
        prompts={
            "lend": Prompt(
                N_("Give {other} a card for each gold you borrow; {amount} to go."),
                N_("{who} ({role}) is paying {other} with cards."),
            ),
        },
        events={
            "give:cardinal": Told(
                N_("{other} borrows {amount} gold from {who}"),
                N_("{other} borrows {amount} gold from you"),
                N_("You borrow {amount} gold from {who}"),
            ),
        },
    ),
)

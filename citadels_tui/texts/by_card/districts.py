"""Texts of the unique districts."""

from __future__ import annotations

from citadels_tui.texts import N_
from citadels_tui.texts.forms import CARD, PLAYER_DISTRICT, SILENT, Phrases, Prompt, Told, Verb

DISTRICTS = (
    Phrases(
        "armory",
        verbs={
            "demolish": Verb(
                "m",
                N_("Armory: destroy {target} of {who}"),
                PLAYER_DISTRICT,
                N_("Armory: destroy a district..."),
                asks=N_("Whose district do you destroy with the Armory?"),
            ),
        },
        offers=("demolish",),
    ),
    Phrases(
        "bell_tower",
        verbs={
            "shorten": Verb("r", N_("Ring the bell")),
        },
        prompts={
            "bell_tower": Prompt(
                N_("Ring the bell, so that {amount} districts complete a city?"),
                N_("{who} may ring the bell, so that {amount} districts complete a city."),
            ),
        },
        events={
            "thing:bell_tower": Told(
                N_("{who} rings the bell: a city is complete with one district fewer"),
                N_("You ring the bell: a city is complete with one district fewer"),
            ),
            "thing:silence": Told(N_("The bell is silent: a city needs one district more again")),
            "incomplete": Told(
                N_("The city of {who} is not complete any more"), N_("Your city is not complete any more")
            ),
        },
        offers=("shorten",),
    ),
    Phrases(
        "cemetery",
        verbs={
            "recover": Verb("r", N_("Take it back for 1 gold")),
        },
        prompts={
            "cemetery": Prompt(
                N_("Take {card} into your hand for 1 gold?"), N_("{who} may take {card} back for 1 gold.")
            ),
        },
        events={
            "recover": Told(N_("{who} takes {card} back for 1 gold"), N_("You take {card} back for 1 gold")),
            "pay:cemetery": SILENT,
        },
    ),
    Phrases(
        "hospital",
        prompts={
            "hospital": Prompt(
                N_("You were killed, and may take income in your Hospital."),
                N_("{who} has a Hospital, and may take income if killed."),
            ),
            "hospital:pass": Prompt(
                N_("Your Hospital cannot help you this round: it was not you who was killed."),
                N_("{who} has a Hospital, and may take income if killed."),
            ),
        },
        events={
            "treated": Told(
                N_("{who}, the killed {character}, takes income in the Hospital"),
                N_("You, the killed {character}, take income in the Hospital"),
            ),
        },
    ),
    Phrases(
        "laboratory",
        verbs={
            "sell": Verb(
                "t",
                N_("Laboratory: {card} for {pays} gold"),
                CARD,
                N_("Laboratory: a card for {pays} gold..."),
                asks=N_("Which card do you discard for {pays} gold?"),
            ),
        },
        offers=("sell",),
    ),
    Phrases(
        "lighthouse",
        prompts={
            "search": Prompt(N_("Take a card from the deck."), N_("{who} is looking through the deck (Lighthouse).")),
        },
    ),
    Phrases(
        "museum",
        verbs={
            "store": Verb(
                "m",
                N_("Museum: put {card} under it"),
                CARD,
                N_("Museum: put a card under it..."),
                asks=N_("Which card do you put under the Museum?"),
            ),
        },
        events={
            "store": Told(
                (N_("{who} puts {amount} card under the Museum"), N_("{who} puts {amount} cards under the Museum")),
                N_("You put {cards} under the Museum"),
            ),
            "museum": Told(
                (
                    N_("{amount} card under the Museum goes with it to {who}"),
                    N_("{amount} cards under the Museum go with it to {who}"),
                ),
                N_("Under the Museum you find: {cards}"),
            ),
            "unstore": Told(
                (
                    N_("{amount} card under the Museum is discarded"),
                    N_("{amount} cards under the Museum are discarded"),
                ),
                N_("Discarded with your Museum: {cards}"),
            ),
        },
        offers=("store",),
    ),
    Phrases(
        "smithy",
        verbs={
            "forge": Verb("f", N_("Smithy: {pays} gold for {draws} cards")),
        },
        offers=("forge",),
    ),
    Phrases(
        "theater",
        verbs={
            "trade": Verb("", N_("Exchange with {who}"), N_("Exchange with {who}"), N_("Exchange a character...")),
            "trade card": Verb(
                "",
                N_("Your {character} for one of {who}"),
                N_("Your {character} for one of {who}"),
                N_("Exchange a character..."),
            ),
        },
        prompts={
            "theater": Prompt(
                N_("Your Theater: exchange your character with another player?"),
                N_("{who} may exchange a character (Theater)."),
            ),
        },
        events={
            "trade": Told(
                N_("The Theater: {who} and {other} exchange a character"),
                N_("The Theater: you exchange a character with {other}"),
                N_("The Theater: {who} exchanges a character with you"),
            ),
            "trade_role": Told("", N_("You gave {whom} and are now the {characters}")),
        },
    ),
    Phrases(
        "thieves_den",
        prompts={
            "thieves_den": Prompt(
                N_("Thieves' Den: pay with cards, one for 1 gold; {amount} gold to go."),
                N_("{who} ({role}) is paying for the Thieves' Den."),
            ),
        },
    ),
)

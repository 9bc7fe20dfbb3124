"""Texts of the characters of rank 8."""

from __future__ import annotations

from citadels_tui.texts import N_
from citadels_tui.texts.forms import PLAYER_DISTRICT, Phrases, Prompt, Told, Verb

RANK8 = (
    Phrases(
        "warlord",
        effect=N_("Gold for military. Destroys a district."),
        brief=N_("Gold: military. Razes a district."),
        collect=N_("Gold for military districts"),
        verbs={
            "destroy": Verb(
                "a",
                N_("Destroy {target} of {who}"),
                PLAYER_DISTRICT,
                N_("Destroy a district..."),
                asks=N_("Whose district do you destroy?"),
            ),
        },
        events={
            "pay:destroy": Told(
                N_("{who} pays {amount} gold to destroy a district"), N_("You pay {amount} gold to destroy a district")
            ),
        },
    ),
    Phrases(
        "diplomat",
        effect=N_("Gold for military. Exchanges a district."),
        brief=N_("Gold: military. Swaps a district."),
        collect=N_("Gold for military districts"),
        verbs={
            "exchange": Verb(
                "a",
                N_("Exchange for {target} of {who}"),
                PLAYER_DISTRICT,
                N_("Exchange a district..."),
                asks=N_("Whose district do you want in exchange?"),
            ),
            "offer": Verb("", N_("Give {card}"), N_("Give {card}")),
        },
        prompts={
            "offer": Prompt(
                N_("Which of your districts do you give {other} for {card}?"),
                N_("{who} ({role}) is choosing what to give {other} for {card}."),
            ),
        },
        refusals={
            "no_offer": N_("no exchange"),
        },
    ),
    Phrases(
        "marshal",
        effect=N_("Gold for military. Buys away a cheap district."),
        brief=N_("Gold: military. Buys a district."),
        collect=N_("Gold for military districts"),
        verbs={
            "seize": Verb(
                "a",
                N_("Take {target} of {who}"),
                PLAYER_DISTRICT,
                N_("Take a district..."),
                asks=N_("Whose district do you take?"),
            ),
        },
        refusals={
            "too_expensive": N_("over 3 gold"),
        },
    ),
)

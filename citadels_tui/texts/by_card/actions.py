"""Texts of the action cards."""

from __future__ import annotations

from citadels_tui.texts import N_
from citadels_tui.texts.forms import PLAYER, SILENT, Phrases, Prompt, Told, Verb

ACTIONS = (
    Phrases(
        "acrobat",
        held=N_("when no {name4} answers"),
        prompts={
            "acrobat": Prompt(
                N_("Nobody answers as the {character}: take the crown with your Acrobat?"),
                N_("{who} may take the crown with an Acrobat."),
            ),
            "acrobat:pass": Prompt(
                N_("Nobody answers as the {character}. You have no Acrobat."),
                N_("{who} may take the crown with an Acrobat."),
            ),
        },
        events={
            "leap": SILENT,
        },
    ),
    Phrases(
        "cash_wagon",
        verbs={
            "stake": Verb(
                "o",
                N_("1 gold on the Cash Wagon of {who}"),
                PLAYER,
                N_("1 gold on a Cash Wagon..."),
                asks=N_("On whose Cash Wagon do you lay 1 gold?"),
            ),
            "stake second": Verb(
                "o",
                N_("1 gold on the second Cash Wagon of {who}"),
                N_("{who}: the second"),
                N_("1 gold on a Cash Wagon..."),
                asks=N_("On whose Cash Wagon do you lay 1 gold?"),
            ),
            "stake third": Verb(
                "o",
                N_("1 gold on the third Cash Wagon of {who}"),
                N_("{who}: the third"),
                N_("1 gold on a Cash Wagon..."),
                asks=N_("On whose Cash Wagon do you lay 1 gold?"),
            ),
            "cash": Verb("c", N_("Take the gold")),
        },
        prompts={
            "cash_wagon": Prompt(
                (
                    N_("Discard your Cash Wagon and take the {amount} gold on it?"),
                    N_("Discard your Cash Wagon and take the {amount} gold on it?"),
                ),
                N_("{who} may take the {amount} gold on a Cash Wagon."),
            ),
        },
        events={
            "pay:cash_wagon": Told(
                N_("{who} puts {amount} gold on a Cash Wagon"), N_("You put {amount} gold on a Cash Wagon")
            ),
        },
        gifts=("stake",),
        offers=(
            "stake",
            "cash",
        ),
    ),
    Phrases(
        "human_cannonball",
        prompts={
            "cannonball": Prompt(
                N_("Human Cannonball: build what, in place of which district?"),
                N_("{who} ({role}) is building over a district (Human Cannonball)."),
            ),
            "borrow": Prompt(
                N_("{amount} gold is missing for {card}: borrow it from whom?"),
                N_("{who} ({role}) is borrowing gold for {card}."),
            ),
        },
    ),
    Phrases(
        "rasputin",
        held=N_("at your call, if aimed at"),
        prompts={
            "rasputin": Prompt(
                N_("Somebody has aimed at you, the {character}: play your Rasputin?"),
                N_("{who} may play a Rasputin for {whom}."),
            ),
            "rasputin:pass": Prompt(
                N_("Somebody has aimed at {whom}. You have no use for a Rasputin."),
                N_("{who} may play a Rasputin for {whom}."),
            ),
        },
        events={
            "hear": Told(N_("{rank} {character}, killed, is called: does anybody play a Rasputin?"), indent=0),
            "hear:in vain": SILENT,
            "shield": Told(
                N_("Nothing that aimed at {whom} of {who} counts any more"),
                N_("Nothing that aimed at you, the {character}, counts any more"),
            ),
        },
    ),
)

"""Texts of the characters of rank 2."""

from __future__ import annotations

from citadels_tui.texts import N_
from citadels_tui.texts.forms import CHARACTER, SILENT, Hazard, Mark, Phrases, Prompt, Told, Verb, Victim

RANK2 = (
    Phrases(
        "thief",
        effect=N_("Steals the gold of a character."),
        hazards={
            "robbed": Hazard(
                N_("robbed"),
                N_("You are robbed: all your gold goes when you are called."),
                N_("You are robbed: all your gold goes when {whom} is called."),
            )
        },
        robs=("rob",),
        marks={"robbed": Mark("r", "r", N_("will be robbed by the Thief"))},
        verbs={
            "rob": Verb(
                "a",
                N_("Rob the {character}"),
                CHARACTER,
                N_("Rob a character..."),
                asks=N_("Which character do you rob?"),
            ),
        },
        events={
            "rob": Told(N_("{who} will rob {whom}"), N_("You will rob {whom}")),
            "give:thief": Told(
                N_("The Thief {other} takes all the gold of {who} ({amount})"),
                N_("The Thief {other} takes all your gold ({amount})"),
                N_("You steal all the gold of {who} ({amount})"),
            ),
        },
        victim={
            "rob": Victim(
                N_("That is you: all your gold will be taken when you are called"),
                N_("That is you: all your gold will be taken when {whom} is called"),
            ),
        },
        refusals={
            "rank1": N_("cannot be named"),
            "killed": N_("killed"),
            "bewitched": N_("bewitched"),
        },
    ),
    Phrases(
        "spy",
        effect=N_("Looks at a hand: gold and cards for a type."),
        brief=N_("Sees a hand: gold and cards."),
        verbs={
            "spy": Verb(
                "a",
                N_("Look for {type} in the hand of {who}"),
                N_("{who}: {type}"),
                N_("Spy on a hand..."),
                asks=N_("Whose hand do you look at, and for which type?"),
            ),
        },
        events={
            "spy": Told(
                N_("{who} looks for {type} districts in the hand of {other}"),
                N_("You look for {type} districts in the hand of {other}: {cards}"),
                N_("{who} looks for {type} districts in your hand"),
            ),
            "matches": Told((N_("{amount} card is of that type"), N_("{amount} cards are of that type"))),
        },
    ),
    Phrases(
        "blackmailer",
        effect=N_("Threatens two: half their gold, or all."),
        brief=N_("Threatens two for their gold."),
        hazards={
            "threats": Hazard(
                N_("threatened"),
                N_("A threat lies on you: pay half your gold, or risk it."),
                N_("A threat lies on your {character}: pay half your gold, or risk it."),
                lasts=True,
            )
        },
        tokens={"threats": Mark("t", "t", N_("a threat lies on it; a capital letter: the rose, yours"))},
        verbs={
            "rose": Verb(
                "a",
                N_("The rose on the {character}"),
                CHARACTER,
                N_("Lay the threat with the rose on..."),
                detail=N_(
                    "You lay out both threats. The character chosen first gets the one with the rose, the other a "
                    "blank one."
                ),
                asks=N_("Which character gets the threat with the rose?"),
            ),
            "threaten": Verb("a", N_("Blank threat on the {character}"), CHARACTER, N_("Lay a blank threat...")),
            "refuse": Verb(
                "r",
                N_("Do not pay"),
                detail=N_(
                    "The Blackmailer may then turn the threat over: the rose takes all your gold, a blank one nothing."
                ),
            ),
            "reveal": Verb("v", N_("Turn the threat over")),
        },
        prompts={
            "threaten": Prompt(N_("Lay the blank threat on which character?"), N_("{who} ({role}) is laying threats.")),
            "bribe": Prompt(
                N_("{other} threatens you: pay {amount} gold, or refuse?"),
                N_("{who} is threatened, and may pay {amount} gold to {other}."),
            ),
            "bribe:nothing": Prompt(
                N_("{other} threatens you, and half of your gold is nothing: pay it, or refuse?"),
                N_("{who} is threatened, and has nothing to pay {other}."),
            ),
            "threat": Prompt(
                N_("{other} did not pay: turn the threat over?"), N_("{who} may turn the threat on {other} over.")
            ),
            "threat:pass": Prompt(
                N_("{other} did not pay. Your threat is blank."), N_("{who} may turn the threat on {other} over.")
            ),
        },
        events={
            "threats": Told(
                N_("{who} lays threats on {characters}"),
                N_("You lay threats on {characters}"),
            ),
            "bribe": Told(
                N_("{who} bribes {other} with {amount} gold"),
                N_("You bribe {other} with {amount} gold"),
                N_("{who} bribes you with {amount} gold"),
            ),
            "give:bribe": SILENT,
            "refuse": Told(N_("{who} does not pay the Blackmailer"), N_("You do not pay the Blackmailer")),
            "rose": Told(N_("{who} turns the threat over: the rose"), N_("You turn the threat over: the rose")),
            "give:rose": Told(
                N_("The Blackmailer {other} takes all the gold of {who} ({amount})"),
                N_("The Blackmailer {other} takes all your gold ({amount})"),
                N_("You take all the gold of {who} ({amount})"),
            ),
            "spare": Told(N_("{who} leaves the threat face down"), N_("You leave the threat face down")),
        },
    ),
)

"""Texts of the characters of rank 1."""

from __future__ import annotations

from citadels_tui.texts import N_
from citadels_tui.texts.forms import CHARACTER, Hazard, Mark, Phrases, Prompt, Told, Verb, Victim

RANK1 = (
    Phrases(
        "assassin",
        effect=N_("Kills a character: no turn this round."),
        brief=N_("Kills a character."),
        hazards={
            "killed": Hazard(
                N_("killed"),
                N_("You are killed: no turn for you this round."),
                N_("You are killed: no turn as the {character}."),
            )
        },
        marks={"killed": Mark("✗", "+", N_("killed by the Assassin"))},
        verbs={
            "kill": Verb(
                "a",
                N_("Kill the {character}"),
                CHARACTER,
                N_("Kill a character..."),
                asks=N_("Which character do you kill?"),
            ),
        },
        events={
            "kill": Told(N_("{who} kills {whom}"), N_("You kill {whom}")),
        },
        victim={
            "kill": Victim(
                N_("That is you: you will be passed over this round"), N_("That is you: no turn as the {character}")
            ),
        },
    ),
    Phrases(
        "witch",
        effect=N_("Bewitches a character and plays its turn."),
        brief=N_("Takes over a character's turn."),
        hazards={
            "bewitched": Hazard(
                N_("bewitched"),
                N_("You are bewitched: an income, then your turn is over."),
                N_("You are bewitched: an income as the {character}, then that turn is over."),
                lasts=True,
            )
        },
        marks={"bewitched": Mark("b", "b", N_("bewitched by the Witch"))},
        verbs={
            "bewitch": Verb(
                "a",
                N_("Bewitch the {character}"),
                CHARACTER,
                N_("Bewitch a character..."),
                asks=N_("Which character do you bewitch?"),
            ),
        },
        prompts={
            "bewitch": Prompt(N_("Bewitch which character?"), N_("{who} ({role}) is bewitching a character.")),
        },
        events={
            "bewitch": Told(N_("{who} bewitches {whom} and waits"), N_("You bewitch {whom} and wait")),
            "resume": Told(
                N_("The Witch {who} goes on as the {character}"),
                N_("You, the Witch, go on as the {character}"),
                N_("The Witch {who} goes on as the {character} in your place"),
                indent=0,
            ),
        },
        victim={
            "bewitch": Victim(
                N_("That is you: you will only take your income"),
                N_("That is you: as the {character} you will only take your income"),
            ),
        },
    ),
    Phrases(
        "magistrate",
        effect=N_("Three warrants: one takes a building."),
        brief=N_("Takes a building by warrant."),
        hazards={
            "warrants": Hazard(
                N_("warrant"),
                N_("A warrant lies on you: your building may be taken."),
                N_("A warrant lies on your {character}: a building may be taken."),
                lasts=True,
            )
        },
        tokens={"warrants": Mark("w", "w", N_("a warrant lies on it; a capital letter: the signed one, yours"))},
        verbs={
            "sign": Verb(
                "a",
                N_("Signed warrant on the {character}"),
                CHARACTER,
                N_("Lay the signed warrant on..."),
                detail=N_(
                    "You lay out all your warrants. The character chosen first gets the signed one, "
                    "the others blank ones."
                ),
                asks=N_("Which character gets the signed warrant?"),
            ),
            "warrant": Verb("a", N_("Blank warrant on the {character}"), CHARACTER, N_("Lay a blank warrant...")),
            "confiscate": Verb("c", N_("Show the warrant, take the district")),
        },
        prompts={
            "warrant": Prompt(N_("Lay a blank warrant on which character?"), N_("{who} ({role}) is laying warrants.")),
            "confiscate": Prompt(
                N_("{other} pays for {card}: show your warrant and take it?"),
                N_("{who} may take {card} with a warrant."),
            ),
            "confiscate:pass": Prompt(
                N_("{other} pays for {card}. Your warrant is blank."), N_("{who} may take {card} with a warrant.")
            ),
        },
        events={
            "warrants": Told(
                N_("{who} lays warrants on {characters}"),
                N_("You lay warrants on {characters}"),
            ),
            "confiscate": Told(
                N_("{who} shows the signed warrant and takes {card} from {other}"),
                N_("You show the signed warrant and take {card} from {other}"),
                N_("{who} shows the signed warrant and takes your {card}"),
            ),
            "gold:confiscate": Told(N_("{who} gets {amount} gold back"), N_("You get {amount} gold back")),
            "waive": Told(N_("{who} does not use the warrant"), N_("You do not use the warrant")),
        },
    ),
)

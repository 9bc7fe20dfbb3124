"""Sentences of the guided game.

Parameters: ``who`` (a player), ``character``, ``whom`` (a character as an object), ``card``, ``target``, ``type``,
``amount``, and ``key``, which plays the row that is pointed out.
"""

from __future__ import annotations

from citadels_tui.texts import N_, Text

TITLE = N_("Lesson (escape ends it)")
PAGE_TITLE = N_("Lesson (enter: go on, escape: end the lesson)")

WELCOME = (
    N_(
        "Welcome to Citadels! Each player builds a city of districts and pays for them with gold. The best city wins. "
        "Three rounds show you how."
    ),
    N_(
        "The players stand at the top, with their gold, their cards and their cities; below them, what you can do and "
        "what has happened."
    ),
)
"""Read first, one after the other."""

DRAFT: dict[int, Text] = {
    1: N_(
        "Everybody secretly takes a character for this round. Take {whom}, who gets cards and may build more than one "
        "district: choose {key}."
    ),
    2: N_(
        "A new round, and everybody takes a new character. Take {whom} now, who robs another character of all gold: "
        "choose {key}."
    ),
    3: N_(
        "Take {whom}, who gets the crown, and 1 gold for each noble district. Whoever has the crown when a round "
        "begins chooses first: choose {key}."
    ),
}
"""The character that the lesson recommends, by the round."""
STEPS: dict[str, Text] = {
    "draft": N_(
        "Take a character for this round. What each would bring you stands beside it; {whom} looks best: choose {key}."
    ),
    "gold": N_(
        "You are called: your turn begins with your income. Take gold this time, to pay for a district: choose {key}."
    ),
    "rob": N_(
        "Now guess: you name a character, not a player. You left {whom} to the others, and {who} is rich ({amount} "
        "gold) and likes to stay so. Name {whom}: choose {key}."
    ),
    "cards": N_("Your character brings 2 more cards, whatever you took: there is more to choose from. Choose {key}."),
    "draw": N_("Income can be cards, too: you look at two of them and keep one. Take cards this time: choose {key}."),
    "keep": N_("Keep one card; the other goes under the deck. {card} would do your city good: choose {key}."),
    "build": N_("Now build: you pay what the card costs, and it stands in your city. Build {card}: choose {key}."),
    "build more": N_(
        "The others build one district in a turn; you may go on, as long as there is gold. Build {card}, too: choose "
        "{key}."
    ),
    "collect": N_(
        "Your character brings 1 gold for each {type} district of your city, so take that after building one: choose "
        "{key}."
    ),
    "destroy": N_(
        "Each character can do something of its own. Yours may destroy a district for 1 gold less than it cost: choose "
        "{key}."
    ),
    "end": N_("That is all for this turn. End it, and the next character is called: choose {key}."),
}
"""Explanations of a deed when it comes for the first time, by its kind or verb."""
LIST = N_("That has opened a list. Choose {key} for what is recommended, or choose something else.")
OTHER_LIST = N_("You have opened a list of your own choice: choose from it, or go back.")
WAIT = N_("The others take their turns. You are told what they do; you have time.")

CALLS = N_(
    "All have chosen. Now the characters are called by their rank, 1 first: whoever has the one that is called shows "
    "it and takes a turn. When nobody has it, the next one is called."
)
CROWN = N_("{who} is the {character} and gets the crown: whoever holds it calls the characters, and chooses first.")
CROWN_YOU = N_("The crown is yours now: you call the characters, and choose first in the next round.")
CROWN_YOU_NOW = N_("The crown is yours now: in this round you call the characters, and you choose first.")
"""Used where the round ended with it, and the next one has begun."""
ROBBED = N_(
    "{who} is the {character} and may rob a character. Nobody knows who has it; whoever it is will lose all gold when "
    "it is called."
)
ROBBED_YOU = N_(
    "{who} is the {character} and robs the very character that you have, without knowing that it is you. When you are "
    "called your gold is gone; cards and city stay."
)
TAKEN = N_("You are called, and {who} takes all your gold ({amount}). It happens to everybody; your turn goes on.")
MURDERED = N_(
    "{who} is the {character} and kills a character. Whoever has it must not say so, and has no turn in this round."
)
MURDERED_YOU = N_(
    "{who} is the {character} and kills the very character that you have, without knowing that it is you. You have "
    "no turn in this round, but you lose nothing."
)
GUESSED = N_(
    "You guessed right: {who} was the {character}, and you get {amount} gold. That is yours for the next turn."
)
SILENT = N_(
    "Your character is called, and you stay silent: you were killed. How to guard against it: whoever is ahead is "
    "the victim, so take what nobody expects of you, or take {whom} yourself."
)
DESTROYED = N_("{who} has destroyed {card} in your city. What cost little is destroyed most easily.")
SWAPPED = N_("{who} is the {character} and has swapped hands with you.")

LEADING = (
    N_("Three rounds, and {amount} district stands in your city: nobody has more points than you."),
    N_("Three rounds, and {amount} districts stand in your city: nobody has more points than you."),
)
FOLLOWING = (
    N_("Three rounds, and {amount} district stands in your city: by points you are number {place} of {players}."),
    N_("Three rounds, and {amount} districts stand in your city: by points you are number {place} of {players}."),
)
"""How far you have come, read before the last pages."""
LAST = (
    N_(
        "So it goes on, round after round, until somebody has built {amount} districts. That round is played to its "
        "end, and then the points are counted."
    ),
    N_(
        "You have the points of your districts, which is mostly what they cost; 3 more for all five types; 4 for the "
        "first complete city, and 2 for any other one."
    ),
)
"""Read last, one after the other."""
LAST_DRAWN = N_(
    "The lesson is over, and this game goes on as a real one: it is yours now. h gives you a hint, i shows any card, "
    "and ? helps. Good building!"
)
LAST_LINES = N_(
    "The lesson is over, and this game goes on as a real one: it is yours now. The words hint, card and help are there "
    "for you. Good building!"
)
"""Used where words are typed."""
SKIPPED = N_("The lesson is over, and the game goes on as a real one. h gives you a hint, ? helps.")

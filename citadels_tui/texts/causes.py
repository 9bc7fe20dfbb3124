"""Words of why a game was won or lost: each steep change of your chance with its cause, on the result.

Parameters: ``who`` (whose move), ``character``, ``cards`` (districts), ``played`` and ``better`` (moves in words).
"""

from __future__ import annotations

from citadels_tui.texts import N_

WORKING = N_("Why: looking at every turn again, {percent} %")
NOT_KNOWN = N_("Why cannot be said: the log of this game is not kept here.")
LINE = N_("{key} Round {round}: {points}, {cause}")
"""``points`` of a hundred, with a sign."""
IN_ALL = N_("Chance {start} to {end} %: {parts}.")
OWN = N_("your moves {points}")
MISTAKES = N_("mistakes {points}")
NO_MISTAKE = N_("no mistakes")
OTHERS = N_("others {points}")
LUCK = N_("luck {points}")

MISTAKE = N_("a mistake: better was {better}")
MISTAKEN_CHOICE = N_("a mistake: the {better} was better than the {played}")
DREW = {True: N_("you drew good cards"), False: N_("you drew poor cards")}
THEY_DREW = {True: N_("{who} drew poor cards"), False: N_("{who} drew good cards")}
"""By whether it was good for you."""
AT_YOU = {
    "kill": N_("{who} murdered your {character}"),
    "rob": N_("{who} robbed your {character}"),
    "bewitch": N_("{who} bewitched your {character}"),
    "destruction": N_("{who} destroyed your {cards}"),
    "seizure": N_("{who} took your {cards}"),
    "confiscation": N_("{who} confiscated your {cards}"),
    "swap": N_("{who} exchanged hands with you"),
}
"""Blows of others."""
NAMED = {
    "kill": (N_("you murdered the {character}"), N_("{who} murdered the {character}")),
    "rob": (N_("you robbed the {character}"), N_("{who} robbed the {character}")),
    "bewitch": (N_("you bewitched the {character}"), N_("{who} bewitched the {character}")),
}
"""Done by you, and by another player to somebody else."""
BUILT = (N_("you built {cards}"), N_("{who} built {cards}"))
CHOSE = (N_("you chose the {character}"), N_("{who} chose the {character}"))
SPARED = N_("{who} as the {character} left your city alone")
"""Of rank 8, when that was good for you."""
PLAYED = (N_("your turn as the {character}"), N_("the turn of {who} as the {character}"))
ANSWERED = (N_("an answer of yours"), N_("an answer of {who}"))
"""Of moves out of turn."""

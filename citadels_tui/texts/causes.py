"""Words of why a game was won or lost: each steep change of your chance with its cause, on the result.

Parameters: ``who`` (whose move), ``other`` (to whom), ``character``, ``whom`` (one as an object), ``cards``
(districts), ``played`` and ``better`` (moves in words).
"""

from __future__ import annotations

from citadels_tui.texts import N_

WORKING = N_("Why: looking at the turns, {percent} %")
WHY = N_("Why")
BELOW = N_("Why: at the end of this page")
NOT_KNOWN = N_("Why cannot be said: the log of this game is not kept here.")
LINE = {
    True: N_("{key} Your chance to win rose from {start} % to {end} % in round {round}: {cause}"),
    False: N_("{key} Your chance to win fell from {start} % to {end} % in round {round}: {cause}"),
}
NO_MORE = {False: N_("No single turn clearly mattered."), True: N_("No other turn clearly mattered.")}
"""Said where room for further lines was kept, by whether a turn is named."""
IN_ALL = N_("Your chance to win overall, from {start} % to {end} %: {parts}.")
"""``parts`` are points of a hundred, with a sign."""
OWN = N_("your moves {points}")
MISTAKES = N_("mistakes {points}")
NO_MISTAKE = N_("no mistakes")
OTHERS = N_("others {points}")
LUCK = N_("luck {points}")

MISTAKE = N_("a mistake: better was {better}")
MISTAKEN_CHOICE = N_("a mistake: the {better} was better than the {played}")
AT_YOU = {
    "kill": N_("{who} killed your {character}"),
    "rob": N_("{who} robbed your {character}"),
    "bewitch": N_("{who} bewitched your {character}"),
    "destruction": N_("{who} destroyed your {cards}"),
    "seizure": N_("{who} took your {cards}"),
    "confiscation": N_("{who} confiscated your {cards}"),
    "swap": N_("{who} swapped hands with you"),
}
"""Blows of others."""
SWAPPED_AND_BUILT = N_("{who} swapped hands with you and built the {cards} you held")
TOOK_AND_BUILT = N_("{who} took the {cards} from your hand and built it")
NAMED = {
    "kill": (N_("you killed {whom}"), N_("{who} killed {whom}")),
    "rob": (N_("you robbed {whom}"), N_("{who} robbed {whom}")),
    "bewitch": (N_("you bewitched {whom}"), N_("{who} bewitched {whom}")),
}
"""Done by you, and by another player to somebody else."""
DONE = {
    "destruction": (N_("you destroyed {cards} of {other}"), N_("{who} destroyed {cards} of {other}")),
    "seizure": (N_("you took {cards} of {other}"), N_("{who} took {cards} of {other}")),
    "confiscation": (N_("you confiscated {cards} of {other}"), N_("{who} confiscated {cards} of {other}")),
    "swap": (N_("you swapped hands with {other}"), N_("{who} swapped hands with {other}")),
}
"""Done to another player, by you, and by somebody else."""
COMPLETED = (N_("you built {cards} and completed your city"), N_("{who} built {cards} and completed the city"))
BUILT = (N_("you built {cards}"), N_("{who} built {cards}"))
CHOSE = (N_("you chose {whom}"), N_("{who} chose {whom}"))
SPARED = N_("{who} as the {character} left your city alone")
"""A turn of rank 8 that was good for you, and in which nobody lost a district."""
PLAYED = (N_("your turn as the {character}"), N_("the turn of {who} as the {character}"))
ANSWERED = (N_("an answer of yours"), N_("an answer of {who}"))
"""Moves out of turn."""

"""Words of the end of a game: the round that decided, who did what to whom, the figures by round, and the check."""

from __future__ import annotations

from citadels_tui.texts import N_
from citadels_tui.texts.forms import Told

DEEDS_TITLE = N_("Who did what")
TOO_SOON = N_(
    "The game has just ended, and that key may have been meant for the table: press it again for another game."
)
POINTS = N_("Points at the end of each round")
NO_DEEDS = N_("Nobody did anything to anybody: a peaceful game.")

DECIDED = Told(
    N_("Round {round} decided it: {who} passed {other}, and led after each round since."),
    N_("Round {round} decided it: you passed {other}, and led after each round since."),
    N_("Round {round} decided it: {who} passed you, and led after each round since."),
)
DECIDED_LAST = Told(
    N_("The last round decided it: {who} passed {other}."),
    N_("The last round decided it: you passed {other}."),
    N_("The last round decided it: {who} passed you."),
)
AHEAD = Told(
    N_("Nobody was ahead of {who} after any round."),
    N_("Nobody was ahead of you after any round."),
)

DEEDS = {
    "murder": Told(
        (N_("{who} killed {other}"), N_("{who} killed {other} {amount} times")),
        (N_("You killed {other}"), N_("You killed {other} {amount} times")),
        (N_("{who} killed you"), N_("{who} killed you {amount} times")),
    ),
    "theft": Told(
        (N_("{who} robbed {other} of {gold} gold"), N_("{who} robbed {other} {amount} times, of {gold} gold in all")),
        (N_("You robbed {other} of {gold} gold"), N_("You robbed {other} {amount} times, of {gold} gold in all")),
        (N_("{who} robbed you of {gold} gold"), N_("{who} robbed you {amount} times, of {gold} gold in all")),
    ),
    "blackmail": Told(
        (
            N_("{who} blackmailed {other} for {gold} gold"),
            N_("{who} blackmailed {other} {amount} times, for {gold} gold in all"),
        ),
        (
            N_("You blackmailed {other} for {gold} gold"),
            N_("You blackmailed {other} {amount} times, for {gold} gold in all"),
        ),
        (
            N_("{who} blackmailed you for {gold} gold"),
            N_("{who} blackmailed you {amount} times, for {gold} gold in all"),
        ),
    ),
    "bewitching": Told(
        (N_("{who} bewitched {other}"), N_("{who} bewitched {other} {amount} times")),
        (N_("You bewitched {other}"), N_("You bewitched {other} {amount} times")),
        (N_("{who} bewitched you"), N_("{who} bewitched you {amount} times")),
    ),
    "destruction": Told(
        N_("{who} destroyed {cards} of {other}"),
        N_("You destroyed {cards} of {other}"),
        N_("{who} destroyed your {cards}"),
    ),
    "seizure": Told(
        N_("{who} took {cards} from the city of {other}"),
        N_("You took {cards} from the city of {other}"),
        N_("{who} took your {cards}"),
    ),
    "confiscation": Told(
        N_("{who} confiscated {cards} of {other}"),
        N_("You confiscated {cards} of {other}"),
        N_("{who} confiscated your {cards}"),
    ),
    "swap": Told(
        (N_("{who} swapped hands with {other}"), N_("{who} swapped hands with {other} {amount} times")),
        (N_("You swapped hands with {other}"), N_("You swapped hands with {other} {amount} times")),
        (N_("{who} swapped hands with you"), N_("{who} swapped hands with you {amount} times")),
    ),
}
"""Deeds of one player to another in the whole game: ``amount`` times, for ``gold``, with the districts ``cards``."""

VERIFIED = N_("Deal and moves verified (v: more)")
WRONG = N_("The check has found something wrong (v: more)")
SIGNED = (N_("signed by {amount} player"), N_("signed by {amount} players"))
COPIED = N_("The result is on the clipboard, if this terminal allows it.")

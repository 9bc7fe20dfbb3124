"""Words of the review of a game: how likely each player was to win, and which turns cost them most.

Parameters of the turns: ``round``, ``character`` (whose turn it was), ``played`` and ``better`` (moves in words),
``points`` and ``error`` (of a hundred), ``reason``; of the reasons: ``who`` (whose move it is), ``rival``, ``more``
(gold or points).
"""

from __future__ import annotations

from typing import NamedTuple

from citadels_tui.texts import N_

TITLE = N_("Review of the game")
METHOD = N_("How this was found")
LOOKING = N_("Looking at every turn again")
WORKING = N_("Looking at every turn again: {percent} %")
CHANCE = N_("{who}: chance to win at the beginning of each round, in percent")
AT_WORST = N_("at worst")
AT_BEST = N_("at best")
ACCURACY = N_("Accuracy {amount} of 100 (give or take {error}).")
ABOUT = N_(
    "The chance to win is judged by what the player could know at the time. Accuracy compares their moves with random "
    "ones: 100 is to have lost nothing, 0 as much as random moves lose. It is left out where too little was at stake."
)
BAND = N_("Of ten games that looked the same to {who}, eight lie between the lines at worst and at best.")
"""Below the chart."""
ASSUMED = N_(
    "A turn is named if it was costly in imagined games, too, in which the others go on as they play: bots by their "
    "level, people like a steward. Its points say how many games in a hundred it cost."
)
NO_TURNS = N_("No turn clearly cost much.")
COST = N_("Turns that cost most, in games out of a hundred:")
DRAFT = N_(
    "Round {round}, choosing: {better} instead of {played} was {points} points better (give or take {error}): {reason}."
)
TURN = N_(
    "Round {round}, as the {character}: {better} instead of {played} was {points} points better "
    "(give or take {error}): {reason}."
)


class Gain(NamedTuple):
    """The lead of one move over another, as a part of a sentence."""

    you: str
    """When it is your move."""
    they: str
    """When it is the move of another player."""


REASONS = {
    "city": Gain(
        N_("your city is worth {more} points more at the end of the round"),
        N_("the city of {who} is worth {more} points more at the end of the round"),
    ),
    "gold": Gain(
        N_("you have {more} gold more at the end of the round"),
        N_("{who} has {more} gold more at the end of the round"),
    ),
    "cards": Gain(
        N_("your hand is of more use at the end of the round"),
        N_("the hand of {who} is of more use at the end of the round"),
    ),
    "finish": Gain(
        N_("your city is closer to being complete at the end of the round"),
        N_("the city of {who} is closer to being complete at the end of the round"),
    ),
    "crown": Gain(
        N_("you have the crown more often at the end of the round"),
        N_("{who} has the crown more often at the end of the round"),
    ),
    "rival": Gain(
        N_("{rival} is worse off at the end of the round"),
        N_("{rival} is worse off at the end of the round"),
    ),
    "end": Gain(
        N_("the game may end with this round, and then ends better for you"),
        N_("the game may end with this round, and then ends better for {who}"),
    ),
}
"""By the code of a reason; ``more`` is above 0."""
ALL_IN_ALL = Gain(
    N_("all in all it leaves you more at the end of the round"),
    N_("all in all it leaves {who} more at the end of the round"),
)
"""When no single thing says it."""

"""Hints: the reason for a move, by the code of `engine.bots.advice`.

Parameters: ``move`` (in words), ``character``, ``whom`` (the same as an object, with its article), ``effect`` (what it
does), ``card``, ``cards`` (that can then be built), ``target``, ``who``,
``type``, ``amount``.
"""

from __future__ import annotations

from citadels_tui.texts import N_, Text

HINTS: dict[str, Text] = {
    "only": N_("{move}: there is nothing else to choose."),
    "best": N_("{move}: of all that you can do, a bot expects most from this."),
    "pass": N_("{move}: anything else would cost you more than it brings."),
    "draft": N_("The {character}: what it does would help you most now. {effect}"),
    "draft_income": (
        N_("The {character}: {amount} of your districts counts as {type}, which brings 1 gold more."),
        N_("The {character}: {amount} of your districts count as {type}, which brings {amount} gold more."),
    ),
    "draft_income_cards": (
        N_("The {character}: {amount} of your districts counts as {type}, which brings 1 card more."),
        N_("The {character}: {amount} of your districts count as {type}, which brings {amount} cards more."),
    ),
    "draft_gold": N_("The {character}: you can expect about {amount} gold more."),
    "draft_cards": (
        N_("The {character}: you can expect about {amount} card more."),
        N_("The {character}: you can expect about {amount} cards more."),
    ),
    "draft_builds": N_("The {character}: then you can build {cards} in one turn."),
    "aside": N_("Put {whom} aside: {who} would gain more from it than you."),
    "gold": N_("Take gold: you have cards to build, and gold is short."),
    "gold_more": N_("Take gold: it is worth more to you now than a new card."),
    "gold_plan": N_("Take gold: then {cards} can be built this turn."),
    "draw": N_("Draw cards: a new card is worth more to you now than gold."),
    "draw_paid": N_("Draw cards: your gold already pays for {cards}."),
    "draw_poor": N_("Draw cards: there is nothing in your hand that your city could use."),
    "collect": N_("{move}: {amount} gold at no cost."),
    "keep": N_("Keep {card}: it promises your city the most."),
    "keep_now": N_("Keep {card}: you can pay for it this turn."),
    "keep_type": N_("Keep {card}: your city has no {type} district yet, and all five types bring 3 points."),
    "build": (
        N_("Build {card}: {amount} point, and one district nearer to the end."),
        N_("Build {card}: {amount} points, and one district nearer to the end."),
    ),
    "build_points": (N_("Build {card}: {amount} point."), N_("Build {card}: {amount} points.")),
    "build_last": N_("Build {card}: it completes your city."),
    "build_type": (
        N_("Build {card}: {amount} point, and the first {type} district of your city."),
        N_("Build {card}: {amount} points, and the first {type} district of your city."),
    ),
    "kill": N_("Kill {whom}: {who} may well have it, and would lose much."),
    "rob": N_("Rob {whom}: {who} may well have it, with {amount} gold."),
    "destroy": N_("Destroy {target} of {who}: it costs you little, and {who} much."),
    "destroy_close": (
        N_("Destroy {target} of {who}, who lacks only {amount} district."),
        N_("Destroy {target} of {who}, who lacks only {amount} districts."),
    ),
    "swap": (
        N_("Swap hands with {who}, who has {amount} card."),
        N_("Swap hands with {who}, who has {amount} cards."),
    ),
    "discard": N_("{move}: a new card promises more than this one."),
    "end": N_("End your turn: what is left costs more than it brings."),
}
"""Reason -> the hint."""
CERTAIN: dict[str, Text] = {
    "kill": N_("Kill {whom}: {who} has it for certain, and would lose much."),
    "rob": N_("Rob {whom}: {who} has it for certain, with {amount} gold."),
}
"""Reason -> the hint, where it is known who has the character."""

FOUND = N_("{move}: of 100 imagined games it wins {points} more than {usual}; {reason} than with that.")
"""A move that a search prefers to the usual one, with a reason of `citadels_tui.texts.review`."""
GLANCE = N_("At a glance: {hint}")
"""The rule of thumb's hint, which is there at once, while a search goes on."""
TRIED = N_("Tried out: {hint}")
"""The hint once the search has found nothing better."""
NO_HINT_TABLE = N_("There are no hints at a table with other people.")
NO_HINT_NOW = N_("A hint comes when it is your decision.")

"""Words around the text of a card, and on the screen that shows all cards."""

from __future__ import annotations

from citadels_tui.texts import N_

WORTH = (
    N_("{type} district, cost {cost}, worth {amount} point"),
    N_("{type} district, cost {cost}, worth {amount} points"),
)
UNBUILT = N_("{type} district, kept in the hand")
"""In place of that for a card that cannot be built and so has no cost."""
RANK = N_("rank {rank}")
ACTION_CARD = N_("action card: kept in the hand, played, worth 1 point if it is left over")
GOOD_TO_KNOW = N_("Good to know")
"""Above the few rulings that players ask for."""
RULINGS = N_("How the rule is meant here")
"""Above what was decided where the rulebooks leave something open."""
RULING = N_("{point}: {text}.")
RULING_ASKED = N_("{point} {text}.")
"""A point that is a question."""
RULING_NUMBER = N_("({number} in the list of rulings)")
CASES = N_("Tested cases")
CASES_ABOUT = N_("Each of these is a small game that the program has to play just so:")

TITLE = N_("All cards")
SEARCH = N_("search in names and texts")
EDITION = N_("Edition")
KIND = N_("Show")
RANK_KIND = N_("rank {rank}")
KINDS = {
    "all": N_("everything"),
    "characters": N_("characters"),
    "noble": N_("noble districts"),
    "religious": N_("religious districts"),
    "trade": N_("trade districts"),
    "military": N_("military districts"),
    "unique": N_("unique districts"),
    "actions": N_("action cards"),
    "rulings": N_("other rulings"),
}
"""Filters of the list; each rank besides."""
CHARACTERS = N_("Characters")
DISTRICTS = N_("Districts")
UNIQUES = N_("Unique districts")
ACTIONS = N_("Action cards")
OTHER = N_("Other rulings")
COPIES = (N_("{amount} in the deck"), N_("{amount} in the deck"))
PRESETS = N_("In: {presets}")
LEAST_PLAYERS = N_("Needs at least {amount} players.")
EXCLUDED = N_("Not in a game with {whom}.")
NOTHING = N_("Nothing matches. Escape clears the search.")

UNDER = N_("Under it: {cards}")
UNDER_HIDDEN = (N_("{amount} card lies under it."), N_("{amount} cards lie under it."))
ON_TOKEN = N_("{amount} gold lies on its token.")
RUNG = N_("The bell has been rung.")
WAGONS = N_("Cash Wagons in front of this player, with gold: {gold}")
SCROLL = N_("left/right: scroll   tab, enter: its links")

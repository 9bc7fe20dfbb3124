"""Words of the settings of a game: editions, characters, districts, switches."""

from __future__ import annotations

from citadels_tui.texts import N_

CARDS = N_("Cards")
CARDS_OF = N_("{cards} ({edition})")
NINE = N_("Ninth character")
UNIQUES = N_("Unique districts")
UNIQUES_OF = N_("as in {preset}")
UNIQUES_RANDOM = N_("drawn at random")
UNIQUES_OWN = N_("your choice")
CHARACTERS = N_("Characters: {cards}")
DISTRICTS = N_("Unique districts: {cards}")
AT_RANDOM = N_("at random")
PICK = N_("Choose districts")
PICKED = N_("{amount} of {most}")
PICK_TITLE = N_("Unique districts")
NO_UNIQUES = N_("Choose the unique districts of the game, or take those of the preset.")
ACTION_CARDS = N_("Action cards")
YES = N_("yes")
NO = N_("no")

OPTIONS: dict[str, tuple[str, str, str]] = {
    "wall_covers_itself": (N_("The Great Wall"), N_("raises its own price too"), N_("raises only the others' price")),
    "duplicates": (N_("A district twice"), N_("may stand in a city"), N_("may not stand in a city")),
    "strict_bank": (N_("Gold in the bank"), N_("thirty coins"), N_("as much as is needed")),
}
"""Switch of an edition -> what it is about, what it means when it is on, and when it is off."""

OWN_CAST = N_("chosen freely")
WITH_ACTIONS = N_("with action cards")
SWITCH = N_("{about}: {meaning}")
"""In the lobby: a switch that is not as usual."""

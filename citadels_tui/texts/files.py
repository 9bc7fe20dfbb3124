"""Words of the files of a game that are sent to others."""

from __future__ import annotations

from citadels_tui.texts import N_

TITLE = N_("A file of this game")
ABOUT = N_("To be sent to others, or kept:")
KINDS = {
    "page": (N_("Page"), N_("every move, for any browser and phone")),
    "text": (N_("Text"), N_("the result, for a mail")),
    "film": (N_("Film"), N_("for asciinema, in a terminal")),
}
"""Each with what it is for."""
PAGE_KEPT = N_("The game is a page for any browser now, to be sent to others: {path}")
TEXT_KEPT = N_("The result is a text now, to be sent to others: {path}")
FILM_KEPT = N_("The game is a film now, for asciinema: {path}")
NOT_KEPT = N_("That file could not be written: {reason}")
NOT_HERE = N_("A file would be the host's: c copies the result as a text to you, t the game in four sentences.")
NO_GAME = N_("There is no log of this game on this machine, so no file can be made of it.")

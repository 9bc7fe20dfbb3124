"""Words of the files of a game that are sent to others."""

from __future__ import annotations

from citadels_tui.texts import N_

TITLE = N_("A file of this game")
ABOUT = N_("To send to others, or to keep:")
KINDS = {
    "page": (N_("Page"), N_("every move, for any browser and phone")),
    "text": (N_("Text"), N_("the result, for an email")),
    "film": (N_("Film"), N_("for asciinema, in a terminal")),
}
"""Each with what it is for."""
PAGE_KEPT = N_("The game is now a page for any browser, to send to others: {path}")
TEXT_KEPT = N_("The result is now a text, to send to others: {path}")
FILM_KEPT = N_("The game is now a film, for asciinema: {path}")
NOT_KEPT = N_("That file could not be written: {reason}")
NOT_HERE = N_("A file would be made on the host: c copies the result to you as a text, t the game in four sentences.")
NO_GAME = N_("There is no log of this game on this machine, so no file can be made of it.")

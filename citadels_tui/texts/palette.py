"""Words of the command palette."""

from __future__ import annotations

from citadels_tui.texts import N_

SEARCH = N_("Find anything by name")
NOTHING_FOUND = N_("Nothing has that name.")
CARDS = N_("All cards")
CARDS_HELP = N_("Look up any card of any edition, with its rulings")
THEME = N_("Change the colours")
THEME_HELP = N_("Choose another theme, light or dark")
SETTINGS = N_("Settings")
SETTINGS_HELP = N_("Name, language, colours, symbols, pace, sound, mouse, keys")
QUIT = N_("Quit")
QUIT_HELP = N_("Leave Citadels; asks first during a game")
INSPECT = N_("Look at {name}")
INSPECT_HELP = N_("Show its full text")

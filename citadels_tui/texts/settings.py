"""Words of the settings."""

from __future__ import annotations

from citadels_tui.texts import N_

TITLE = N_("Settings")
LANGUAGE = N_("Language")
LANGUAGE_AUTO = N_("the system's ({name})")
LANGUAGES = N_("choose from {languages}")
THEME = N_("Colours")
THEMES = {
    "citadels": N_("Citadels, dark"),
    "citadels-light": N_("Citadels, light"),
    "citadels-contrast": N_("Citadels, high contrast"),
    "citadels-colour-blind": N_("Citadels, without red and green"),
}
"""The themes."""
SIGNS = N_("Symbols")
SIGNS_VALUES = {
    "auto": N_("automatic"),
    "unicode": N_("Unicode"),
    "ascii": N_("ASCII only"),
}
PAUSE = N_("Bots wait")
THINKING = N_("A mastermind thinks")
AT_MOST = N_("{seconds} s at most")
CONFIRM = N_("Ask before blunders")
CALL = N_("Your turn elsewhere")
CALLS = {
    "never": N_("is not announced"),
    "bell": N_("rings the bell"),
    "title": N_("changes the title of the window"),
    "notification": N_("sends a notification"),
}
MOTION = N_("Animations")
MOUSE = N_("Mouse")
CLICK = N_("A click on a row")
CLICKS = {
    "explain": N_("explains, the next one plays"),
    "play": N_("plays at once"),
}
DENSITY = N_("Layout")
DENSITIES = {
    "comfortable": N_("high cities"),
    "compact": N_("low cities, long lists"),
}
NAME = N_("Your name")
BAD_NAME = N_("This name cannot be used: {reason}.")
SAMPLES = {
    "bold $accent": N_("what you can do"),
    "$muted": N_("less important"),
    "$warning": N_("a warning"),
    "$error": N_("a danger"),
    "$success": N_("good news"),
}
"""Samples below the colours that are being chosen, by their style."""
FROM_NEXT = N_("from the next start on")
YES = N_("yes")
NO = N_("no")
PATH = N_("Kept in {path}")
KEYS = N_("Keys")
KEYS_ABOUT = N_("look at them, and choose your own")

UNREADABLE = N_("The settings cannot be read: {reason}.")
NO_SETTINGS = N_("{path} is not a settings file; it is called {name} from now on.")
LATER = N_("The settings were written by a later version of Citadels; what this one does not know stays in the file.")
UNKNOWN = N_("There is no setting {name!r}.")
UNUSABLE = N_("The setting {name!r} cannot be used ({reason}).")
CHOICES = N_("it can be {choices}")
NO_TEXT = N_("it has to be text in quotation marks")
NO_KEYS = N_("it has to give a key, as text, for each thing that a key does")
NO_THEME = N_("There are no colours called {theme!r}.")
NOT_KEPT = N_("The settings could not be saved: {reason}.")
NO_SUCH_KEY = N_("There is nothing called {id!r} that a key could do.")
NO_KEY = N_("There is no key called {key!r}.")
KEY_TAKEN = N_("The key {key} cannot be for {id}: it is for {other} already.")
YOUR_TURN = N_("Citadels: it is your turn.")
YOUR_TURN_TITLE = N_("Your turn - Citadels")

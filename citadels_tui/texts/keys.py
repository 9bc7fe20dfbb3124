"""Words of the screen on which keys are set."""

from __future__ import annotations

from citadels_tui.texts import N_

TITLE = N_("Keys")
HINT = N_("Choose what a key does, press enter, and then the new key.")
PRESS = N_("Press the new key for: {what}")
CANCEL = N_("escape or a click beside this box: leave it as it is")
TAKEN = N_("{key} is not free there: {other}")
ROWS = N_("the rows of the table's list use it")
UNUSABLE = N_("{key} cannot be used here.")
SET = N_("{key}: {what}")
OWN = N_("(your own)")

OTHER_LAYOUT = N_(
    "That letter does nothing: keys are Latin letters and digits. The arrow keys and enter work with every layout."
)
"""Told once, to a player who types letters of another script where no text is typed."""

NAMES = {"space": N_("space")}
"""Keys that are shown by a word."""

EVERYWHERE = N_("Everywhere")
GROUPS = {
    "table": N_("At the table"),
    "action_list": N_("Your answers"),
    "detail": N_("The explanation of an answer"),
    "story": N_("The log beside the table"),
    "log": N_("The whole log"),
    "notebook": N_("Who may be who"),
    "inspect": N_("A card"),
    "people": N_("About the table"),
    "person": N_("About a person at the table"),
    "chat": N_("Saying something"),
    "confirm": N_("A question"),
    "go_on": N_("What was left"),
    "replay": N_("A replay"),
    "review": N_("A review"),
    "method": N_("How a review is made"),
    "play_on": N_("Playing on from a replay"),
    "files": N_("A file of a game"),
    "result": N_("The result"),
    "lesson": N_("The lesson"),
    "curtain": N_("The curtain"),
    "home": N_("Home"),
    "menu": N_("Menus"),
    "daily": N_("The deal of the day"),
    "form": N_("Forms"),
    "choice": N_("A choice in a form"),
    "setup": N_("Setting a table"),
    "uniques": N_("Choosing districts"),
    "themes": N_("Choosing colours"),
    "ladder": N_("The ladder"),
    "checks": N_("Ticking cards"),
    "lobby": N_("Before the game"),
    "tables": N_("The tables of a host"),
    "note": N_("A note on a player"),
    "mute": N_("Hiding what somebody says"),
    "invite": N_("An invitation"),
    "invitations": N_("The list of invitations"),
    "seats": N_("The list of seats"),
    "waiting": N_("While a table is opened"),
    "welcome": N_("The first start"),
    "games": N_("Games played"),
    "statistics": N_("Statistics"),
    "standings": N_("Standings"),
    "cards": N_("All cards"),
    "things": N_("Lists of cards"),
    "help": N_("The help"),
    "keys": N_("This list"),
    "keypress": N_("A new key"),
}
"""Where a key works, by the first part of its id."""

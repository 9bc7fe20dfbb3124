"""Words of the options of a table: their rows in forms, their values, and their arguments in a command."""

from __future__ import annotations

from citadels_tui.texts import N_

TITLE = (N_("Title"), N_("Title of the table, up to 40 characters."))
"""The label of a form's row, and the help of a command's argument; so it is with all of them."""
PRIVATE = (
    N_("To join"),
    N_("Whether people need the invitation to join, or only the address."),
)
PRIVATE_YES = N_("the invitation is needed")
PRIVATE_NO = N_("the address is enough")
LISTED = (N_("In the list"), N_("Whether everybody sees the table in the list, or only people with a seat."))
LISTED_YES = N_("for everybody")
LISTED_NO = N_("for those at it")
START_WHEN = (
    N_("The game starts"),
    N_("How many people have to be ready for the game to start by itself; 0 for when you start it."),
)
START_NEVER = N_("when you start it")
START_READY = (N_("when {amount} is ready"), N_("when {amount} are ready"))
BOTS_AFTER = (
    N_("Open seats"),
    N_("How long until bots take the open seats, and the game starts; 0 for never."),
)
BOTS_NEVER = N_("wait for people")
BOTS_AFTER_TIME = N_("go to bots after {time}")
BOTS_YIELD = (
    N_("Bots' seats"),
    N_(
        "Whether people may take the seats of bots during a game, with their hands and all they have seen, or only "
        "before it."
    ),
)
BOTS_YIELD_YES = N_("for latecomers")
BOTS_YIELD_NO = N_("stay with the bots")
TURN_TIME = (
    N_("Time to decide"),
    N_(
        "How long a player may take for a decision: seconds, or like 15m, 12h or 2d; 0 for as long as they like. From "
        "an hour on players may come and go."
    ),
)
RESERVE = (N_("And in reserve"), N_("Extra time for each player, once a game."))
NO_TIME = N_("none")
SPECTATOR_DELAY = (N_("Spectators see"), N_("How much later spectators see what happens."))
AT_ONCE = N_("at once")
LATER = N_("{time} later")
BOT_PAUSE = (N_("Bots wait"), N_("How long bots wait between two moves; as in the settings unless you say otherwise."))
SECONDS = N_("{seconds} s between moves")
NO_WAIT = N_("not at all")

BAD_NUMBER = N_("{option} is a number from 0 to {most}, not {value!r}")
UNKNOWN = N_("there is no option {option!r}; choose from {options}")

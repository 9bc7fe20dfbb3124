"""Words of the invitations to a table, and of the one that is shown as a code."""

from __future__ import annotations

from citadels_tui.texts import N_

TITLE = N_("Invitations to this table")
FIRST = N_("for everybody")
NUMBERED = N_("invitation {number}")
ANY = N_("any number of seats, {seated} taken")
ANY_UNTIL = N_("any number of seats, {seated} taken; until {when}")
SOME = N_("{seated} of {uses} seats taken")
SOME_UNTIL = N_("{seated} of {uses} seats taken; until {when}")
FAULTS = {
    "invite_used": N_("used up: {seated} of {uses} seats taken"),
    "invite_expired": N_("expired"),
    "invite_revoked": N_("revoked"),
}
"""Why an invitation admits nobody any more."""
FAULTY = N_("admits nobody any more")
HINT = N_("up/down: move   enter: line and code, or go on   escape: back")

NEW = N_("A new one")
SEATS = N_("Seats")
ANY_SEATS = N_("any number")
SEATS_FOR = (N_("{amount} seat"), N_("{amount} seats"))
GOOD_FOR = N_("Good for")
ALWAYS = N_("as long as the table is there")
NOTE = N_("Whom it is for (only you see this)")
MAKE = N_("Make an invitation")

SURE_REVOKE = N_("Revoke this invitation? Whoever has a seat keeps it.")
NONE_MARKED = N_("Mark an invitation first.")

SHOWN = N_("Others join with this line, or with this code:")
ENTRANCES = N_("Others join with one of these lines, or with this code:")
GUIDE = N_("How a guest joins")
STEPS = (
    N_('The guest runs "citadels join", or chooses "Join a table" in the menu, and pastes the line.'),
    N_("A camera reads the same line from the code."),
    N_("The line names this host's key: the guest's client talks to this host and to nobody else."),
    N_("Whoever has the line can take a seat with it. Give it to those who are to play."),
    N_("A guest who has lost the connection comes back to the same seat with the same line."),
)
"""The text beside the code, where there is room."""
ENTRANCE_STEPS = (
    N_("The ssh command is for a terminal. By their SSH key guests come back to their seat."),
    N_("The link is for a browser, and the code is the link, if there is one: a phone's camera opens it."),
    N_("Nothing has to be installed: the game runs on this host, and the host keeps the guest's key."),
)
"""Used where guests come by SSH and in browsers."""
THIS_ONE = N_("This invitation")
NO_UNICODE = N_("There is no code: it needs a terminal with Unicode.")
TOO_SMALL = N_("There is no code: this window would need {columns} columns and {rows} rows for it.")

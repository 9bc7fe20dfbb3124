"""Words of the lobby, the table's own notices, questions before leaving, and the result."""

from __future__ import annotations

from citadels_tui.texts import N_

ABSENT = N_("{who} is away; a bot answers")
AWAITED_AWAY = N_("(away: a bot will answer soon)")
CAME_BACK = N_("{who} is back")
WENT_AWAY = N_("{who} is away")

LOBBY_TITLE = N_("Before the game")
LOBBY_OWNER = N_("Start when every seat is taken.")
LOBBY_GUEST = N_("Waiting for {who} to start the game.")
LOBBY_NOBODY = N_("Waiting for the host to start the game.")
INVITE = N_("Others join with this line (y copies it):")
NO_INVITE = N_("This table has no invitation to show.")
COPIED = N_("The invitation is on the clipboard, if this terminal allows it.")
FINGERPRINT = N_("This host's key, as words:")
SEAT_YOU = N_("{name} (you)")
SEAT_OWNER = N_("{name} (opened the table)")
SEAT_BOT = N_("{name} (bot, {level})")
SEAT_OPEN = N_("open")
SEAT_AWAY = N_("{name} (away)")
SETUP = N_("{players} players   {characters}")
WATCHERS = (N_("{amount} spectator"), N_("{amount} spectators"))
NO_BOT = N_("There is no bot to remove.")

LEAVE_GAME = N_("Leave this game? It cannot be taken up again.")
LEAVE_TABLE = N_("Leave this table?")
QUIT = N_("Quit Citadels?")
YES = N_("Yes")
NO = N_("No")

SPEED = N_("Bots wait {seconds} s between moves.")
SPEED_FAST = N_("Bots do not wait.")
SKIPPING = N_("Skipping ahead to your next decision.")
SKIP_NO_NEED = N_("It is your decision: nothing to skip.")
MORE = N_(" ... (i: all)")
"""Where an explanation is too long for its place."""
CLOSED_HINT = N_("Press q to go back to the home screen.")

TRUST_TITLE = N_("An unknown host")
TRUST = N_(
    "You have not been at {address} before. Its key, as words:\n\n    {words}\n\n"
    "Compare them with what the host shows. Join only if they are the same."
)
TRUST_YES = N_("They are the same: join")
TRUST_NO = N_("Do not join")

RESULT_TITLE = (N_("The game is over, after {amount} round"), N_("The game is over, after {amount} rounds"))
WON = N_("{who} has won with {amount} points.")
YOU_WON = N_("You have won with {amount} points!")
SHARED = N_("{players} share the victory with {amount} points.")
TOTAL = N_("total")
TIE_BREAK = {
    "rank": N_("Equal points: the highest character revealed in the last round decides."),
    "districts": N_("Equal points: the points of the districts alone decide."),
}
RESULT_HINT = N_("Escape looks at the board again.")
SOURCES: dict[str, str] = {
    "districts": N_("districts"),
    "types": N_("all five types"),
    "first": N_("first to complete"),
    "complete": N_("complete city"),
}
"""Where points come from; every other source is a card."""

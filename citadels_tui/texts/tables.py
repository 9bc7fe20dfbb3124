"""Words of the list of tables."""

from __future__ import annotations

from citadels_tui.texts import N_

PHASES = {
    "open": N_("open to all"),
    "private": N_("by invitation"),
    "running": N_("being played"),
    "ended": N_("game over"),
}
"""Of a table in the list."""
HOST = N_("{host} ({address})")
TABLE = N_("{title}, {edition}, {phase}: seats {taken} of {seats}, bots {bots}, spectators {watchers}")
OF_OWNER = N_("Table of {owner}")
UNTITLED = N_("A table")
YOUR_TURN = N_("You have a seat, and it is your turn.")
YOUR_SEAT = N_("You have a seat.")
NONE = N_("no tables")
NONE_OF_YOURS = N_("no table at which you have a seat")
NO_HOSTS = N_("You know no host yet. Name one: citadels tables ADDRESS")
CONFIRM = N_("You have not been at {address} before. Its key, as words: {words}. Are they the host's? (yes/no) ")
YES = N_("yes")
"""The answer to the question before."""

"""Words of the list of tables."""

from __future__ import annotations

from citadels_tui.texts import N_

PHASES = {
    "open": N_("open to all"),
    "private": N_("by invitation"),
    "running": N_("being played"),
    "ended": N_("game over"),
}
"""States of a table in the list."""
TITLE = N_("Table")
EDITION = N_("Edition")
PRESET = N_("Cards")
OWNER = N_("Owner")
SEATS = N_("Seats")
CLOCK = N_("Clock")
SPECTATORS = N_("Watching")
STATE = N_("State")
"""The heads of the columns."""
TAKEN = N_("{taken}/{seats}")
TAKEN_WITH_BOTS = (N_("{taken}/{seats}, {amount} bot"), N_("{taken}/{seats}, {amount} bots"))
ASKED_SHORT = N_("your turn")
SEAT_SHORT = N_("your seat")
CARDS_OWNED = N_("{cards}; owner: {owner}")
TAKEABLE = N_("bot's seat free")
TAKEABLE_SEATS = (
    N_("Whoever sits down takes the seat of a bot, with its hand and all it has seen."),
    N_("Whoever sits down takes the seat of one of {amount} bots, with its hand and all it has seen."),
)
PEOPLE = N_("People: {people}, bots: {bots}, open seats: {free}, spectators: {spectators}.")

AT_ONCE = (
    N_("Play at once"),
    N_("Take a seat where a game begins soonest; if there is none, open a table that bots fill after {time}."),
)
LED_ON = N_("Looking for another table.")
"""Said behind why there is no seat at the one that was found first."""
LEARN = (N_("Learn to play"), N_("A guided game of three rounds."))
WATCH_BEST = (N_("Watch a game"), N_("The game with the most people: {title}."))
OPEN_ROW = (N_("Open a table"), N_("Choose its seats, cards and clock yourself."))
"""The first rows of the list, with what is told of them."""
LIST_TITLE = N_("Tables of {host}")
COMING = N_("The list is on its way...")
EMPTY = N_("There is no table yet. The key o opens one.")
MARK_ONE = N_("Mark the table first: up and down go to it.")
CHAT = N_("Chat")
SAID = N_("{who}: {text}")
NEEDS_INVITATION = N_("This table is for those who were invited: ask for the invitation, and join with it.")
NOBODY_SPOKE = N_("Nobody has said anything yet.")
MUTE_TITLE = N_("Mute")
MUTE = (N_("Mute {name}"), N_("hide what they say from now on"))
UNMUTE = (N_("Hear {name} again"), N_("show what they say from now on"))
MUTE_HINT = N_("enter: choose   escape: back")

OPEN_TITLE = N_("Open a table")
YOURS = N_("your table")
WHO_ALL = N_("everybody at this host")
WHO_INVITED = N_("people you invite")

HOST = N_("{host} ({address})")
TABLE = N_("{title}, {edition}, {phase}: seats {taken} of {seats}, bots {bots}, spectators {spectators}.")
OF_OWNER = N_("Table of {owner}")
UNTITLED = N_("A table")
YOUR_TURN = N_("You have a seat, and it is your turn.")
YOUR_SEAT = N_("You have a seat.")
NONE = N_("no tables")
NONE_OF_YOURS = N_("no table at which you have a seat")
NO_HOSTS = N_("You know no host yet. Name one: {command} tables ADDRESS")
ONLINE_ALONE = N_("--online is used with --name, --plain and --ascii alone")
CONFIRM_ONCE = N_(
    "Ask for its tables in a terminal once, where you can compare its six words, or name it by an invitation."
)
"""Where nobody can be asked."""
CONFIRM = N_("You have not been at {address} before. Its key, as words: {words}. Are they the host's? (yes/no) ")
YES = N_("yes")
"""The answer to the question before."""

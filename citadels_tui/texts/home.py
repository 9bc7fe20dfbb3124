"""Words of the home screen and the forms behind it."""

from __future__ import annotations

from citadels_tui.texts import N_

SUBTITLE = N_("A city in seven districts, and a new face every round.")
WELCOME = N_("Welcome to Citadels")
PLAYED = N_("Have you played Citadels before?")
PLAYED_YES = (N_("Yes"), N_("go on to the menu"))
PLAYED_YES_PLAYING = (N_("Yes"), N_("begin the game"))
PLAYED_YES_GUEST = (N_("Yes"), N_("go on"))
PLAYED_NO = (N_("No"), N_("show me, in a game of three rounds"))
"""Asked at the first start, and at a guest's first visit; when that asks for a game, knowing it leads there."""

NEW = (N_("New game"), N_("on this machine, against bots"))
LEARN = (N_("Learn to play"), N_("a guided game of three rounds"))
DAILY = (N_("Deal of the day"), N_("the same for everybody"))
LADDER = (N_("The ladder"), N_("opponents, each harder than the last"))
RESUME = (N_("Resume a game"), N_("go on where you left off"))
GO_ON = N_("Go on")
GO_ON_HOSTING = N_("Go on hosting")
STANDS = (N_("round {round}, {amount} point"), N_("round {round}, {amount} points"))
WAITS = N_("{who} waits")
WAIT = N_("{who} and {last} wait")
REACHED = N_("{standing}; by way of {place}")
"""How the game stands that was left last, who waits for the host of a table, and how they come from the internet."""
HOST = (N_("Host a table"), N_("others join over the network"))
JOIN = (N_("Join a table"), N_("with an address or an invitation"))
GAMES = (N_("Games played"), N_("replays, results, statistics"))
CARDS = (N_("All cards"), N_("of every edition, with search and rulings"))
SETTINGS = (N_("Settings"), N_("colours, symbols, pace, mouse"))
HELP = (N_("Help"), N_("how it is played, keys, symbols"))
QUIT = (N_("Quit"), "")
QUIT_KEY = N_("ctrl+q quits Citadels.")
NAME = N_("Your name")
HINT = N_("up/down and enter, or the letters   ctrl+p: find anything")

RESUME_TITLE = N_("Resume a game")
KEPT = N_("{edition}, {players} players")
KEPT_HOSTED = N_("{edition}, {players} players, hosted")
KEPT_ABOUT = (N_("{amount} move, left on {when}"), N_("{amount} moves, left on {when}"))
NOTHING_KEPT = N_("There is no unfinished game.")
UNUSABLE = N_("{when}: {why}")
NONE_USABLE = N_("no game of your own can be resumed now. {reasons}")
OPEN_ELSEWHERE = N_("it is open in another window.")
"""Why a game that is kept cannot be resumed now."""

LEFT_BEFORE = N_("You have left a game")
INSTEAD = (N_("New game"), N_("the one you left is kept"))

NEW_TITLE = N_("New game")
HOST_TITLE = N_("Host a table")
JOIN_TITLE = N_("Join a table")
FORM_HINT = N_("up/down: move   left/right: change   enter: go on   escape: back")
MENU_HINT = N_("up/down: move   enter: go on   escape: back")
"""Used on a line that has no values to choose from."""
PLAYERS = N_("Players")
HERE = N_("At this keyboard")
HERE_ALONE = N_("only you")
HERE_PEOPLE = (N_("{amount} person"), N_("{amount} people"))
HERE_NAME = N_("Person {number}")
BOTS = N_("Bots")
BOTS_PLAY = N_("How bots play")
RANK = N_("Rank {rank}")
WHO = N_("Who may join")
WHO_HERE = N_("people at this keyboard")
WHO_NETWORK = N_("this network")
WHO_INTERNET = N_("the internet")
HOW = N_("How they join")
HOW_PORT = N_("by an open port")
HOW_RELAY = N_("by a relay")
HOW_SSH = N_("by SSH")
HOW_HOST = N_("at {host}")
HOW_GLOBAL = N_("This machine has an address of its own, {address}: a firewall must let TCP port {port} in.")
HOW_HOME = N_("The router must pass TCP port {port} on to this machine, {address}; enter its outer address here:")
HOW_RELAYED = N_(
    "No port has to be open here: {command}, run where everybody can reach it, passes on what it cannot read."
)
HOW_SSH_TOLD = N_(
    "Friends need nothing but ssh: TCP port {port} must lead to this machine, {address}, which hosts them while this "
    "program runs."
)
HOW_NO_SSH = N_("For guests by SSH a package is missing: {command}")
HOW_HOSTED = N_("The table is opened at this host, which you know; on this machine no port has to be open.")
"""Ways by which players come from the internet, with what each needs."""
ADDRESS = N_("Your address")
ADDRESS_HINT = N_("of the router, or a name")
PORT = N_("Port")
OWN = N_("Your tables")
OWN_TURNS = N_("your turn at {turns} of {tables}")
OWN_SEATS = (N_("a seat at {amount} table"), N_("a seat at {amount} tables"))
"""Where it is nowhere your turn."""
OWN_ASKING = N_("The hosts you know are being asked...")
OWN_NONE = N_("You have no seat at any table of the hosts you know.")
OWN_TITLE = N_("Tables at which you have a seat")
OWN_ABOUT = N_("{state}, at {host}")
OWN_SILENT = N_("{host}: {why}")
RELAY = N_("Relay")
ANNOUNCE = N_("Found by name")
ANNOUNCE_YES = N_("in the local network")
ANNOUNCE_NO = N_("not announced")
TARGET = N_("Address or invitation")
WATCH = N_("Take a seat")
WATCH_NO = N_("yes, play")
WATCH_YES = N_("no, only watch")
START = N_("Start")
OPEN = N_("Open the table")
MORE = N_("More...")
LESS = N_("Less")
"""Shows the settings that are seldom changed, or hides them."""
GO = (N_("Join"), "")

LEVELS = {
    "novice": N_("novice (makes mistakes)"),
    "richard": N_("richard (goes by the book)"),
    "steward": N_("steward (sensible)"),
    "builder": N_("builder (likes to be rich)"),
    "rogue": N_("rogue (likes to take)"),
    "headsman": N_("headsman (murders the leader)"),
    "courtier": N_("courtier (likes the throne)"),
    "schemer": N_("schemer (thinks a round ahead)"),
    "mastermind": N_("mastermind (weighs every move)"),
}
"""The kinds of bots that are offered, the weakest first; one that plays at random can be asked for by name."""
EACH = N_("each as you choose")
EACH_AT_FIRST = ("steward", "novice", "schemer", "richard")
"""The bots that are chosen one by one, as they are at first."""

OWN_CAST = N_("rank by rank")
RANDOM_CAST = N_("drawn at random")
NO_RANK = N_("none")

NOT_PLAYING = N_("no game was in progress")
KEPT_GAME = N_("the game is kept, and {command} goes on with it")
KEPT_TABLE = N_("the table is kept: the same command with --resume brings it back")
NOT_BEGUN = N_("nobody had made a move, so there is nothing to keep")
KEPT_SEAT = N_("your seat is kept: join again as before")
KEPT_SERVED = N_("the table is kept: it is in the list when you host by SSH again")
WATCHED = N_("the game goes on without you")

BUSY_LOCAL = N_("Setting the table...")
BUSY_RESUME = N_("Resuming the game...")
BUSY_HOST = N_("Opening the table...")
BUSY_JOIN = N_("Going to {target}...")
BUSY_TABLE = N_("On the way: {table}...")
NO_NAME = N_("Please give a name first.")
BAD_NAME = N_("This name cannot be used: {reason}")
NO_NAMES = N_("Everybody at this keyboard needs a name.")
SAME_NAME = N_("Two people cannot both be called {name}.")
TOO_MANY_HERE = N_("There are more people at this keyboard than players.")
BAD_PORT = N_("The port is a number from 1 to 65535.")
NO_ADDRESS = N_("Please give the outer address of your router, or choose another way.")
NO_RELAY = N_("Please give the address of a relay, or choose another way.")
NO_TARGET = N_("Please give the address or the invitation of a table.")

"""The help: how it is played, what the signs mean."""

from __future__ import annotations

from citadels_tui.texts import N_

TITLE = N_("Help (up and down scroll, escape closes)")
TYPE = N_("Type to find; enter does it.")
TYPED = N_("Find: {typed}")
GAME_TITLE = N_("How it is played")
GAME = (
    N_("You build a city of districts and pay for them with gold. Whoever has the most points at the end wins."),
    N_(
        "A round begins with the choice of characters: everybody secretly takes one of the cards that are left. In "
        "each round you can be somebody new."
    ),
)
CALLED_TO = (
    N_("Then the characters are called by their rank, {amount} alone."),
    N_("Then the characters are called by their rank, from 1 to {amount}. Whoever has that character takes a turn."),
)
"""The calling in the game that is played, by its highest rank."""
CALLED = N_("Then the characters are called by their rank, from 1 up. Whoever has that character takes a turn.")
TURN = (
    N_(
        "In your turn you take your income (gold, or a card), then you may build a district for the gold that it "
        "costs. What your character can do is done before or after."
    ),
    N_(
        "Whoever kills or robs names a character, not a player, and does not know who has it. A killed character has "
        "no turn in this round; the player keeps everything."
    ),
)
ENDS_AT = (
    N_("When somebody has built {amount} district, the round is played to its end, and so is the game."),
    N_("When somebody has built {amount} districts, the round is played to its end, and so is the game."),
)
"""The end of the game that is played."""
ENDS = N_(
    "When somebody has built 7 districts, the round is played to its end, and so is the game. (It takes 8 with two "
    "or three players, and in the older editions.)"
)
POINTS = N_(
    "Points: what your districts are worth, which is mostly their cost; 3 more for districts of all five types; 4 "
    "for the first complete city, and 2 for any other one."
)
MORE = (
    N_("Names of cards are underlined: tab goes from one to the next, enter opens its card, and so does a click."),
    N_('"Learn to play" on the home screen is a guided game of three rounds.'),
)
"""Where to find more."""
ACTION_LIST_TITLE = N_("How to answer")
ACTION_LIST = (
    N_(
        "Everything you can do stands in a list, each with a key: press it, or move with the arrow keys and "
        "press enter. What cannot be done is dim, with the reason beside it."
    ),
    N_(
        "Beside a row stands what it costs and what it leads to. What is hardly ever a good idea stands last, and says "
        "why."
    ),
    N_(
        "Hand cards keep their numbers through a turn. A row that ends in dots opens a list; escape goes back one step."
    ),
    N_(
        "Undo takes back what you have done in your turn, move by move, until you end it, a hidden card is shown, "
        "chance decides something, or another player is asked. Everybody can read it in the log."
    ),
)
MOUSE_TITLE = N_("Mouse")
MOUSE = (
    N_(
        "The left button chooses, the right one explains. Drag to mark text, and ctrl+c copies it; the terminal itself "
        "marks text while Shift is held (Option on macOS, Fn in its Terminal.app)."
    ),
    N_("What is copied reaches the clipboard if the terminal allows it (OSC 52). tmux needs: set -s set-clipboard on."),
)
KEYS_TITLE = N_("Keys here")
FIND = N_("Anything on this screen, by its name")
SIGNS_TITLE = N_("Symbols")
DISTRICT_SIGN = N_("{type} district; the number behind it is its cost, + when it is beautified")
ACTION = N_("action card: played from the hand; in a city a Circus Tent; with gold behind it a Cash Wagon")
CROWN = N_("holds the crown: calls the characters, chooses first next round")
ACTING = N_("whose turn it is; in lists, the marked row")
ASKED = N_("must answer a question")
SKYLINE = N_(
    "A city is a row of buildings, each as high as its district costs; roof and walls say the type. Dots are what the "
    "city still lacks, and the line over it means that it is complete."
)
FIGURES = N_("5g 4c 12p 3/7: gold, cards in hand, points and number of the districts built, of how many")
OWN_ROLE = N_("(4 King): your own character, which nobody else knows yet")
TRACK = N_("In the rows of ranks:")
DONE = N_("has had its turn")
SILENT = N_("was called, nobody answered")
FACEUP = N_("lies face up: nobody has it this round")
HOLDERS = (
    (N_("out"), N_("nobody has it in this round: it lies face up, or face down")),
    (N_("gone"), N_("taken or put aside before you chose")),
    (N_("=Bo, must be Bo"), N_("only Bo can have it")),
)
"""The signs behind a rank, and their meaning."""
ON_CARDS = (
    (N_("(3g)"), N_("gold on the Tax Collector's token")),
    (N_("(2)"), N_("cards under the Museum")),
)

CHAT = N_("Say something (enter sends, escape closes)")
LINE = N_("Write here ...")
INSPECT = N_("Look at anything (up and down, escape closes)")
INSPECT_HAND = N_("Your hand")
INSPECT_CITY = N_("City of {who}")
INSPECT_PLAYERS = N_("Players")
INSPECT_CHARACTERS = N_("Characters of this game")
INSPECT_UNIQUES = N_("Unique districts of this game")
PLAYER = N_("Gold {gold}, cards in hand {cards}, points {points}, districts {built} of {target}.")
PLAYER_SHOWN = N_("This round: {characters}.")
PLAYER_NOTE = N_("Your note: {note}")
LOG = N_("What happened (escape closes)")

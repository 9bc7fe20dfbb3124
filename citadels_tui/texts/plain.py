"""Words of the plain mode."""

from __future__ import annotations

from dataclasses import dataclass

from citadels_tui.texts import N_


@dataclass(frozen=True, slots=True)
class Command:
    """A word that can be typed beside numbers."""

    word: str
    """Translated; the English one is understood, too."""
    usage: str
    """The word with what may follow it."""
    about: str


COMMANDS = {
    "help": Command(N_("help"), N_("help"), N_("this page")),
    "list": Command(N_("list"), N_("list"), N_("the open question once more")),
    "look": Command(N_("look"), N_("look"), N_("the table: round, players, cities")),
    "hand": Command(N_("hand"), N_("hand"), N_("your gold, your characters and the cards in your hand")),
    "who": Command(N_("who"), N_("who"), N_("who may be who, as far as you can know")),
    "log": Command(N_("log"), N_("log [LINES]"), N_("what has happened; 20 lines unless you give a number")),
    "card": Command(N_("card"), N_("card NAME"), N_("the full text of a card, a character or a player")),
    "hint": Command(N_("hint"), N_("hint"), N_("in a game of your own: what a bot would do in your place, and why")),
    "undo": Command(N_("undo"), N_("undo"), N_("take back the last move of your turn, where nothing was shown")),
    "say": Command(N_("say"), N_("say TEXT"), N_("say something to the table")),
    "rest": Command(N_("rest"), N_("rest"), N_("let the game rest, or go on")),
    "vote": Command(N_("vote"), N_("vote"), N_("vote to end the game, or take the vote back")),
    "start": Command(N_("start"), N_("start"), N_("in the lobby: start the game")),
    "bot": Command(N_("bot"), N_("bot [LEVEL]"), N_("in the lobby: seat a bot")),
    "remove": Command(N_("remove"), N_("remove"), N_("in the lobby: remove the last bot")),
    "seats": Command(N_("seats"), N_("seats NUMBER"), N_("in the lobby: so many seats")),
    "verify": Command(N_("verify"), N_("verify"), N_("after the game: what the check of the deal has shown")),
    "again": Command(N_("again"), N_("again"), N_("after the game: the same game once more")),
    "quit": Command(N_("quit"), N_("quit"), N_("leave; the game is kept")),
}
"""Id of a command -> its words."""
USAGE = N_("{usage}: {about}")
COMMANDS_TITLE = N_("Type a number and press enter to choose. Beside numbers there are these words:")

HINT = N_("Type a number and press enter. The word help lists everything else.")
ASKED = N_("{who}: {question}")
"""A question, and before it the name of whoever has to answer."""
OPTION = N_("{number}. {label}")
OPTION_FACTS = N_("{number}. {label}: {facts}")
NO_OPTION = N_("- {label}")
NO_OPTION_FACTS = N_("- {label}: {facts}")
"""What cannot be chosen now, and why."""
ACTION = N_("action card")
"""Before the name of an action card, where districts have type and cost."""
OPENS = N_("{label} ...")
HAND = N_("{hand} {cards}")
GOLD = (N_("You have {amount} gold."), N_("You have {amount} gold."))
INVITE = N_("Others join with this line:")
SEAT = N_("p{number} {who}")
SEAT_NOW = N_("p{number} {who}: {marks}")
HOLDER = N_("{rank} {character}: {who}")
NOT_A_NUMBER = N_("There is no {number}. Type a number up to {last}, or help.")
NO_QUESTION = N_("Nothing is asked of you now.")
NO_COMMAND = N_("There is no command {word}. The word help lists them all.")
NO_CARD = N_("There is no card called {name} here.")
WHICH_CARD = N_("There are several: {cards}")
CARD_USAGE = N_("Say which card, as in: card Bishop")
SAY_USAGE = N_("Say what, as in: say hello")
SEATS_USAGE = N_("Say how many seats, from {low} to {high}, as in: seats 4")
NOT_NOW = N_("That is not possible now.")
NOT_OVER = N_("The game is not over yet.")
GAME_OVER = N_("The words verify, again, log and quit go on from here.")

EARLIER = (N_("{amount} earlier line is in the log."), N_("{amount} earlier lines are in the log."))
DUMB = N_("This terminal cannot draw (TERM is dumb): the game is played line by line.")
INPUT_ENDED = N_("The input has ended; {way_back}.")
INTERRUPTED = N_("Interrupted; {way_back}.")
TOLD_TO_END = N_("Told to end; {way_back}.")
NOT_READ = N_("Nobody reads the output any more; {way_back}.")
LEFT = N_("You have left; {way_back}.")
KEPT_GAME = N_("the game is kept, and citadels play --resume goes on with it")
KEPT_TABLE = N_("the table is kept, and citadels host --resume brings it back")

CURTAIN_KEY = N_("Press enter, {who}.")
CURTAIN_FIRST = N_("The screen is for {who} now: press enter first.")

"""Words of the plain mode."""

from __future__ import annotations

from dataclasses import dataclass

from citadels_tui.texts import N_


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """A word that can be typed beside numbers."""

    word: str
    """Translated; the English one is understood, too."""
    usage: str
    """The word with what may follow it."""
    about: str
    key: str = ""
    """A letter for it: that of the screen, where it has one there."""


COMMANDS = {
    "help": TypedCommand(N_("help"), N_("help"), N_("this page"), "?"),
    "list": TypedCommand(N_("list"), N_("list"), N_("the open question once more")),
    "back": TypedCommand(
        N_("back"), N_("back"), N_("out of a list of answers, like 0; an answer can be typed in words, too")
    ),
    "look": TypedCommand(N_("look"), N_("look"), N_("the table: round, players, cities")),
    "hand": TypedCommand(N_("hand"), N_("hand"), N_("your gold, your characters and the cards in your hand")),
    "who": TypedCommand(N_("who"), N_("who"), N_("who may be who, as far as you can know"), "w"),
    "log": TypedCommand(N_("log"), N_("log [LINES]"), N_("what has happened; 20 lines unless you give a number"), "l"),
    "card": TypedCommand(N_("card"), N_("card NAME"), N_("the full text of a card, a character or a player"), "i"),
    "hint": TypedCommand(N_("hint"), N_("hint"), N_("in a game of your own: what a bot would do, and why"), "h"),
    "undo": TypedCommand(
        N_("undo"), N_("undo"), N_("take back the last move of your turn, where nothing was shown"), "u"
    ),
    "reset": TypedCommand(
        N_("reset"), N_("reset"), N_("take back all moves of your turn since something hidden was shown")
    ),
    "redo": TypedCommand(N_("redo"), N_("redo"), N_("make the move again that was taken back last")),
    "skip": TypedCommand(N_("skip"), N_("skip"), N_("in the guided game: end the lesson, and play on")),
    "say": TypedCommand(N_("say"), N_("say TEXT"), N_("say something to the table"), "s"),
    "mute": TypedCommand(N_("mute"), N_("mute NAME"), N_("hide what somebody says, or hear them again")),
    "admit": TypedCommand(N_("admit"), N_("admit"), N_("let somebody sit down who needs your yes")),
    "remind": TypedCommand(N_("remind"), N_("remind"), N_("remind the player who is asked that you are waiting")),
    "pause": TypedCommand(N_("pause"), N_("pause"), N_("pause the game, or go on")),
    "vote": TypedCommand(N_("vote"), N_("vote"), N_("vote to end the game, or take the vote back")),
    "start": TypedCommand(N_("start"), N_("start"), N_("in the lobby: start the game")),
    "bot": TypedCommand(N_("bot"), N_("bot [LEVEL]"), N_("in the lobby: seat a bot")),
    "remove": TypedCommand(N_("remove"), N_("remove"), N_("in the lobby: remove the last bot")),
    "ready": TypedCommand(N_("ready"), N_("ready"), N_("in the lobby: you are ready for the start, or not yet")),
    "seats": TypedCommand(N_("seats"), N_("seats NUMBER"), N_("in the lobby: set the number of seats")),
    "result": TypedCommand(
        N_("result"), N_("result"), N_("after the game: who has won, how, and who did what to whom")
    ),
    "why": TypedCommand(N_("why"), N_("why"), N_("after the game: why you won or lost, in five lines"), "y"),
    "tell": TypedCommand(N_("tell"), N_("tell"), N_("after the game: the game in four sentences, to paste"), "t"),
    "verify": TypedCommand(N_("verify"), N_("verify"), N_("after the game: what the check of the deal has shown"), "v"),
    "again": TypedCommand(N_("again"), N_("again"), N_("after the game: the same game once more"), "a"),
    "quit": TypedCommand(N_("quit"), N_("quit"), N_("leave; the game is kept"), "q"),
}
"""Id of a command -> its words."""
REPLAY = {
    "help": TypedCommand(N_("help"), N_("help"), N_("this page"), "?"),
    "next": TypedCommand(
        N_("next"), N_("next [MOVES]"), N_("the next move, or that many at once; enter alone does the same"), "n"
    ),
    "back": TypedCommand(N_("back"), N_("back [MOVES]"), N_("the move before, or that many back"), "b"),
    "round": TypedCommand(
        N_("round"), N_("round [NUMBER]"), N_("the beginning of the next round, or of that one"), "r"
    ),
    "eyes": TypedCommand(
        N_("eyes"), N_("eyes [PLAYER]"), N_("as a player saw it; without a name all hands are open"), "v"
    ),
    "why": TypedCommand(N_("why"), N_("why"), N_("what the bot that made this move weighed"), "y"),
    "play": TypedCommand(
        N_("play"), N_("play [LEVEL]"), N_("play on from here yourself, for practice; LEVEL: against such bots"), "p"
    ),
    "look": TypedCommand(N_("look"), N_("look"), N_("the table as it was: round, players, cities")),
    "hand": TypedCommand(
        N_("hand"), N_("hand"), N_("the hand of the player whose eyes these are; all hands when all are open")
    ),
    "who": TypedCommand(N_("who"), N_("who"), N_("who was who, as far as those eyes could know"), "w"),
    "log": TypedCommand(N_("log"), N_("log [LINES]"), N_("what had happened; 20 lines unless you give a number"), "l"),
    "card": TypedCommand(N_("card"), N_("card NAME"), N_("the full text of a card, a character or a player"), "i"),
    "result": TypedCommand(N_("result"), N_("result"), N_("who has won, how, and who did what to whom")),
    "verify": TypedCommand(N_("verify"), N_("verify"), N_("what checking the file has shown")),
    "quit": TypedCommand(N_("quit"), N_("quit"), N_("leave"), "q"),
}
"""Used for a game that is looked at again, in which a number alone is the number of a move."""
LIST_COMMANDS = {
    "help": COMMANDS["help"],
    "list": TypedCommand(N_("list"), N_("list"), N_("the tables once more")),
    "sit": TypedCommand(
        N_("sit"), N_("sit NUMBER"), N_("sit down at a table, or go back to it; the number alone is enough")
    ),
    "play": TypedCommand(N_("play"), N_("play"), N_("play at once: take a seat, or open a table that bots fill"), "p"),
    "watch": TypedCommand(N_("watch"), N_("watch NUMBER"), N_("watch a table without a seat"), "w"),
    "new": TypedCommand(
        N_("new"),
        N_("new [SEATS [EDITION]] [--OPTION VALUE]"),
        N_("open a table of your own, with the options of citadels host"),
        "o",
    ),
    "say": TypedCommand(N_("say"), N_("say TEXT"), N_("say something to everybody who looks at the list"), "c"),
    "mute": COMMANDS["mute"],
    "quit": TypedCommand(N_("quit"), N_("quit"), N_("leave the list"), "q"),
}
"""Used where the tables of a host are listed."""
LIST_TITLE = N_("A number and enter take you to that table. You can also type these words:")
NUMBERED = N_("{number}. {table}")
NO_TABLES = N_("There is no table yet. The word new opens one, and play one that bots fill.")
SIT_USAGE = N_("Say which table, as in: sit 1")
OPEN_USAGE = N_("Say how many seats, and which edition, as in: new 4 {edition}")
QUOTE = N_("There is a quote that does not end.")
GONE = N_("The table is gone: {title}")
MUTED = N_("What {name} says is hidden from now on.")
UNMUTED = N_("You hear {name} again.")
MUTE_USAGE = N_("Say whom, as in: mute Eve. These can be muted: {names}")
USAGE = N_("{usage}: {about}")
USAGE_KEY = N_("{usage}, or {key}: {about}")
COMMANDS_TITLE = N_("Type a number and press enter to choose. Besides numbers you can type these words:")
REPLAY_TITLE = N_(
    "Press enter for the next move, or type the number of a move. Besides numbers you can type these words:"
)
REPRINT = N_("When news comes while you type, what you have begun is kept; on most terminals ctrl+r shows it again.")

HINT = N_("Type a number and press enter; enter alone takes the line that is named last. The word help lists the rest.")
ASKED = N_("{who}: {question}")
"""A question, and before it the name of the player who has to answer."""
OPTION = N_("{number}. {label}")
OPTION_FACTS = N_("{number}. {label}: {facts}")
NOW = N_("{effect} Now: {facts}")
"""A character to choose: its power, and its worth to the player now."""
NO_OPTION = N_("- {label}")
NO_OPTION_FACTS = N_("- {label}: {facts}")
"""A choice that cannot be made now, and the reason."""
ENTER = N_("Enter alone: {number}. {label}")
"""The meaning of an empty line, below the numbers."""
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
ONE_OF = N_("Type a number up to {last}, or quit.")
"""Before a table, where the other words mean nothing."""
NO_QUESTION = N_("Nothing is asked of you now.")
NO_COMMAND = N_("There is no command {word}. The word help lists them all.")
NO_CARD = N_("There is no card called {name} here.")
WHICH_CARD = N_("There are several: {cards}")
CARD_USAGE = N_("Say which card, as in: card Bishop")
SAY_USAGE = N_("Say what, as in: say hello")
SEATS_USAGE = N_("Say how many seats, from {low} to {high}, as in: seats 4")
NOT_NOW = N_("That is not possible now.")
NOT_OVER = N_("The game is not over yet.")
OVER = N_("The game is over: numbers do nothing now. The word help lists what does.")
GAME_OVER = N_("The words why, tell, verify, again, log and quit go on from here.")
DEAL_ASKED = N_("The word again takes part, and quit leaves.")
GAME_STOPPED = N_("The words again, log and quit go on from here.")
NEWCOMER = N_("Have you never played Citadels? {command} learn --plain shows you, in a game of three rounds.")
SKIPPED = N_("The lesson is over, and the game goes on as a real one. The words hint and help are there for you.")

NO_SCORE = (N_("{who} has {amount} point."), N_("{who} has {amount} points."))
SCORE = (N_("{who} has {amount} point: {sources}"), N_("{who} has {amount} points: {sources}"))
SOURCE = N_("{source} {amount}")
"""One of the sources of a player's points, or a player with the points of a round."""
ROUND_POINTS = N_("Round {round}: {players}")
HELD = N_("{who} holds {cards}")
HELD_BY = N_("{who}, {characters}, holds {cards}")
ROUND_BEFORE = N_("In the round before: {characters}")
HAD = N_("{rank} {character} {who}")
UNKNOWN = N_("unknown")
ROUND_HELD = N_("Round {round}: {players}")
HAD_IN = N_("{who} ({characters})")
"""A player with the characters that they had in a round."""
CERTAIN = N_("{who}: certainly {certain}")
MAYBE = N_("{who}: possibly {maybe}, and no other")
CERTAIN_AND_MAYBE = N_("{who}: certainly {certain}, possibly {maybe}, and no other")
NOT_CHOSEN = N_("not chosen yet")
"""A character that may still go round, or lie aside."""

REPLAY_HINT = N_(
    "Press enter for the next move, or type round 3 or the number of a move. The word help lists the rest."
)
REPLAYED = N_("{edition}, {players}: {rounds} rounds, {moves} moves.")
MOVE_AT = N_("Move {move} of {moves}, round {round}:")
NOTHING_TOLD = N_("Nothing to tell.")
PLAYED_ON = N_("Back at the replay.")
LAST_MOVE = N_("That was the last move. The word result tells how it ended.")
FIRST_MOVE = N_("That is the first move.")
NO_MOVE = N_("There is no move {move}: the game has {moves}.")
NO_ROUND = N_("There is no round {round}: the game has {rounds}.")
NO_PLAYER = N_("There is nobody called {name} in this game.")
EYES_OF = N_("From here on as {who} saw it.")
EYES_OPEN = N_("From here on with all hands open.")
NO_LEVEL = N_("There are no bots called {level}. Choose from {levels}")
NO_END = N_("The record ends before the game does.")

EARLIER = (N_("{amount} earlier line is in the log."), N_("{amount} earlier lines are in the log."))
DUMB = N_("This terminal cannot draw (TERM is dumb): the game is played line by line.")
INPUT_ENDED = N_("The input has ended; {way_back}.")
INTERRUPTED = N_("Interrupted; {way_back}.")
TOLD_TO_END = N_("Told to end; {way_back}.")
NOT_READ = N_("Nobody reads the output any more; {way_back}.")
LEFT = N_("You have left; {way_back}.")
GO_ON = N_("A game was left. {choices}")
CHOICE = N_("{label} ({about})")

CURTAIN_KEY = N_("Press enter, {who}.")
CURTAIN_FIRST = N_("The screen is for {who} now: press enter first.")

"""Words of the lobby, the table's own notices, questions before leaving, and the result."""

from __future__ import annotations

from citadels_tui.texts import N_

NOT_BY_PLAYER = {
    "absent": N_("{who} is away; a bot answers"),
    "timeout": N_("{who} took too long; a bot answers until {who} is there again"),
}
"""Said before what a bot did in a player's place, by cause."""
NOT_BY_YOU = {
    "absent": N_("You were away: a bot has answered for you"),
    "timeout": N_("You took too long: a bot answers for you until you press a key"),
}
"""Used when it was your place."""
WOKE = N_("{who} is there again")
WELCOME_BACK = (
    N_("Welcome back: {amount} decision was made for you."),
    N_("Welcome back: {amount} decisions were made for you."),
)
YOU_SLEEP = N_("Your time was up: a bot answers for you. Press any key to play on.")
AWAITED_ASLEEP = N_("(asleep: a bot answers)")
AWAITED_ALL_ASLEEP = N_("(asleep: a bot answers when the time is up)")
NEW_OWNER = N_("{who} runs the table now")
YOU_OWN = N_("You run the table now.")
STANDS_IN = N_("{who} stands in for the owner")
YOU_STAND_IN = N_(
    "You stand in for the owner until they are back: you can start, pause, and let a bot play for somebody who is away."
)
SAT_DOWN = N_("{who} sits down")
SEAT_LEFT = N_("{who} has left")
TAKEN_BACK = N_("Taken back: {what}")
"""Said of a move, in the words in which it was told."""
NO_UNDO = {
    "turn": N_("Only moves of your own turn can be taken back."),
    "nothing": N_("You have made no move in this turn that could be taken back."),
    "asked": N_("This cannot be taken back: somebody else has been asked since."),
    "random": N_("This cannot be taken back: chance has decided something since."),
    "hidden": N_("This cannot be taken back: it has shown somebody what was hidden."),
    "limit": N_("No more can be taken back in this turn."),
}
"""Why the last move cannot be taken back, by the engine's code."""
NO_REDO = N_("Nothing was taken back that could be done again.")
NO_UNDO_SOMEHOW = N_("This cannot be taken back.")
ENDS_ITSELF = N_("Nothing is left to do: your turn ends by itself.")
ENDS_UNLESS = N_("Nothing is left to do: your turn ends by itself. u takes your last move back.")
DONE_ITSELF = N_("There is only one choice: it is made for you.")
AWAITED_AWAY = N_("(away: a bot will answer soon)")
AWAITED_LONG = N_("(away: the game waits)")
CAME_BACK = N_("{who} is back")
WENT_AWAY = N_("{who} is away")

LINK_BACK = N_("The connection is back.")
LINKS = {"stale": N_("host is silent"), "reconnecting": N_("reconnecting...")}
"""Words of the status line about the connection."""
WAITS = {
    "busy": N_("The host is busy: trying again ..."),
    "owner_asked": N_("The table's owner is asked whether you may sit down: waiting ..."),
}
"""Reasons to try a host again, by code."""
KNOCKS = N_(
    "{name} would like a bot's seat, from an address that has or had a seat here: A, or the word admit, lets them in"
)
LET_IN = (N_("{name}: let them sit down"), N_("though their address has or had a seat"))
LINK_WAITS = N_("Waiting for it to come back.")
SENT = N_("Your choice is on its way.")
ON_ITS_WAY = N_("Your choice is still on its way: choose again when you are asked.")
TOO_SOON = N_("That came before you could read what is asked: choose again.")
LINK_LATER = N_("Your choice is sent as soon as the host is back.")
RESTS = N_("the game is paused")
HELD = N_("The game is paused.")
HELD_YOURS = N_("The game is paused. T, then p, lets it go on.")
HELD_OWNER = N_("The game is paused until {who} lets it go on.")
GOES_ON = N_("The game goes on.")
VOTED = N_("{who} would like to end the game ({votes} of {needed} votes)")
UNVOTED = N_("{who} would like to go on after all ({votes} of {needed} votes to end)")
RESTARTED_ALONE = N_("The game goes on where it was left.")
RESTARTED = N_("The host was started again; nothing was lost.")
STOPPED = {
    "voted": N_("The players have ended the game."),
    "undealt": N_("The cards were not dealt: the host had not got everybody's share of the seed in time."),
}
UNDEALT = N_("The cards were not dealt: the share of the seed of {players} was missing.")
STOPPED_SOMEHOW = N_("The game ended early.")
SEAT_CHANGED = {
    "bot": N_("{other} plays for {who} from now on"),
    "open": N_("{other} plays for {who} until somebody takes the seat"),
    "banned": N_("{who} had to leave the table; {other} plays on"),
    "away": N_("{who} is gone: {other} plays until {who} is back"),
    "taken": N_("{other} takes the seat of {who}"),
}
"""Changes of a seat: ``who`` sat there, ``other`` does now."""
YOUR_SEAT_CHANGED = {
    "bot": N_("Your seat was given away: {other} plays for you from now on, and you watch"),
    "open": N_("Your seat was opened: {other} plays for you until somebody takes it, and you watch"),
    "banned": N_("You had to leave the table; {other} plays on"),
    "away": N_("You were away: {other} plays for you until you are back"),
}
"""Used when it was yours."""

PEOPLE_TITLE = N_("The table")
PEOPLE_HINT = N_("up/down and enter, or the keys   escape: back to the game")
HOLD = (N_("Pause the game"), N_("clocks and bots stop"))
GO_ON = (N_("Let the game go on"), "")
VOTE = (N_("Vote to end the game"), N_("more than half of the people must want it"))
UNVOTE = (N_("Take my vote back"), "")
MUTED = N_("muted")
"""The mark of a player whose chat is left out."""
TO_BOT = (N_("Give the seat to a bot"), N_("for good"))
LEND_TO_BOT = (N_("Let a bot play"), N_("until they are back"))
TO_ANYBODY = (N_("Open the seat"), N_("a bot plays until somebody joins"))
TO_NOBODY = (N_("Remove from the table"), N_("a bot plays on; no way back"))
SURE_TO_BOT = N_("Give the seat of {name} to a bot? {name} cannot take it back.")
SURE_TO_LEND = N_("Let a bot play for {name} until they are back?")
SURE_TO_ANYBODY = N_("Open the seat of {name}? Whoever joins next takes it, with its cards.")
SURE_TO_NOBODY = N_("Remove {name} from this table for good?")
SURE_VOTE = N_("Vote to end this game? You can take the vote back.")
NOTE = (N_("Note on {name}"), N_("for yourself alone, kept under their key"))
NOTE_TITLE = N_("Your note on {name}")
NOTE_HINT = N_("Only you see it, here and by i, whenever you meet this player again.")
NOTE_FAILED = N_("The note could not be saved: {reason}")
PEOPLE_NOTHING = N_("There is nothing to decide here: nobody else is at this table.")

LOBBY_TITLE = N_("Before the game")
LOBBY_TITLED = N_("Before the game: {title}")
LOBBY_PLAYED = N_("The game has begun")
LOBBY_PLAYED_TITLED = N_("The game has begun: {title}")
LOBBY_DELAYED = N_("You see it from its beginning, {time} later.")
LOBBY_CATCHING_UP = N_("It is on its way to you.")
LOBBY_BOTS_IN = N_("Bots take the open seats in {time}: then the game begins.")
LOBBY_BOTS = N_("Bots take the open seats {time} after the first player has come: then the game begins.")
LOBBY_READY = (
    N_("The game begins when {amount} player is ready; so far {ready} of {people} are."),
    N_("The game begins when {amount} players are ready; so far {ready} of {people} are."),
)
SEAT_READY = N_("{who}, ready")
LOBBY_OWNER = N_("Start when every seat is taken.")
LOBBY_FULL = N_("Every seat is taken: you can start the game.")
LOBBY_GUEST = N_("Waiting for {who} to start the game.")
LOBBY_NOBODY = N_("Waiting for the host to start the game.")
INVITE = N_("Others join with this line (y copies it):")
NO_INVITE = N_("This table has no invitation to show.")
ENTRANCES = N_("Others join with one of these lines (y copies them):")
ENTRANCE = N_("Others join with this line (y copies it):")
MORE_ENTRANCES = N_("Without a client of their own others join with:")
TABLE_NAME = N_("Others reach this table by its name, put behind their ssh command or the page's address:")
ONLY_HERE = N_(
    "That works only on the host's own machine: it is in no network, or the host listens to that machine only."
)
MARKED_COPIED = (
    N_("{amount} character copied, if this terminal allows it."),
    N_("{amount} characters copied, if this terminal allows it."),
)
COPIED = N_("The invitation is on the clipboard, if this terminal allows it.")
FINGERPRINT = N_("This host's key, as words:")
SEAT_YOU = N_("{name} (you)")
SEAT_OWNER = N_("{name} (opened the table)")
SEAT_BOT = N_("{name} (bot, {level})")
SEAT_OPEN = N_("open")
SEAT_AWAY = N_("{name} (away)")
SEAT_VIA = {"ssh": N_("{who}, by SSH"), "web": N_("{who}, in a browser")}
KEYS_HELD = N_("Whoever runs this host has the keys of those who play by SSH or in a browser.")
KEYS_HELD_OF = (
    N_("Whoever runs this host has the key of {players}, who plays by SSH or in a browser."),
    N_("Whoever runs this host has the keys of the {amount} who play by SSH or in a browser: {players}."),
)
LOBBY_CLOCK = N_("For each decision {time}, and {reserve} more in the whole game.")
LOBBY_CLOCK_ALONE = N_("For each decision {time}.")
LOBBY_CORRESPONDENCE = N_("Players come and go: no bot answers for them before their time is up.")
LOBBY_LATE = N_("Spectators see what happens {time} later.")
LOBBY_NO_CLOCK = N_("A decision may take as long as anybody likes.")
SETUP = N_("{players} players   {characters}")
SPECTATORS = (N_("{amount} spectator"), N_("{amount} spectators"))
NO_BOT = N_("There is no bot to remove.")

LEAVE_UNPLAYED = N_("Leave this game? Nobody has made a move yet, so it is not kept.")
LEAVE_UNKEPT = N_("Leave this game? It is not kept here.")
LEAVE_GAME = N_("Leave this game? It is kept: the home screen resumes it.")
LEAVE_PRACTICE = N_("Leave this game? It was for practice, and is not kept. The replay is where it was.")
LEAVE_HOSTED = N_("Leave this table? It closes for everybody, and is kept: the home screen opens it again.")
LEAVE_AWAITED = N_("Leave this table? It closes for everybody, and others are still here: nobody can play again at it.")
LEAVE_OTHERS = N_("Leave this game? Bots answer for you until you join again.")
LEAVE_CORRESPONDENCE = N_("Leave this game? It waits for you: no bot answers before your time is up.")
LEAVE_WATCHING = N_("Stop watching this game? It goes on without you.")
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
STOPPED_KEY = N_("Press a to play again, or q to leave.")
CLOSED_HINT = N_("Press q to leave.")

TRUST_TITLE = N_("An unknown host")
TRUST = N_(
    "You have not been at {address} before. Its key, as words:\n\n    {words}\n\n"
    "Compare them with what the host shows. Join only if they are the same."
)
TRUST_YES = N_("They are the same: join")
TRUST_NO = N_("Do not join")

DEAL_TITLE = N_("The next deal")
DEAL_REFUSED = N_(
    "{deals} deals in a row were refused; in the last one the share of {players} was missing. Whoever sees all other "
    "shares before giving one can refuse the cards that would be dealt.\n\nTake part in one more deal?"
)
DEAL_UNASKED = N_("Another game begins at this table, and you have not asked for one.\n\nTake part in it?")

RESULT_TITLE = (N_("The game is over, after {amount} round"), N_("The game is over, after {amount} rounds"))
ATTESTED = N_("{who} has signed the end of the game.")
ALL_ATTESTED = N_("{players} have signed the same end of the game.")
CHECKING = N_("Checking the deal and every move...")
LEAVE_TITLE = N_("Leave the table")
SURE_TITLE = N_("Are you sure?")
"""Over the question before a move that is hardly ever meant."""
PROOF = N_("The whole game is kept; this checks it again:\n{command} verify {path}")
WON = N_("{who} has won with {amount} points.")
YOU_WON = N_("You have won with {amount} points!")
SHARED = N_("{players} share the victory with {amount} points.")
TOTAL = N_("total")
TIE_BREAK = {
    "rank": N_("Equal points: the highest character revealed in the last round decides."),
    "districts": N_("Equal points: the points of the districts alone decide, and then the gold."),
}
AGAIN = N_("a: play again with the same people")
AGAIN_ALONE = N_("a: play again")
WISHES = N_("{players} would like to play again.")
WISHES_AWAITED = N_("It begins when {players} would like to, too.")
START_AGAIN = N_("g: start now, with everybody who is there")
START_WITH_THE_WILLING = N_("g: start now; whoever has not said so watches")
ANOTHER_GAME = N_("Another game begins.")
RESULT_KEY = N_("Press r for the result, or q to leave.")
SOURCES: dict[str, str] = {
    "districts": N_("districts"),
    "types": N_("all five types"),
    "first": N_("first to complete"),
    "complete": N_("complete city"),
    "unplayed": N_("unplayed cards"),
}
"""Where points come from; every other source is a card."""
UNPLAYED = "unplayed"
"""The source of all action cards in a hand."""

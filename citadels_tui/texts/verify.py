"""Words of `citadels verify`: a log that was checked, and a record that was played again."""

from __future__ import annotations

from citadels_tui.texts import N_

GAME, HOST, LOG, RESTARTS = N_("Game"), N_("Host"), N_("Log"), N_("Restarts")
SEED, END, FAULT, RECORD = N_("Seed"), N_("End"), N_("Fault"), N_("Record")
CLOCK, PROGRAM = N_("Clock"), N_("Version")
HEADS = (GAME, HOST, PROGRAM, LOG, RESTARTS, CLOCK, SEED, END, FAULT, RECORD)
"""Heads of the lines."""

CHECKING = N_("Checking the entries")
CHECKING_BOTS = N_("Letting the bots play again")
GAME_OF = N_("{game}, {edition}, {players} players")
UNKNOWN = N_("unknown")
ENTRIES = (N_("{amount} entry: {words}"), N_("{amount} entries: {words}"))
KEY_OF = N_("key of {who}: {words}")
KEY_HELD = N_("key of {who}, which the host has, too: {words}")
UNSIGNED = N_("{key} (did not sign the end)")
"""The key of somebody whose seat another has in the end."""

MADE = {
    "given": N_("{moves} of another game"),
    "player": N_("{moves} signed"),
    "bot": N_("{moves} by a bot"),
    "absent": N_("{moves} for an absent player"),
    "timeout": N_("{moves} when time was up"),
    "asleep": N_("{moves} while asleep"),
}
"""Moves in a seat, by their cause."""
SEAT = N_("{who}: {facts}")
POINTS = (N_("{amount} point"), N_("{amount} points"))
MOVES = N_("moves: {moves}")
NO_MOVES = N_("moves: none")
SIGNED = {True: N_("signed the end: yes"), False: N_("signed the end: no")}
THEN = N_("{before}, then {after}")
"""People who have had a seat one after the other."""
BOT = N_("{who} (bot {level})")
BY_VIA = {"ssh": N_("{who} (by SSH)"), "web": N_("{who} (in a browser)")}
"""Somebody who played through the host's machine."""
SAME_KEY = N_("{who} (the same key)")
OTHER_KEY = N_("{who} (another key)")

CLOCK_AND_ABSENCE = N_("{clock}; {away}")
TIMED = N_("{turn_time} for a decision, {reserve} on top of it once")
UNTIMED = N_("none")
"""The time for decisions."""
STANDS_IN = N_("a bot moves for a player after {absence} away")
WAITS = N_("the game waits for players who are away")

FIXED = N_("chosen by the host, for a game that is to be repeated")
ALONE = N_("the host's alone")
SHARED_WITHOUT = N_(
    "from the host and {names}; none of them could choose it without all the others (the host has the keys of {guests})"
)
KEYS_HELD = N_("the host's alone: it has the keys of {guests}, too")
SHARED = N_("from the host and {names}; none of them could choose it without all the others")
ENDS = {
    "finished": N_("played to its end"),
    "voted": N_("ended by vote"),
    "undealt": N_("never dealt"),
    "": N_("missing: the log is not complete"),
}
"""How a game ended, by the reason in its log."""
OWING = N_("never dealt: the host closed the log without a share of the seed from {names}")
WON = N_("{how}; {names} won")

TRUNCATED = N_("NOT VERIFIED. As far as it goes, nothing is wrong with it.")
CHANGED = N_("NOT VERIFIED. Anybody may have changed this file; ask another player for the same game's.")
OTHER_VERSION = N_("NOT VERIFIED. Check it with the version of the game that it was played with.")
SIGNED_BY_HOST = N_("NOT VERIFIED. The host has signed this log, and nobody else can have. Keep the file.")
"""Who is to answer for what was found."""

RECORDED = N_("{edition}, {players} players, {moves} moves")
SCORED = N_("{who}: {points}")
NOT_REACHED = N_("not reached")
LEGAL_SCORE = N_("Every move is legal, and the score is right. A record cannot show that the deal was fair.")

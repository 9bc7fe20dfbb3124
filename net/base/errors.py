"""Error codes: everything that can be refused at a table, each with a sentence for a person."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple

Retry = Literal["never", "now", "later"]
"""Whether the same thing may work again: no, at once (differently or as it is), or after a while."""


class Code(NamedTuple):
    """The meaning of one error code."""

    sentence: str
    """For the player; ``{detail}`` is filled with what the host or the client added."""
    retry: Retry


CODES: Mapping[str, Code] = {
    # The connection
    "unreachable": Code(
        "Nobody answers at {detail}: no host runs there now, or nothing leads there from here.", "later"
    ),
    "timeout": Code("The other side took too long to answer.", "later"),
    "tls": Code(
        "The other side ended the connection before it was secure: it is full now, or is not a host of this game.",
        "later",
    ),
    "no_tls": Code(
        "This machine does not allow TLS 1.3, which the game needs: see the configuration of OpenSSL ({detail}).",
        "never",
    ),
    "pin": Code("This is not the host you were invited to: its key is another one. Nothing was sent.", "never"),
    "unknown_host": Code("The host at {detail} is unknown, and was not confirmed. Nothing was sent.", "never"),
    "host_changed": Code(
        "The host's key is not the one remembered in {detail}. Somebody may be listening in. "
        "If you know that the host has a new key, delete that line and join again.",
        "never",
    ),
    "silent": Code("The host has been silent for some seconds.", "later"),
    "lost": Code("The connection to the host was lost.", "later"),
    "host_shutdown": Code("The host has closed the table.", "later"),
    "flooding": Code("The host sent far too many messages; the connection was cut.", "later"),
    "busy": Code("The host is busy; please try again in a moment.", "later"),
    "internal": Code("Something went wrong at the host. The game may have ended.", "later"),
    "left": Code("You have left the table.", "now"),
    "relay_absent": Code("The host is not connected to its relay now.", "later"),
    "relay_down": Code(
        "The relay at {detail} does not answer; the host keeps trying. Until it answers, clients must reach this "
        "machine directly.",
        "later",
    ),
    "relay_refused": Code("This relay serves certain hosts only. Give its owner this host's pin: {detail}", "later"),
    "relay_stranger": Code(
        "The relay led to somebody who is not the host you were invited to. Nothing was sent.", "later"
    ),
    "relay_version": Code("The relay runs another version of the game.", "later"),
    # Speaking the protocol
    "bad_frame": Code("What arrived was not a message of this game.", "never"),
    "bad_schema": Code("A message had the wrong form.", "never"),
    "proto_version": Code("You and the host run different versions of the game. {detail}", "never"),
    "rules_version": Code("You and the host have different card rules. {detail}", "never"),
    "rate_limited": Code("Too much at once; please wait a moment.", "later"),
    # Joining
    "auth": Code("The host could not verify who you are.", "never"),
    "table_unknown": Code("There is no such table at this host.", "never"),
    "table_left": Code("All players have left this table, and so it has ended.", "never"),
    "elsewhere": Code("This table has moved to another host.", "later"),
    "other_host": Code(
        "This table is now at another host, {detail}. Log in there as you did here: with the same key, you have the "
        "same seat.",
        "later",
    ),
    "table_full": Code("All seats of this table are taken.", "later"),
    "already_started": Code("The game has begun.", "never"),
    "owner_asked": Code(
        "Somebody at your address has or had a seat in this game: the table's owner is asked whether you may sit down.",
        "later",
    ),
    "next_game": Code(
        "Somebody at your address has or had a seat in this game, and the table's owner is not there to be asked: "
        "you can play in the next one.",
        "later",
    ),
    "banned": Code("The host does not want you at this table.", "never"),
    "superseded": Code("You have taken this seat over from another connection; this one has ended.", "never"),
    "invite_needed": Code("This table asks for an invitation.", "now"),
    "invite_bad": Code("The host does not know this invitation: perhaps its table has ended.", "never"),
    "invite_used": Code("This invitation is used up: all the seats that it was for are taken.", "never"),
    "invite_expired": Code("This invitation has expired. Ask for a new one.", "never"),
    "invite_revoked": Code("This invitation was revoked. Ask for a new one.", "never"),
    "invites_enough": Code("There are as many invitations as a table may have: revoke one first.", "now"),
    "name_bad": Code("This name cannot be used: {detail}", "now"),
    # In the lobby
    "not_owner": Code("Only the player who opened the table may do that.", "never"),
    "stand_in": Code("That is for the owner of the table alone: you only stand in until they are back.", "later"),
    "setup_bad": Code("This setup cannot be played: {detail}", "now"),
    "seat_bad": Code("That seat cannot be used for this.", "now"),
    "bot_bad": Code("This bot cannot be seated: {detail}", "now"),
    "option_fixed": Code("This can be chosen only when a table is opened: {detail}.", "never"),
    "no_share": Code("The game could not be dealt: your client did not give its share of the seed in time.", "now"),
    "seats_open": Code("Every seat must be taken before the start: add bots or play with fewer seats.", "now"),
    "player_away": Code(
        "The connection of {detail} was lost a moment ago: wait for them, or let them go before the start.", "later"
    ),
    "table_choice": Code("This host has several tables, or none you can see: choose one.", "now"),
    "tables_enough": Code("You have opened as many tables as one player may; let one of them end first.", "later"),
    "tables_soon": Code("You opened a table a moment ago; you can open the next one in {detail} s.", "later"),
    "full": Code("The host has as many tables as it can take: sit down at one of them, or try again later.", "later"),
    "table_evicted": Code(
        "The host was full, and this table made room for one that was opened from elsewhere.", "later"
    ),
    "title_bad": Code("This title cannot be used: {detail}", "now"),
    "not_started": Code("The game has not begun.", "later"),
    "chat_bad": Code("This message cannot be sent: {detail}", "now"),
    "nudge_early": Code("Nobody needs reminding now.", "later"),
    "spectator": Code("Spectators only watch.", "never"),
    # At play
    "bad_signature": Code("A signature is wrong.", "never"),
    "on_hold": Code("The game is paused; the player who opened the table can let it go on.", "later"),
    "not_your_turn": Code("It is not your decision.", "later"),
    "illegal": Code("This move is not possible now.", "now"),
    "no_hints": Code("There are no hints at a table with other people.", "never"),
    "undo_refused": Code("That cannot be taken back: {detail}.", "now"),
    "stale_decision": Code("That question has been answered already.", "now"),
    "game_over": Code("The game is over.", "never"),
    "not_over": Code("The game is not over yet.", "later"),
    # Evidence against the host
    "fork": Code("The host's log does not fit together ({detail}). The game cannot be trusted any more.", "never"),
    "bad_envelope": Code(
        "A hidden card sent to you does not match what the host committed to ({detail}). "
        "The game cannot be trusted any more.",
        "never",
    ),
    "false_timeout": Code(
        "The host moved for somebody as if their time were up, and it was not ({detail}). The game cannot be trusted "
        "any more.",
        "never",
    ),
    "false_absence": Code(
        "The host moved for you as if you were away, and you were here all the time ({detail}). "
        "The game cannot be trusted any more.",
        "never",
    ),
    "false_undealt": Code(
        "The host gave up the deal as if a share of the seed were missing for too long, and there was time left "
        "({detail}). The game cannot be trusted any more.",
        "never",
    ),
    "proof": Code("The log of a game cannot be read or saved: {detail}", "never"),
    # Invitations
    "invite_unreadable": Code("This is not an address or an invitation: {detail}", "now"),
    "invite_mistyped": Code("There is a typing error in this invitation: its checksum is wrong.", "now"),
    "invite_version": Code(
        "This invitation is from another version of the game. Please install the same, or ask for a new one.",
        "never",
    ),
    # This machine
    "key_file": Code("The key file cannot be used: {detail}", "never"),
    "journal": Code("The host's journal cannot be used, and no game goes on without it. {detail}", "later"),
    "disk_full": Code(
        "The host's disk is full, or its quota used up. Nothing is lost: the table waits, and goes on by itself when "
        "there is room.",
        "later",
    ),
    "database": Code(
        "The host's database does not answer. Nothing is lost: the table waits, and goes on by itself when it does.",
        "later",
    ),
    "damaged": Code("The host's disk has failed, and what was stored of this table is damaged: {detail}", "now"),
    "marks_lost": Code(
        "The file {detail} is missing or damaged, and is made anew. Damage to the games that were in "
        "progress would go unnoticed.",
        "never",
    ),
    "log_kept": Code("The log of that game, as far as it goes, is saved in {detail}.", "never"),
    "log_lost": Code("The log of that game could not be saved: {detail}", "never"),
    "journal_busy": Code("Another host is using the journal {detail}.", "later"),
    "journal_taken": Code("Another host is using the journal {detail}. With --journal you name another one.", "later"),
    "backup": Code("The backup cannot be made or used: {detail}", "never"),
    "later_version": Code("Update citadels: {detail}", "never"),
    "stored": Code("A stored table cannot be brought back, and stays as it is: {detail}", "never"),
    "nothing_kept": Code("There is no unfinished table to bring back.", "never"),
    "pin_list": Code("The list of hosts cannot be used: {detail}", "never"),
    "local_host": Code("The game could not be started on this machine: {detail}", "later"),
    "crashed": Code("Something went wrong in Citadels itself; {detail}", "never"),
}
"""Every code. Stable: a code keeps its meaning within every version of the protocol."""

UNKNOWN = Code("The host refused, for a reason this version does not know ({detail}).", "never")


class Sentence(str):
    """A sentence for a person that remembers how it was made, so that it can be said in another language."""

    text: str
    """With the names of its values in braces."""
    values: Mapping[str, str]

    def __new__(cls, text: str, **values: object) -> Sentence:
        """Fill a text with its values, each of which may be such a sentence."""
        kept = {name: value if isinstance(value, str) else str(value) for name, value in values.items()}
        filled = text
        for name, value in kept.items():
            filled = filled.replace(f"{{{name}}}", value)
        made = super().__new__(cls, filled.rstrip())
        made.text, made.values = text, kept
        return made


def sentence(code: str, detail: str = "") -> Sentence:
    """The sentence for the player."""
    found = CODES.get(code)
    if found is None:
        return Sentence(UNKNOWN.sentence, detail=code)
    return Sentence(found.sentence, detail=detail)


def retry_of(code: str) -> Retry:
    """Whether the same may work again."""
    return CODES.get(code, UNKNOWN).retry


def traced(error: BaseException) -> str:
    """The line for the log about a fault of our own: its type and place, but no message, which could hold a secret."""
    steps = traceback.extract_tb(error.__traceback__)
    return " <- ".join([type(error).__name__, *(f"{Path(s.filename).name}:{s.lineno}" for s in reversed(steps))])


class NetError(Exception):
    """Anything the table, the connection or the other side refuses; ``str(error)`` is one readable sentence."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(sentence(code, detail))
        self.code = code
        self.detail = detail

    @property
    def retry(self) -> Retry:
        """Whether the same may work again."""
        return retry_of(self.code)


class ProtocolError(NetError):
    """The other side broke the protocol: the connection has to end."""

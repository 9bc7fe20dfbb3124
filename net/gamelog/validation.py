"""Log validation: each entry in its place and signed by the right key, checked before any secret is opened.

A client's follower asks it of every entry as it comes; the verifier asks it again of the whole log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.event import Event
from net.base.errors import NetError
from net.gamelog.entries import (
    OPENED,
    ChangeEntry,
    CommitEntry,
    EndEntry,
    Entry,
    EventNote,
    GameEntry,
    HoldEntry,
    OpenEntry,
    PlayEntry,
    RestartEntry,
    RevealEntry,
    SeatEntry,
    VoteEntry,
    WakeEntry,
)
from net.identity.commitments import commit_parts, end_parts, game_seed, move_parts, seating, share_commitment
from net.identity.crypto import sound, verified


class Fault(NamedTuple):
    """A fault of an entry."""

    code: str
    """Stable; see `net.gamelog.verify`."""
    text: str
    """Goes on from "entry 7": for a person."""


_READ = frozenset({"draft", "menu"})
"""Kinds of questions that have time to be read when a player is asked for the first time: a character, a turn."""
_NOBODY = Fault("key", "gives a seat to neither a bot nor a key that is somebody's own")


def _is_somebody(who: SeatEntry) -> bool:
    """Whether a seat is a bot's, without a ``via``, or belongs to a key that nobody else can sign for."""
    return not (who.pub or who.via) if who.level else sound(who.pub)


def _follows(who: SeatEntry, before: SeatEntry) -> bool:
    """Whether somebody may sit in the next game where somebody else's way has led."""
    if who.pub or not before.pub:
        return (who.pub, who.level) == (before.pub, before.level)
    return True


class LogValidator:
    """Checks one log, entry by entry, and keeps what the next checks need."""

    def __init__(self) -> None:
        self.game: GameEntry | None = None
        self.seats: list[SeatEntry] = []
        """The players of all seats, as they are now."""
        self.epoch = 0
        self.held = False
        self.shares: dict[int, bytes] = {}
        """The players' shares of the seed, as far as they are revealed."""
        self.open_seats: set[int] = set()
        """Seats a bot plays until somebody takes them."""
        self.opened: set[int] = set()
        """Those of them that the owner has opened."""
        self.lent: dict[int, bytes] = {}
        """Seats a bot plays while the person with this key is away, who may have it back."""
        self.sat: dict[bytes, int] = {}
        """The seat of each person who has had one: nobody may know the cards of two."""
        self.acts: dict[bytes, dict[int, int]] = {}
        """For each identity its moves: request number -> entry."""
        self.given = 0
        """Moves of another game, from which this one goes on."""
        self.did = 0
        """The entry that asked the open question; 0 before the deal."""
        self.opening = False
        """Whether the moves are being opened: nothing happens any more."""
        self.attested: dict[int, bytes] = {}
        """The players' signatures of the final head, as far as they have come: by seat."""
        self.end: EndEntry | None = None
        self.votes: set[int] = set()
        """Seats of persons who want the game to end."""
        self.asleep: dict[int, int] = {}
        """Seats of persons whose time was up, and who were not heard of since, each with the first such entry: bots may
        answer for them at once."""
        self.reads = False
        """Whether the open question is the first of its kind for whoever sits there, so that it has time to be read."""
        self._question = -1, ""
        """The seat that is asked, and the kind of the question."""
        self._read: set[tuple[int, str]] = set()
        """Such questions that have been asked."""
        self._commitments: dict[int, bytes] = {}
        self._unopened: list[int] = []
        """Entries with a move that was not opened yet."""
        self.heads: list[bytes] = []
        """Head of the log after each entry."""

    @property
    def seq(self) -> int:
        """Entries so far."""
        return len(self.heads)

    @property
    def people(self) -> set[int]:
        """Seats of persons."""
        return {seat for seat, who in enumerate(self.seats) if who.pub}

    @property
    def uncommitted(self) -> set[int]:
        """Persons whose commitment has not come."""
        return set() if self.game is None or self.game.fixed else self.people - set(self._commitments)

    @property
    def missing(self) -> set[int]:
        """Persons whose commitment, or after all commitments whose share of the seed, has not come."""
        if self.game is None or self.game.fixed or self.did or self.end:
            return set()
        return self.uncommitted or self.people - set(self.shares)

    @property
    def seed(self) -> bytes:
        """The seed of a game that was dealt and has ended."""
        assert self.game
        assert self.end
        return self.end.secret if self.game.fixed else game_seed(self.game.game, self.end.secret, self.shares)

    def was_bot(self, seat: int) -> bool:
        """Whether a seat was a bot's when the game began."""
        return self.game is not None and not self.game.seats[seat].pub

    def was_taken(self, seat: int) -> bool:
        """Whether a person sits here who did not when the game began."""
        return self.game is not None and self.seats[seat].pub not in (b"", self.game.seats[seat].pub)

    def knows(self, seq: int, head: bytes) -> bool:
        """Whether this log had that head after entry ``seq``."""
        return 0 < seq <= self.seq and self.heads[seq - 1] == head

    def accept_entry(self, entry: Entry, head: bytes) -> None:
        """Check the next entry, and take note of it.

        Args:
            entry: As it was read.
            head: Head of the log after it.

        Raises:
            NetError: ``fork``, saying what is wrong with it.
        """
        fault = self.fault(entry)
        if fault:
            raise NetError("fork", f"entry {self.seq + 1} {fault.text}")
        self.note(entry, head)

    def skip(self, head: bytes) -> None:
        """Take note that there is an entry, but not of what it says."""
        self.heads.append(head)

    def note(self, entry: Entry, head: bytes) -> None:
        """Take note of an entry that has been checked, or is the host's own."""
        self.heads.append(head)
        match entry:
            case GameEntry():
                self.game, self.seats = entry, list(entry.seats)
                self.sat = {who.pub: seat for seat, who in enumerate(entry.seats) if who.pub}
                if entry.bots_yield:
                    self.open_seats = {seat for seat, who in enumerate(entry.seats) if not who.pub}
            case CommitEntry():
                self._commitments[entry.seat] = entry.commitment
            case RevealEntry():
                self.shares[entry.seat] = entry.share
            case PlayEntry():
                self.did = self.seq
                if entry.cause != "start":
                    self._unopened.append(self.seq)
                self.given += entry.cause == "given"
                self.happened(entry.events)
                if entry.signed:
                    self.acts.setdefault(self.seats[entry.seat].pub, {})[entry.signed.cid] = self.seq
                    self.asleep.pop(entry.seat, None)
                elif entry.cause == "timeout":
                    self.asleep.setdefault(entry.seat, self.seq)
            case RestartEntry():
                self.epoch = entry.epoch
            case HoldEntry():
                self.held = entry.on
            case VoteEntry():
                (self.votes.add if entry.end else self.votes.discard)(entry.seat)
            case WakeEntry():
                self.asleep.pop(entry.seat, None)
            case ChangeEntry():
                before, self.seats[entry.seat] = self.seats[entry.seat], entry.who
                self.lent.pop(entry.seat, None)
                if entry.reason == "away":
                    self.lent[entry.seat] = before.pub
                if entry.who.pub:
                    self.sat[entry.who.pub] = entry.seat
                    self._read -= {(entry.seat, kind) for kind in _READ}
                    if self._question[0] == entry.seat:
                        self._meet(self._question)
                self.votes.discard(entry.seat)
                self.asleep.pop(entry.seat, None)
                (self.opened.add if entry.reason == "open" else self.opened.discard)(entry.seat)
                (self.open_seats.add if self._is_free(entry) else self.open_seats.discard)(entry.seat)
            case OpenEntry():
                self.opening = True
                del self._unopened[: len(entry.moves)]
            case EndEntry():
                self.end = entry

    def happened(self, events: Sequence[EventNote | Event]) -> None:
        """Take note of the question that a move has led to; a host knows its events better than by an entry."""
        if not events:
            return
        question = next(((event.seat, event.note) for event in reversed(events) if event.kind == "ask"), (-1, ""))
        back = question[0] == self._question[0] and any(event.kind == "undo" for event in events)
        self._question = question
        if not (back and self.reads):
            self._meet(question)

    def _meet(self, question: tuple[int, str]) -> None:
        """Somebody is asked a question."""
        self.reads = question[1] in _READ and question not in self._read
        self._read.add(question)

    def _is_free(self, entry: ChangeEntry) -> bool:
        """Whether anybody may take a seat that has changed: it was opened, or a bot has its own back."""
        yields = self.game is not None and self.game.bots_yield and self.was_bot(entry.seat)
        return entry.reason == "open" or (entry.reason == "away" and yields)

    def next_fault(self, game: GameEntry) -> Fault | None:
        """The fault of the next game's beginning at the same table; None when there is none.

        Everybody sits where this game's seed has them sit; only bots may have taken the seats of people.
        """
        if not self.did:
            return None
        if game.fixed:
            return Fault("seed", "has a seed that the host chose, though another game came before")
        places = zip(game.seats, seating(self.seed, len(self.seats)), strict=False)
        right = len(game.seats) == len(self.seats) and all(_follows(who, self.seats[place]) for who, place in places)
        return None if right else Fault("seats", "seats people otherwise than the seed of the last game does")

    def attest(self, seat: int, sig: bytes) -> Fault | None:
        """Take note of a player's signature of the final head, unless something is wrong with it.

        It is no entry: signatures do not change the head.
        """
        if self.game is None or self.end is None:
            return Fault("attest", "is signed as the end, and is not the end")
        parts = end_parts(self.game.game, self.heads[-1])
        if seat not in self.people or not verified(self.seats[seat].pub, sig, "end", *parts):
            return Fault("attest", f"is the end, and what should be p{seat + 1}'s signature of it is not")
        self.attested[seat] = sig
        return None

    def fault(self, entry: Entry) -> Fault | None:
        """The fault of an entry, if it came next; None when there is none."""
        if isinstance(entry, GameEntry):
            if self.game:
                return Fault("order", "is a second beginning")
            return None if all(map(_is_somebody, entry.seats)) else _NOBODY
        if self.game is None:
            return Fault("order", "comes before the beginning")
        if self.end:
            return Fault("order", "comes after the end")
        if self.opening and not isinstance(entry, OpenEntry | EndEntry):
            return Fault("order", "comes after the moves were opened")
        if not self.did and isinstance(entry, HoldEntry | VoteEntry | WakeEntry | ChangeEntry):
            # The players who commit to their shares are there when the cards are dealt.
            return Fault("order", "comes before the deal")
        of_seat = CommitEntry | RevealEntry | VoteEntry | WakeEntry | ChangeEntry
        if isinstance(entry, of_seat) and entry.seat >= len(self.seats):
            return Fault("seat", "is of nobody")
        match entry:
            case CommitEntry():
                return self._commit_fault(entry)
            case RevealEntry():
                return self._reveal_fault(entry)
            case PlayEntry():
                return self._play_fault(entry)
            case RestartEntry():
                wrong = entry.epoch != self.epoch + 1
                return Fault("epoch", "counts the host's starts wrongly") if wrong else None
            case VoteEntry():
                return Fault("vote", "is a bot's vote") if entry.seat not in self.people else None
            case WakeEntry():
                return Fault("wake", "wakes somebody who is not asleep") if entry.seat not in self.asleep else None
            case ChangeEntry():
                return self._change_fault(entry)
            case OpenEntry():
                right = [opened.seq for opened in entry.moves] == self._unopened[:OPENED]
                return None if right else Fault("opening", "does not open the moves that come next")
            case EndEntry():
                return Fault("opening", "ends the log before every move is opened") if self._unopened else None
            case HoldEntry():
                return None

    def _change_fault(self, entry: ChangeEntry) -> Fault | None:
        if bool(entry.who.pub) != (entry.reason == "taken") or bool(entry.past) != (entry.reason == "taken"):
            return Fault("change", "gives a seat to nobody known")
        free = entry.seat in self.open_seats or self.lent.get(entry.seat) == entry.who.pub
        if entry.reason == "taken" and not free:
            return Fault("change", "gives away a seat that was not free")
        if entry.reason == "away" and entry.seat not in self.people:
            return Fault("change", "lets a bot stand in for a bot")
        if entry.who.pub and self.sat.get(entry.who.pub, entry.seat) != entry.seat:
            return Fault("change", "gives a second seat to somebody")
        return None if _is_somebody(entry.who) else _NOBODY

    def _commit_fault(self, entry: CommitEntry) -> Fault | None:
        assert self.game
        if self.game.fixed or self.did or self.shares or entry.seat in self._commitments:
            return Fault("order", "is a commitment out of its time")
        parts = commit_parts(self.heads[0], entry.seat, entry.commitment)
        if not verified(self.seats[entry.seat].pub, entry.sig, "commit", *parts):
            return Fault("commit", "is a commitment that its player did not sign")
        return None

    def _reveal_fault(self, entry: RevealEntry) -> Fault | None:
        assert self.game
        if self.game.fixed or self.did or self.uncommitted or entry.seat in self.shares:
            return Fault("order", "is a share of the seed out of its time")
        if share_commitment(self.game.game, entry.seat, entry.share) != self._commitments.get(entry.seat):
            return Fault("share", "is not the share of the seed that was committed to")
        return None

    def _play_fault(self, entry: PlayEntry) -> Fault | None:
        assert self.game
        if not self.did:
            if entry.cause != "start" or entry.seat != -1 or entry.signed:
                return Fault("order", "comes before the deal")
            if self.missing:
                return Fault("missing", "deals before every player's share of the seed is known")
            return None
        if entry.cause == "start":
            return Fault("order", "is a second deal")
        if any(event.kind == "undo" and (event.seat, "player") != (entry.seat, entry.cause) for event in entry.events):
            return Fault("undo", "takes back a move for its player")
        if not 0 <= entry.seat < len(self.seats):
            return Fault("seat", "is of nobody")
        if entry.cause == "given":
            return self._given_fault(entry)
        if (entry.cause == "bot") == bool(self.seats[entry.seat].pub):
            return Fault("mover", "is a bot's move in a player's seat, or the other way round")
        if entry.cause == "timeout" and not self.game.times.timed:
            return Fault("clock", "is a move for somebody whose time was up, in a game without a clock")
        if entry.cause == "absent" and not self.game.times.absence:
            return Fault("clock", "is a move for somebody who was away, in a game that waits for them")
        if entry.cause == "asleep" and entry.seat not in self.asleep:
            return Fault("clock", "is a move for somebody asleep whose time was not up, or who is there again")
        return self._signature_fault(entry)

    def _given_fault(self, entry: PlayEntry) -> Fault | None:
        assert self.game
        if not self.game.fixed or len(self._unopened) > self.given:
            return Fault("given", "is a move of another game, from which this one cannot go on")
        return Fault("mover", "has a player's signature and is not the player's move") if entry.signed else None

    def _signature_fault(self, entry: PlayEntry) -> Fault | None:
        signed = entry.signed
        if signed is None:
            return Fault("unsigned", "is a player's move that nobody signed") if entry.cause == "player" else None
        if entry.cause != "player":
            return Fault("mover", "has a player's signature and is not the player's move")
        pub = self.seats[entry.seat].pub
        if signed.did != self.did:
            return Fault("question", "answers another question")
        if signed.head not in self.heads[self.did - 1 :]:
            return Fault("history", "was signed in another history")
        if signed.cid <= max(self.acts.get(pub, ()), default=0):
            return Fault("repeated", "was signed for another time")
        parts = move_parts(signed.head, entry.seat, signed.did, signed.cid, signed.commitment)
        if not verified(pub, signed.sig, "move", *parts):
            return Fault("signature", "is a move that its player did not sign")
        return None

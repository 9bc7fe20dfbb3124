"""What must hold of a game's log before any secret is opened: each entry in its place, and signed by whose it is.

A client's follower asks it of every entry as it comes; the verifier asks it again of the whole log.
"""

from __future__ import annotations

from net.crypto import verified
from net.entries import (
    ChangeEntry,
    EndEntry,
    Entry,
    GameEntry,
    HoldEntry,
    OpenEntry,
    PlayEntry,
    PledgeEntry,
    RestartEntry,
    RevealEntry,
    SeatEntry,
    VoteEntry,
)
from net.errors import NetError
from net.fair import move_parts, pledge, pledge_parts


class Witness:
    """Watches one log."""

    def __init__(self) -> None:
        self.game: GameEntry | None = None
        self.seats: list[SeatEntry] = []
        """Who sits where now."""
        self.epoch = 0
        self.held = False
        self.shares: dict[int, bytes] = {}
        """The players' shares of the luck, as far as they are revealed."""
        self.open_seats: set[int] = set()
        """Seats a bot plays until somebody takes them."""
        self.acts: dict[bytes, dict[int, int]] = {}
        """For each identity its moves: request number -> entry."""
        self.did = 0
        """The entry that asked the open question; 0 before the deal."""
        self.end: EndEntry | None = None
        self.votes: set[int] = set()
        """Seats of persons who want the game to end."""
        self._pledges: dict[int, bytes] = {}
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
    def unpledged(self) -> set[int]:
        """Persons whose pledge has not come."""
        return set() if self.game is None or self.game.fixed else self.people - set(self._pledges)

    @property
    def missing(self) -> set[int]:
        """Persons whose pledge, or after all pledges whose share of the luck, has not come."""
        if self.game is None or self.game.fixed or self.did or self.end:
            return set()
        return self.unpledged or self.people - set(self.shares)

    def knows(self, seq: int, head: bytes) -> bool:
        """Whether this log had that head after entry ``seq``."""
        return 0 < seq <= self.seq and self.heads[seq - 1] == head

    def take(self, entry: Entry, head: bytes) -> None:
        """Check the next entry, and take note of it.

        Args:
            entry: As it was read.
            head: Head of the log after it.

        Raises:
            NetError: ``fork``, saying what is wrong with it.
        """
        fault = self.fault(entry)
        if fault:
            raise NetError("fork", f"entry {self.seq + 1} {fault}")
        self.note(entry, head)

    def note(self, entry: Entry, head: bytes) -> None:
        """Take note of an entry that has been checked, or is the host's own."""
        self.heads.append(head)
        match entry:
            case GameEntry():
                self.game, self.seats = entry, list(entry.seats)
            case PledgeEntry():
                self._pledges[entry.seat] = entry.commit
            case RevealEntry():
                self.shares[entry.seat] = entry.entropy
            case PlayEntry():
                self.did = self.seq
                if entry.signed:
                    self.acts.setdefault(self.seats[entry.seat].pub, {})[entry.signed.cid] = self.seq
            case RestartEntry():
                self.epoch = entry.epoch
            case HoldEntry():
                self.held = entry.on
            case VoteEntry():
                (self.votes.add if entry.end else self.votes.discard)(entry.seat)
            case ChangeEntry():
                self.seats[entry.seat] = entry.who
                self.votes.discard(entry.seat)
                (self.open_seats.add if entry.reason == "open" else self.open_seats.discard)(entry.seat)
            case EndEntry():
                self.end = entry
            case _:
                pass

    def fault(self, entry: Entry) -> str:
        """What is wrong with an entry, if it came next; empty when nothing is."""
        if isinstance(entry, GameEntry):
            return "" if self.game is None else "is a second beginning"
        if self.game is None:
            return "comes before the beginning"
        if self.end:
            return "comes after the end"
        if isinstance(entry, PledgeEntry | RevealEntry | VoteEntry | ChangeEntry) and entry.seat >= len(self.seats):
            return "is of nobody"
        match entry:
            case PledgeEntry():
                return self._pledge_fault(entry)
            case RevealEntry():
                return self._reveal_fault(entry)
            case PlayEntry():
                return self._play_fault(entry)
            case RestartEntry():
                return "" if entry.epoch == self.epoch + 1 else "counts the host's starts wrongly"
            case VoteEntry() if entry.seat not in self.people:
                return "is a bot's vote"
            case ChangeEntry() if bool(entry.who.pub) != (entry.reason == "taken"):
                return "gives a seat to nobody known"
            case OpenEntry() | EndEntry() | ChangeEntry() | VoteEntry() | HoldEntry():
                return ""

    def _pledge_fault(self, entry: PledgeEntry) -> str:
        assert self.game
        if self.game.fixed or self.did or self.shares or entry.seat in self._pledges:
            return "is a pledge out of its time"
        parts = pledge_parts(self.heads[0], entry.seat, entry.commit)
        if not verified(self.seats[entry.seat].pub, entry.sig, "pledge", *parts):
            return "is a pledge that its player did not sign"
        return ""

    def _reveal_fault(self, entry: RevealEntry) -> str:
        assert self.game
        if self.game.fixed or self.did or self.unpledged or entry.seat in self.shares:
            return "is a share of the luck out of its time"
        if pledge(self.game.game, entry.seat, entry.entropy) != self._pledges.get(entry.seat):
            return "is not the share of the luck that was pledged"
        return ""

    def _play_fault(self, entry: PlayEntry) -> str:
        assert self.game
        if not self.did:
            if entry.cause != "start" or entry.seat != -1 or entry.signed:
                return "comes before the deal"
            if self.missing:
                return "deals before every player's share of the luck is known"
            return ""
        if entry.cause == "start" or not 0 <= entry.seat < len(self.seats):
            return "is of nobody"
        if (entry.cause == "bot") == bool(self.seats[entry.seat].pub):
            return "is a bot's move in a player's seat, or the other way round"
        return self._signature_fault(entry)

    def _signature_fault(self, entry: PlayEntry) -> str:
        signed = entry.signed
        if (entry.cause == "player") != (signed is not None):
            return "is a move nobody signed" if signed is None else "has a signature that does not belong there"
        if signed is None:
            return ""
        pub = self.seats[entry.seat].pub
        if signed.did != self.did:
            return "answers another question"
        if signed.head not in self.heads[self.did - 1 :]:
            return "was signed in another history"
        if signed.cid <= max(self.acts.get(pub, ()), default=0):
            return "was signed for another time"
        parts = move_parts(signed.head, entry.seat, signed.did, signed.cid, signed.commit)
        if not verified(pub, signed.sig, "move", *parts):
            return "is a move that its player did not sign"
        return ""

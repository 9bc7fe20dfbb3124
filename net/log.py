"""The log of a game: numbered entries, chained by hash and signed by the host, the same bytes for everybody.

Nothing in it is filtered for anybody: what is hidden stands in envelopes (`net.envelopes`). The first
entry is a `GameEntry`, every later one a `PlayEntry` with the events of one move.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import FailFast, Field, Strict, TypeAdapter, ValidationError

from engine.edition import Rules
from engine.errors import RulesError
from net.crypto import Identity, digest, verified
from net.errors import NetError
from net.frames import pack, unpack
from net.limits import Limits
from net.messages import U31, Bytes32, EntryNote, Message, Number, TableId, Word

GENESIS = bytes(32)
"""The head of an empty log."""

SeatOr = Annotated[int, Field(ge=-1, le=7)]
Rank = Annotated[int, Field(ge=0, le=31)]


class SeatEntry(Message):
    """Who sits where when the game begins."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    level: Annotated[str, Field(max_length=16)] = ""
    """Which bot; empty for a person."""
    pub: Annotated[bytes, Field(max_length=32)] = b""
    """The player's identity; empty for a bot."""
    seal: Bytes32
    """The key envelopes for this seat are sealed with."""


class GameEntry(Message):
    """The game that is played: entry 1."""

    t: Literal["game"] = "game"
    game: Annotated[TableId, Field(min_length=26)]
    epoch: U31
    shuffle_v: U31
    rules: dict[str, Any]
    seats: Annotated[tuple[SeatEntry, ...], Strict(False), FailFast(), Field(min_length=2, max_length=8)]

    def ruleset(self) -> Rules:
        """The rules as the engine knows them.

        Raises:
            NetError: ``fork``, when they are not legal rules.
        """
        try:
            rules = Rules.from_plain(self.rules)
        except RulesError:
            raise NetError("fork", "the rules are not legal") from None
        if rules.players != len(self.seats):
            raise NetError("fork", "seats and rules differ")
        return rules


class SealedNote(Message):
    """A hidden fact, for one seat."""

    seat: Annotated[int, Field(ge=0, le=7)]
    commit: Bytes32
    box: Annotated[bytes, Field(min_length=64, max_length=4096)]


class EventNote(Message):
    """One event as everybody may know it, and its hidden part for those who may know more."""

    kind: Annotated[str, Field(pattern=r"^[a-z_]{2,20}$")]
    seat: SeatOr = -1
    other: SeatOr = -1
    rank: Rank = 0
    card: Word = ""
    cards: Annotated[tuple[Word, ...], Strict(False), FailFast(), Field(max_length=128)] = ()
    ranks: Annotated[tuple[Rank, ...], Strict(False), FailFast(), Field(max_length=16)] = ()
    amount: Number = 0
    note: Word = ""
    sealed: Annotated[tuple[SealedNote, ...], Strict(False), FailFast(), Field(max_length=8)] = ()


class PlayEntry(Message):
    """What one move, or the start, made happen."""

    t: Literal["play"] = "play"
    seat: SeatOr = -1
    """Whose move it was; -1 for the start."""
    cause: Literal["start", "player", "bot", "absent"]
    events: Annotated[tuple[EventNote, ...], Strict(False), FailFast(), Field(max_length=512)]


Entry = GameEntry | PlayEntry
_ENTRY: TypeAdapter[Entry] = TypeAdapter(Annotated[Entry, Field(discriminator="t")])


def next_head(head: bytes, body: bytes) -> bytes:
    """The log's head after an entry."""
    return digest("log", head, body)


class LogWriter:
    """The host's side of a log."""

    def __init__(self, game: str, host: Identity) -> None:
        self.game = game
        self.host = host
        self.seq = 0
        """Entries so far."""
        self.head = GENESIS
        self.frames: list[bytes] = []
        """Every entry as it is sent."""

    def append(self, entry: Entry) -> bytes:
        """Add an entry, and return the frame that tells everybody."""
        body = pack(entry.model_dump(exclude_defaults=True) | {"t": entry.t})
        self.seq += 1
        self.head = next_head(self.head, body)
        sig = self.host.sign("entry", self.game, self.seq, self.head)
        frame = EntryNote(seq=self.seq, body=body, sig=sig).frame()
        self.frames.append(frame)
        return frame


class LogReader:
    """A client's side of a log: accepts the next entry only, if the host signed it."""

    def __init__(self, host: bytes, limits: Limits) -> None:
        self.game = ""
        """Id of the game, once its first entry has come."""
        self.seq = 0
        self.head = GENESIS
        self._host = host
        self._shape = limits.answer
        self._longest = limits.entry

    def accept(self, note: EntryNote) -> tuple[Entry, bytes]:
        """Check an entry against the log so far.

        Returns:
            The entry, and the head before it.

        Raises:
            NetError: ``fork``, when it is not the next one, not signed, or unreadable.
        """
        where = f"entry {note.seq}"
        if note.seq != self.seq + 1:
            raise NetError("fork", f"{where} after {self.seq}")
        if len(note.body) > self._longest:
            raise NetError("fork", f"{where} is too long")
        try:
            entry = _ENTRY.validate_python(unpack(note.body, self._shape))
        except (NetError, ValidationError):
            raise NetError("fork", f"{where} cannot be read") from None
        if (note.seq == 1) != isinstance(entry, GameEntry):
            raise NetError("fork", f"{where} is of the wrong kind")
        game = entry.game if isinstance(entry, GameEntry) else self.game
        before, head = self.head, next_head(self.head, note.body)
        if not verified(self._host, note.sig, "entry", game, note.seq, head):
            raise NetError("fork", f"{where} is not signed by the host")
        self.game, self.seq, self.head = game, note.seq, head
        return entry, before

"""Log entries: the kinds of entry that stand in the log of a game.

It begins with a `GameEntry`, the players' shares of the seed follow, then what every move made happen and what became
of the seats, and it ends with everything that was secret.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import FailFast, Field, Strict

from engine.errors import RulesError
from engine.rules import Rules
from net.base.errors import NetError
from net.base.limits import CORRESPONDENCE, DEFAULT, KIB, Shape
from net.protocol.frames import pack, unpack
from net.protocol.schema import (
    U31,
    Bytes16,
    Bytes32,
    Cid,
    Kinds,
    LevelOrNone,
    Message,
    MoveText,
    Name,
    Number,
    ProgramVersionOrNone,
    Seat,
    Signature,
    TableId,
    Via,
    Word,
)
from net.protocol.table_options import TableOptions

SeatOr = Annotated[int, Field(ge=-1, le=7)]
Rank = Annotated[int, Field(ge=0, le=31)]


class SeatEntry(Message):
    """A seat and its player when the game begins."""

    name: Name
    level: LevelOrNone = ""
    """Level of the bot; empty for a person."""
    pub: Annotated[bytes, Field(max_length=32)] = b""
    """The player's identity; empty for a bot."""
    seal: Bytes32
    """The key envelopes for this seat are sealed with."""
    via: Via = ""
    """By SSH or in a browser, as the host says of a person: then it has the person's key, too."""


class PlayTimes(NamedTuple):
    """The time that people have in a game, in milliseconds."""

    turn_time: int = 0
    """For a decision."""
    reserve: int = 0
    """On top of it, once a game. Without either nobody's time runs."""

    @classmethod
    def of(cls, options: TableOptions) -> Self:
        """The times of a game at a table."""
        if not options.turn_time:
            return cls()
        # At least one: 0 would mean no clock.
        return cls(max(1, round(options.turn_time * 1000)), round(options.reserve * 1000))

    @property
    def timed(self) -> bool:
        """Whether somebody's time can be up."""
        return self.turn_time > 0 or self.reserve > 0

    @property
    def absence(self) -> int:
        """The time after which a bot answers for somebody who is away, as the protocol has it; 0: nobody does."""
        return 0 if self.turn_time >= CORRESPONDENCE * 1000 else round(DEFAULT.absence * 1000)


UNTIMED = PlayTimes()
"""The times of a game without a clock."""


class GameEntry(Message):
    """The game that is played: entry 1."""

    t: Literal["game"] = "game"
    game: Annotated[TableId, Field(min_length=26)]
    version: Bytes16
    """The rules it was played by (`net.protocol.version.RULES`): a program with other rules cannot replay it."""
    rules: dict[str, Any]
    commitment: Bytes32
    """The host's commitment to its secret."""
    seal: Bytes32
    """The key that the host agrees on with each seat's, for the seat's envelopes; it follows from the secret."""
    fixed: bool = False
    """Whether the secret alone is the seed of the game, chosen by the host: for games that are to be repeated."""
    turn_time: U31 = 0
    reserve: U31 = 0
    """See `PlayTimes`."""
    refused: U31 = 0
    """Deals at the table before this one that were given up, one after another, as a share of the seed was missing."""
    bots_yield: bool = False
    """Whether people may take the seats that bots have at the beginning, each once."""
    bots: U31 = 0
    """Version of how the host's bots play (`engine.bots.registry.BOTS_V`), by which their moves can be checked."""
    program: ProgramVersionOrNone = ""
    """Version of the host's program, for people alone."""
    seats: Annotated[tuple[SeatEntry, ...], Strict(False), FailFast(), Field(min_length=2, max_length=8)]

    @property
    def times(self) -> PlayTimes:
        """The time that people have."""
        return PlayTimes(self.turn_time, self.reserve)

    def ruleset(self) -> Rules:
        """The rules as the engine knows them.

        Raises:
            NetError: ``fork``, when they are not legal rules.
        """
        try:
            rules = Rules.from_plain(self.rules)
        except RulesError:
            raise NetError("fork", "the rules are not legal") from None
        if rules.to_plain() != self.rules:
            raise NetError("fork", "the rules say more than rules")
        if rules.players != len(self.seats):
            raise NetError("fork", "seats and rules differ")
        return rules


class SealedNote(Message):
    """A hidden fact, for one seat."""

    seat: Annotated[int, Field(ge=0, le=7)]
    commitment: Bytes32
    ciphertext: Annotated[bytes, Field(min_length=64, max_length=8 * KIB)]


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


class CommitEntry(Message):
    """A player's commitment to a share of the seed."""

    t: Literal["commit"] = "commit"
    seat: Seat
    commitment: Bytes32
    sig: Signature
    """The player's, over the head of entry 1 and the commitment (`net.identity.commitments.commit_parts`)."""


class RevealEntry(Message):
    """A player's share of the seed."""

    t: Literal["reveal"] = "reveal"
    seat: Seat
    share: Bytes32


class SignedMove(Message):
    """A player's word for a move, which itself is opened at the end."""

    did: U31
    cid: Cid
    head: Bytes32
    commitment: Bytes32
    sig: Signature
    """The player's, over all of these (`net.identity.commitments.move_parts`)."""


Cause = Literal["start", "given", "player", "bot", "absent", "timeout", "asleep"]
"""The one who made a move: its player, a bot of the seat, or a bot for a player who was away, too slow, or asleep since
they were too slow; or the deal.

The ``given`` moves are those of another game, from which this one goes on: they come first, after a fixed seed.
"""


class PlayEntry(Message):
    """The events of one move, or of the start."""

    t: Literal["play"] = "play"
    seat: SeatOr = -1
    """The seat that moved; -1 for the start."""
    cause: Cause
    signed: SignedMove | None = None
    """With cause ``player``."""
    events: Annotated[tuple[EventNote, ...], Strict(False), FailFast(), Field(max_length=512)]


class RestartEntry(Message):
    """The host was started again."""

    t: Literal["restart"] = "restart"
    epoch: U31
    """Counts the starts of the host within a game; 0 at its beginning."""
    bots: U31 = 0
    """Version of how its bots play from now on."""
    program: ProgramVersionOrNone = ""


class HoldEntry(Message):
    """The game rests, or goes on."""

    t: Literal["hold"] = "hold"
    on: bool


class VoteEntry(Message):
    """A player wants the game to end, or not any more."""

    t: Literal["vote"] = "vote"
    seat: Seat
    end: bool


class PastNote(Message):
    """All hidden facts a seat knows so far, sealed for the person who sits there now."""

    commitment: Bytes32
    ciphertext: Annotated[bytes, Field(min_length=64, max_length=96 * KIB)]


class WakeEntry(Message):
    """A player who was asleep is there again."""

    t: Literal["wake"] = "wake"
    seat: Seat


class ChangeEntry(Message):
    """A seat has another player from now on."""

    t: Literal["seat"] = "seat"
    seat: Seat
    who: SeatEntry
    reason: Literal["bot", "open", "banned", "away", "taken"]
    """A ``bot`` for good; a bot until somebody takes the ``open`` seat; a bot for a ``banned`` player, or while the
    player is ``away``; a person."""
    past: PastNote | None = None
    """With reason ``taken``."""


OPENED = 200
"""Moves in every `OpenEntry` but the last."""


class OpenedMove(Message):
    """The move of an entry, opened."""

    seq: U31
    move: MoveText
    salt: Annotated[bytes, Field(max_length=16)] = b""
    """Salt of the player's commitment; empty for a move no player signed."""


class OpenEntry(Message):
    """The next moves of the game that were not opened yet, in their order: as many as there are, at most `OPENED`."""

    t: Literal["open"] = "open"
    moves: Annotated[tuple[OpenedMove, ...], Strict(False), FailFast(), Field(min_length=1, max_length=OPENED)]


class EndEntry(Message):
    """The end of the game, finished or not; the last entry."""

    t: Literal["end"] = "end"
    reason: Literal["finished", "voted", "undealt"]
    """Played to its end; ended by vote; or never begun, because somebody did not give a share of the seed."""
    secret: Annotated[bytes, Field(min_length=16, max_length=64)]
    """The host's, which it had committed to."""


Entry = (
    GameEntry
    | CommitEntry
    | RevealEntry
    | PlayEntry
    | RestartEntry
    | HoldEntry
    | VoteEntry
    | WakeEntry
    | ChangeEntry
    | OpenEntry
    | EndEntry
)
ENTRY: Kinds[Entry] = Kinds(Entry)
"""Validates an unpacked entry."""


def packed(entry: Entry) -> bytes:
    """An entry as it stands in the log: the only bytes that say this.

    ``t`` comes first, then the fields as they are declared; what has its default value is left out. The keys of maps
    without fields of their own, the rules and their options, rise.
    """
    body: dict[str, Any] = {"t": entry.t} | entry.model_dump(exclude_defaults=True)
    if isinstance(entry, GameEntry):
        body["rules"] = rules = dict(sorted(entry.rules.items()))
        if isinstance(options := rules.get("options"), dict):
            rules["options"] = dict(sorted(options.items()))
    return pack(body)


def packed_play(entry: PlayEntry, events: Sequence[Mapping[str, Any]]) -> bytes:
    """A `PlayEntry` as `packed` writes it. To make notes of its events first takes four times as long.

    Args:
        entry: All of it but its events.
        events: Their fields, each in its order and without default values.
    """
    body: dict[str, Any] = {"t": entry.t}
    if entry.seat >= 0:
        body["seat"] = entry.seat
    body["cause"] = entry.cause
    if signed := entry.signed:
        body["signed"] = {
            "did": signed.did,
            "cid": signed.cid,
            "head": signed.head,
            "commitment": signed.commitment,
            "sig": signed.sig,
        }
    return pack(body | {"events": events})


def parsed(body: bytes, shape: Shape = DEFAULT.answer) -> Entry:
    """Read what `packed` wrote.

    Raises:
        NetError: ``fork``, when it is not an entry, or one in other bytes.
    """
    try:
        entry = ENTRY.validate(unpack(body, shape))
    except NetError:
        raise NetError("fork", "cannot be read") from None
    if packed(entry) != body:
        raise NetError("fork", "is not written as it must be")
    return entry

"""Messages: all of protocol version 2, as strict, frozen values that validate whatever arrives.

A message is one msgpack map; ``t`` says which. Whatever is unknown, missing, of another type or out
of bounds makes the whole message invalid. No message names the seat of its sender: the connection does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, FailFast, Field, ValidationError

from engine.event import KINDS
from engine.rng import SHUFFLE_V
from engine.rules import RULES_V
from net.base.errors import ProtocolError
from net.identity.crypto import digest
from net.protocol.frames import encode, pack
from net.protocol.setup import Id, Setup

PROTO = 2
"""The version this program speaks."""


def _vocabulary() -> list[str]:
    """Every kind of event, its secret fields, and the fields that say who knows them."""
    parts: list[str] = []
    for name, kind in sorted(KINDS.items()):
        parts += [name, ", ".join(kind.secret), ", ".join(kind.known_to)]
    return parts


RULES = digest("rules", RULES_V, SHUFFLE_V, *_vocabulary())[:16]
"""What host and client must agree on about a game: its cards, its randomness and its vocabulary of events."""

U31 = Annotated[int, Field(ge=0, le=2**31 - 1)]
Cid = Annotated[int, Field(ge=1, le=2**31 - 1)]
"""A client's own number for a request, rising: repeated, it gets the first answer again."""
Seat = Annotated[int, Field(ge=0, le=7)]
Bytes16 = Annotated[bytes, Field(min_length=16, max_length=16)]
Bytes32 = Annotated[bytes, Field(min_length=32, max_length=32)]
Signature = Annotated[bytes, Field(min_length=64, max_length=64)]
TableId = Annotated[str, Field(pattern=r"^([0-9A-HJKMNP-TV-Z]{26})?$")]
Level = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,15}$")]
LevelOrNone = Annotated[str, Field(pattern=r"^([a-z][a-z0-9_]{0,15})?$")]
Name = Annotated[str, Field(min_length=1, max_length=100)]
MoveText = Annotated[str, Field(min_length=2, max_length=100)]
Word = Annotated[str, Field(pattern=r"^[a-z_]{0,40}\+?$")]
Number = Annotated[int, Field(ge=-(2**31), le=2**31 - 1)]
Milliseconds = Annotated[int, Field(ge=0, le=60_000)]
IdOrNone = Annotated[str, Field(pattern=r"^([a-z][a-z_]{0,31})?$")]
TablePhase = Literal["open", "private", "running", "ended"]
"""Of a table in the list: a lobby for everybody, or for those with an invitation; a game, or the end of one."""


class Message(BaseModel):
    """One message, or a part of one. What others must not know has no part in its ``repr``, which may reach a log."""

    # What checks a message is built with the first of its kind: neither side ever needs all of them.
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True, defer_build=True)

    def frame(self) -> bytes:
        """The message as it is sent."""
        return encode(pack(self.model_dump(exclude_none=True)))


M = TypeVar("M")


class Kinds(Generic[M]):
    """Messages of several kinds, told apart by their ``t``."""

    def __init__(self, union: object) -> None:
        """Know them.

        Args:
            union: All kinds, as ``Join | Ping``.
        """
        self._kinds: dict[object, Any] = {kind.model_fields["t"].default: kind for kind in get_args(union)}

    def validate(self, value: object) -> M:
        """Make a message of what was unpacked.

        Raises:
            ProtocolError: ``bad_schema``, when it is none of these kinds, or not as it must be.
        """
        t = value.get("t") if isinstance(value, dict) else None
        if not isinstance(t, str) or t not in self._kinds:
            raise ProtocolError("bad_schema")
        try:
            message: M = self._kinds[t].model_validate(value)
        except ValidationError:
            # The error quotes field names only, but those come from outside as well.
            raise ProtocolError("bad_schema") from None
        return message


# Client to host


class Join(Message):
    """Who I am and what I want; signed over this connection, so that it is worth nothing on another."""

    t: Literal["join"] = "join"
    proto: U31
    rules: Bytes16
    table: TableId
    role: Literal["player", "spectator", "visitor"]
    """A visitor comes to no table, but to the list of tables."""
    name: Name
    pub: Bytes32
    seal: Bytes32
    nonce: Bytes16
    token: Annotated[bytes, Field(max_length=32, repr=False)] = b""
    have_game: TableId = ""
    """The game whose log this client has already, as far as entry `have_seq`; the host sends what follows."""
    have_seq: U31 = 0
    have_head: Annotated[bytes, Field(max_length=32)] = b""
    sig: Signature


class Ping(Message):
    """I am still here; answered by a `Pong`."""

    t: Literal["ping"] = "ping"


class Commit(Message):
    """A commitment to my share of the seed: nobody can choose theirs by mine."""

    t: Literal["commit"] = "commit"
    cid: Cid
    commitment: Bytes32
    sig: Signature


class Reveal(Message):
    """My share of the seed, once everybody has committed."""

    t: Literal["reveal"] = "reveal"
    cid: Cid
    share: Bytes32


class Act(Message):
    """A move that answers a decision.

    The signature covers a commitment to the move, so that the log can show it before the move itself may be known.
    """

    t: Literal["act"] = "act"
    cid: Cid
    did: U31
    head: Bytes32
    """Head of the log as its author knows it, at the decision or after."""
    move: Annotated[MoveText, Field(repr=False)]
    salt: Annotated[Bytes16, Field(repr=False)]
    sig: Signature


class Configure(Message):
    """Owner: play by this setup."""

    t: Literal["configure"] = "configure"
    cid: Cid
    setup: Setup


class AddBot(Message):
    """Owner: seat a bot."""

    t: Literal["add_bot"] = "add_bot"
    cid: Cid
    level: Level
    seat: Seat | None = None


class RemoveBot(Message):
    """Owner: open a bot's seat again."""

    t: Literal["remove_bot"] = "remove_bot"
    cid: Cid
    seat: Seat


class Start(Message):
    """Owner: begin the game."""

    t: Literal["start"] = "start"
    cid: Cid


class SetPause(Message):
    """Owner: how long bots wait between moves."""

    t: Literal["set_pause"] = "set_pause"
    cid: Cid
    ms: Milliseconds


class Hold(Message):
    """Owner: let the game rest, or go on."""

    t: Literal["hold"] = "hold"
    cid: Cid
    on: bool


class HandOver(Message):
    """Owner: a bot plays this seat from now on.

    With ``open``, until somebody else takes it; with ``ban``, its player cannot come back to this table.
    """

    t: Literal["hand_over"] = "hand_over"
    cid: Cid
    seat: Seat
    open: bool = False
    ban: bool = False


class Invitation(Message):
    """Owner: make an invitation."""

    t: Literal["invitation"] = "invitation"
    cid: Cid
    uses: Annotated[int, Field(ge=0, le=99)] = 0
    """How many people may take a seat with it; 0: any number."""
    seconds: Annotated[int, Field(ge=0, le=31_536_000)] = 0
    """How long it is good; 0: as long as there is the table."""
    note: Annotated[str, Field(max_length=100)] = ""
    """Whom it is for; nobody else sees it."""


class Revoke(Message):
    """Owner: let an invitation admit nobody any more."""

    t: Literal["revoke"] = "revoke"
    cid: Cid
    number: Annotated[int, Field(ge=1, le=2**31 - 1)]


class Vote(Message):
    """Player: end this game now, or not after all."""

    t: Literal["vote"] = "vote"
    cid: Cid
    end: bool


class Attest(Message):
    """Player: I have verified the whole log, and this is its end."""

    t: Literal["attest"] = "attest"
    cid: Cid
    sig: Signature
    """Over the final head (`net.identity.commitments.end_parts`)."""


class Again(Message):
    """Player: the game is over, and I would like to play another one with the same people; or not after all."""

    t: Literal["again"] = "again"
    cid: Cid
    on: bool


class Ready(Message):
    """Player: I am ready for the start, or not after all."""

    t: Literal["ready"] = "ready"
    cid: Cid
    on: bool


class OpenTable(Message):
    """Visitor: open a table, for me to join next."""

    t: Literal["open_table"] = "open_table"
    cid: Cid
    setup: Setup
    bots: Annotated[list[Level], FailFast(), Field(max_length=7)] = []
    """Bots on its last seats."""
    title: Annotated[str, Field(max_length=100)] = ""
    private: bool = False
    """Whether a token is needed to join."""
    unlisted: bool = False
    """Whether only those who have a seat see it in the list."""
    turn_time: Annotated[int, Field(ge=0, le=86_400_000)] = 0
    """Milliseconds for a decision; 0: as many as anybody likes."""
    reserve: Annotated[int, Field(ge=0, le=86_400_000)] = 0
    """Milliseconds on top of it, once a game."""
    start_when: Annotated[int, Field(ge=0, le=8)] = 0
    """How many people have to be ready for the game to begin by itself; 0: it never does."""


class AskStatus(Message):
    """Visitor by the Unix socket: how is the host?"""

    t: Literal["ask_status"] = "ask_status"
    cid: Cid


class Say(Message):
    """A word to the table, or to the visitors."""

    t: Literal["say"] = "say"
    cid: Cid
    text: Annotated[str, Field(min_length=1, max_length=400)]


class Leave(Message):
    """Goodbye."""

    t: Literal["leave"] = "leave"


# Host to client


class Hello(Message):
    """Who the host is; the first message on a connection."""

    t: Literal["hello"] = "hello"
    proto: Annotated[list[U31], FailFast(), Field(min_length=2, max_length=2)]
    """Least and most version it speaks."""
    rules: Bytes16
    host: Bytes32
    nonce: Bytes16
    deleg: Signature


class Welcome(Message):
    """You are at the table, or among the visitors."""

    t: Literal["welcome"] = "welcome"
    table: TableId
    """Empty for a visitor."""
    seat: Seat | None = None
    seq: U31
    """Entries of the log so far; those the client has not got follow."""
    game: TableId = ""
    """Whose log that is: of the game that is played, or was the last one; empty in the lobby."""
    cid: U31 = 0
    """The last request number this player has used."""


class SeatNote(Message):
    """One seat in a lobby."""

    kind: Literal["human", "bot", "open"]
    name: Annotated[str, Field(max_length=100)] = ""
    level: LevelOrNone = ""
    connected: bool = True


class LobbyNote(Message):
    """The seats and the setup of a table."""

    t: Literal["lobby"] = "lobby"
    seats: Annotated[list[SeatNote], FailFast(), Field(min_length=2, max_length=8)]
    setup: Setup
    you: Seat | None = None
    owner: Seat | None = None
    pause: Milliseconds
    watchers: U31 = 0
    turn_time: U31 = 0
    """Milliseconds for a decision; 0: as many as anybody likes."""
    reserve: U31 = 0
    """Milliseconds on top of it, once a game."""
    playing: bool = False
    """Whether a game is played, or was the last thing at this table: then it is no lobby."""
    title: Annotated[str, Field(max_length=100)] = ""
    ready: Annotated[list[Seat], FailFast(), Field(max_length=8)] = []
    """Whose players are ready for the start."""
    start_when: Annotated[int, Field(ge=0, le=8)] = 0
    """How many have to be for it to begin by itself; 0: it never does."""


class InvitationNote(Message):
    """One invitation to a table."""

    number: Annotated[int, Field(ge=1, le=2**31 - 1)]
    token: Annotated[bytes, Field(min_length=8, max_length=8, repr=False)]
    uses: Annotated[int, Field(ge=0, le=99)] = 0
    """How many people may take a seat with it; 0: any number."""
    seated: Annotated[int, Field(ge=0, le=99)] = 0
    """How many have."""
    expires: Annotated[int, Field(ge=0, le=2**40)] = 0
    """When it admits nobody any more, in seconds since 1970; 0: never."""
    note: Annotated[str, Field(max_length=100)] = ""
    fault: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")] | None = None
    """Why it admits nobody any more, as a code; None: it does."""


class InvitationsNote(Message):
    """Owner: the invitations to the table, the oldest first."""

    t: Literal["invitations"] = "invitations"
    invitations: Annotated[list[InvitationNote], FailFast(), Field(max_length=32)]


class ListedTable(Message):
    """A table as the list has it."""

    table: Annotated[TableId, Field(min_length=26)]
    title: Annotated[str, Field(max_length=100)] = ""
    owner: Annotated[str, Field(max_length=100)] = ""
    """Who may start it; empty while nobody may."""
    edition: Id
    preset: IdOrNone = ""
    phase: TablePhase
    seats: Annotated[int, Field(ge=2, le=8)]
    people: Annotated[int, Field(ge=0, le=8)] = 0
    """Seats that people have."""
    bots: Annotated[int, Field(ge=0, le=8)] = 0
    watchers: U31 = 0
    turn_time: U31 = 0
    """Milliseconds for a decision; 0: as many as anybody likes."""
    reserve: U31 = 0
    you: Seat | None = None
    """The visitor's own seat."""
    asked: Seat | None = None
    """Whose turn it is: only for those who have a seat."""


class TablesNote(Message):
    """All tables a visitor may see; more than a hundred in several messages."""

    t: Literal["tables"] = "tables"
    host: Annotated[str, Field(max_length=100)] = ""
    """What the host calls itself."""
    tables: Annotated[list[ListedTable], FailFast(), Field(max_length=100)]
    more: bool = False


class TableNote(Message):
    """A table is new in the list, or has changed."""

    t: Literal["table_note"] = "table_note"
    table: ListedTable


class TableGone(Message):
    """A table is not in the list any more."""

    t: Literal["table_gone"] = "table_gone"
    table: Annotated[TableId, Field(min_length=26)]


class OpenedNote(Message):
    """The table that was asked for is open."""

    t: Literal["opened"] = "opened"
    cid: Cid
    table: Annotated[TableId, Field(min_length=26)]
    token: Annotated[bytes, Field(min_length=8, max_length=8, repr=False)]
    """Admits to it: for the visitor, and for those they invite."""


class StatusNote(Message):
    """How the host is."""

    t: Literal["status"] = "status"
    cid: Cid
    version: Annotated[str, Field(pattern=r"^[0-9][0-9A-Za-z.+-]{0,39}$")]
    """Of the program."""
    uptime: U31
    """Seconds since it was started."""
    tables: U31
    games: U31
    """Tables at which a game is in progress."""
    connections: U31
    visitors: U31


class EntryNote(Message):
    """One entry of the log: the same bytes for everybody."""

    t: Literal["entry"] = "entry"
    seq: Annotated[int, Field(ge=1, le=2**31 - 1)]
    body: bytes
    sig: Signature


class AttestedNote(Message):
    """A player has signed the final head; after the last entry, and in the file."""

    t: Literal["attested"] = "attested"
    seat: Seat
    sig: Signature


class RefusalNote(Message):
    """A move that is not possible, and why."""

    move: MoveText
    code: Annotated[str, Field(pattern=r"^[a-z0-9_]{1,40}$")]
    amount: Number = 0
    card: Word = ""


class PriceNote(Message):
    """What a legal move costs, where it is not simply printed, and the card that changes it."""

    move: MoveText
    gold: Annotated[int, Field(ge=0, le=1000)]
    card: Word = ""


class OutcomeNote(Message):
    """What a legal move leads to at once for whoever plays it: changes of gold, hand, city and points."""

    move: MoveText
    gold: Number = 0
    cards: Number = 0
    built: Number = 0
    complete: Number = 0
    types: Number = 0


class DecisionNote(Message):
    """You are asked: every legal move. Only for the seat that is asked."""

    t: Literal["decision"] = "decision"
    did: U31
    moves: Annotated[list[MoveText], FailFast(), Field(min_length=1, max_length=4096, repr=False)]
    refusals: Annotated[list[RefusalNote], FailFast(), Field(max_length=1024, repr=False)] = []
    prices: Annotated[list[PriceNote], FailFast(), Field(max_length=1024, repr=False)] = []
    outcomes: Annotated[list[OutcomeNote], FailFast(), Field(max_length=4096, repr=False)] = []
    auto: Milliseconds | None = None
    """There is one choice only: to be made for the player after so long, so that time does not tell others."""
    undo: Word
    """Why the last move cannot be taken back (`engine.undo.REASONS`); empty: it can, by the move ``undo``."""


class ClockNote(Message):
    """How long the seat that is asked may take, from now."""

    t: Literal["clock"] = "clock"
    seat: Seat
    ms: U31
    """For this decision."""
    reserve: U31
    """Milliseconds on top of it, for the rest of the game."""


class Ack(Message):
    """Done."""

    t: Literal["ack"] = "ack"
    cid: Cid
    seq: U31
    """The log's last entry after it."""


class Err(Message):
    """Refused; nothing was changed. With no ``cid``, the connection ends."""

    t: Literal["err"] = "err"
    code: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]
    cid: Cid | None = None
    detail: Annotated[str, Field(max_length=200)] = ""


class PresenceNote(Message):
    """A player went away or came back."""

    t: Literal["presence"] = "presence"
    seat: Seat
    connected: bool


class ChatNote(Message):
    """Somebody said something."""

    t: Literal["chat"] = "chat"
    seat: Seat | None = None
    name: Annotated[str, Field(max_length=100)]
    text: Annotated[str, Field(max_length=400)]


class NoticeNote(Message):
    """Something that is not of the game, but that people should know."""

    t: Literal["notice"] = "notice"
    code: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]
    detail: Annotated[str, Field(max_length=200)] = ""


class PauseNote(Message):
    """How long bots wait now."""

    t: Literal["pause"] = "pause"
    ms: Milliseconds


class WishesNote(Message):
    """The game is over, and the players of these seats would like to play again."""

    t: Literal["wishes"] = "wishes"
    seats: Annotated[list[Seat], FailFast(), Field(max_length=8)]


class Pong(Message):
    """The host is still here."""

    t: Literal["pong"] = "pong"


class Bye(Message):
    """The connection ends."""

    t: Literal["bye"] = "bye"
    code: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]


SeatRequest = Act | Commit | Reveal | Vote | Attest | Again | Ready
"""Requests of those who have a seat. Done twice they are done once, so they are sent again after the connection was
lost."""
OwnerRequest = Configure | AddBot | RemoveBot | Start | SetPause | Hold | HandOver | Invitation | Revoke
TableRequest = SeatRequest | OwnerRequest | Say
"""Asked of a table; each has a ``cid`` and gets an `Ack` or an `Err`."""
VisitorRequest = OpenTable | AskStatus | Say
"""Asked of the host by a visitor; an `OpenedNote` and a `StatusNote` are answers, too."""
Request = TableRequest | VisitorRequest
RequestMaker = Callable[..., Request]
"""Makes a request as soon as it is given its ``cid``: a class, or ``partial(Hold, on=True)``."""
ClientMessage = Join | Request | Ping | Leave
HostMessage = (
    Hello
    | Welcome
    | LobbyNote
    | InvitationsNote
    | TablesNote
    | TableNote
    | TableGone
    | OpenedNote
    | StatusNote
    | EntryNote
    | AttestedNote
    | DecisionNote
    | ClockNote
    | Ack
    | Err
    | PresenceNote
    | ChatNote
    | NoticeNote
    | PauseNote
    | WishesNote
    | Pong
    | Bye
)

_FROM_CLIENT: Kinds[ClientMessage] = Kinds(ClientMessage)
_FROM_HOST: Kinds[HostMessage] = Kinds(HostMessage)


def from_client(value: dict[str, Any]) -> ClientMessage:
    """Validate what a client sent.

    Raises:
        ProtocolError: ``bad_schema``.
    """
    return _FROM_CLIENT.validate(value)


def from_host(value: dict[str, Any]) -> HostMessage:
    """Validate what a host sent.

    Raises:
        ProtocolError: ``bad_schema``.
    """
    return _FROM_HOST.validate(value)


def join_signature_parts(
    certificate: bytes, host: bytes, host_nonce: bytes, join: Join
) -> tuple[bytes | str | int, ...]:
    """What a `Join` signs: the connection it is made on, and all it asks for."""
    return (
        certificate,
        host,
        host_nonce,
        join.nonce,
        join.proto,
        join.rules,
        join.table,
        join.role,
        join.name,
        join.seal,
        join.token,
        join.have_game,
        join.have_seq,
        join.have_head,
    )

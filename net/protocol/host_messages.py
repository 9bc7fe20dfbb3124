"""Host messages: everything a host may send to a client."""

from typing import Annotated, Any, Literal

from pydantic import FailFast, Field

from net.protocol.frames import encode, pack
from net.protocol.schema import (
    U31,
    Bytes16,
    Bytes32,
    Cid,
    Kinds,
    LevelOrNone,
    Message,
    Milliseconds,
    MoveText,
    Name,
    Number,
    PhraseCode,
    PlaceOrNone,
    ProgramVersion,
    Seat,
    Signature,
    TableId,
    Via,
    Word,
)
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from net.protocol.visitor_notes import OpenedNote, StatusNote, TableGone, TableNote, TablesNote


class Hello(Message):
    """The host's identity; the first message on a connection."""

    t: Literal["hello"] = "hello"
    proto: Annotated[list[U31], FailFast(), Field(min_length=2, max_length=2)]
    """Least and most version it speaks."""
    version: ProgramVersion
    """Version of the program, for people."""
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
    """The game whose log that is: the one that is played, or was the last one; empty in the lobby."""
    cid: U31 = 0
    """The last request number this player has used."""


class SeatNote(Message):
    """One seat in a lobby."""

    kind: Literal["human", "bot", "open"]
    name: Annotated[str, Field(max_length=100)] = ""
    level: LevelOrNone = ""
    connected: bool = True
    via: Via = ""


class LobbyNote(Message):
    """The seats and the setup of a table."""

    t: Literal["lobby"] = "lobby"
    seats: Annotated[list[SeatNote], FailFast(), Field(min_length=2, max_length=8)]
    setup: Setup
    you: Seat | None = None
    owner: Seat | None = None
    stands_in: bool = False
    """Whether the one in that seat only stands in for the owner."""
    options: TableOptions
    spectators: U31 = 0
    playing: bool = False
    """Whether a game is played, or was the last thing at this table: then it is no lobby."""
    ready: Annotated[list[Seat], FailFast(), Field(max_length=8)] = []
    """Seats whose players are ready for the start."""
    ssh: PlaceOrNone = ""
    """Address at which SSH clients are let in to play; empty: nowhere."""
    web: PlaceOrNone = ""
    """Address for browsers: a page by https, or by http on the host's machine; empty: nowhere."""
    fills: U31 = 0
    """Milliseconds until bots take the open seats and the game begins; 0: that time does not run."""


class InvitationNote(Message):
    """One invitation to a table."""

    number: Annotated[int, Field(ge=1, le=2**31 - 1)]
    token: Annotated[bytes, Field(min_length=8, max_length=8, repr=False)]
    uses: Annotated[int, Field(ge=0, le=99)] = 0
    """How many people may take a seat with it; 0: any number."""
    seated: Annotated[int, Field(ge=0, le=99)] = 0
    """How many have."""
    expires: Annotated[int, Field(ge=0, le=2**40)] = 0
    """End of its time, in seconds since 1970; 0: never."""
    note: Annotated[str, Field(max_length=100)] = ""
    fault: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")] | None = None
    """Why it admits nobody any more, as a code; None: it does."""


class InvitationsNote(Message):
    """Owner: the invitations to the table, the oldest first."""

    t: Literal["invitations"] = "invitations"
    invitations: Annotated[list[InvitationNote], FailFast(), Field(max_length=32)]


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
    """The price of a legal move, where it is not simply printed, and the card that changes it."""

    move: MoveText
    gold: Annotated[int, Field(ge=0, le=1000)]
    card: Word = ""


class OutcomeNote(Message):
    """The outcome of a legal move for the player who makes it: changes of gold, hand, city and points at once."""

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


class HintNote(Message):
    """The move that a bot would make in your place, and why if it is not what a steward would do without trying."""

    t: Literal["hint"] = "hint"
    did: U31
    """The question."""
    move: Annotated[MoveText, Field(repr=False)]
    usual: Annotated[MoveText, Field(repr=False)]
    """A steward's move without a search; often the same."""
    gain: Annotated[int, Field(ge=0, le=1000)] = 0
    """The rise in the chance to win by it over that one, in thousandths."""
    reason: Word = ""
    """Why (`engine.review.trials.Reason`)."""
    seat: Seat | None = None
    """The rival who is worse off."""
    amount: Number = 0
    """Tenths of gold, cards or points more, on average."""


class ClockNote(Message):
    """The time that the seat that is asked has left, counted from now."""

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


def ack_frame(cid: int, seq: int) -> bytes:
    """An `Ack` as it is sent; to make one first takes three times as long, and every move has one."""
    return encode(pack({"t": "ack", "cid": cid, "seq": seq}))


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
    """A line of chat."""

    t: Literal["chat"] = "chat"
    seat: Seat | None = None
    name: Annotated[str, Field(max_length=100)]
    text: Annotated[str, Field(max_length=400)] = ""
    phrase: PhraseCode | None = None
    """In place of a text."""


class NudgeNote(Message):
    """A player reminds the one who is asked; only to players."""

    t: Literal["nudged"] = "nudged"
    seat: Seat
    """Seat of the player who reminds."""
    asked: Seat


class KnockNote(Message):
    """Owner: somebody would like a seat whose address has or had one in this game; `admit` lets them sit down."""

    t: Literal["knock"] = "knock"
    name: Name
    pub: Bytes32


class NoticeNote(Message):
    """A notice about the table or the host, outside of the game."""

    t: Literal["notice"] = "notice"
    code: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]
    detail: Annotated[str, Field(max_length=200)] = ""


class OptionsNote(Message):
    """The options of the table, which the owner has changed."""

    t: Literal["options"] = "options"
    options: TableOptions


class WishesNote(Message):
    """The game is over, and the players of these seats would like to play again."""

    t: Literal["wishes"] = "wishes"
    seats: Annotated[list[Seat], FailFast(), Field(max_length=8)]


class GameScore(Message):
    """The points of one player in one game."""

    player: Annotated[int, Field(ge=0, le=239)]
    """Place among the players of the evening."""
    points: Number
    won: bool = False
    """Alone, or together with others."""


class GameScores(Message):
    """One game that was played to its end."""

    scores: Annotated[list[GameScore], FailFast(), Field(min_length=1, max_length=8)]
    """A score for each person or bot who had a seat at the deal and has played."""


class EveningNote(Message):
    """The games that were played to their end at this table, one after another."""

    t: Literal["evening"] = "evening"
    games: U31
    """How many there were."""
    players: Annotated[list[Name], FailFast(), Field(max_length=240)]
    """Everybody who has played in one of `played`."""
    played: Annotated[list[GameScores], FailFast(), Field(max_length=30)]
    """The last games."""


class HostsNote(Message):
    """Several hosts share their tables: when this one is gone, another one has them."""

    t: Literal["hosts"] = "hosts"
    hosts: Annotated[list[Annotated[str, Field(min_length=3, max_length=270)]], FailFast(), Field(max_length=8)]
    """Address of each for clients, as ``host:port``."""


class Pong(Message):
    """The host is still here."""

    t: Literal["pong"] = "pong"


class Bye(Message):
    """The connection ends."""

    t: Literal["bye"] = "bye"
    code: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]


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
    | HintNote
    | ClockNote
    | Ack
    | Err
    | PresenceNote
    | ChatNote
    | NudgeNote
    | KnockNote
    | NoticeNote
    | OptionsNote
    | WishesNote
    | EveningNote
    | HostsNote
    | Pong
    | Bye
)

_FROM_HOST: Kinds[HostMessage] = Kinds(HostMessage)


def from_host(value: dict[str, Any]) -> HostMessage:
    """Validate what a host sent.

    Raises:
        ProtocolError: ``bad_schema``.
    """
    return _FROM_HOST.validate(value)

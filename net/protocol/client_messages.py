"""Client messages: everything a client may send to a host.

A request has a number, ``cid``, and is answered by an `Ack` or an `Err` (see `net.protocol.host_messages`). No message
names the seat of its sender: the connection does.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import FailFast, Field

from net.identity.crypto import Part
from net.protocol.schema import (
    U31,
    Bytes16,
    Bytes32,
    Cid,
    Kinds,
    Level,
    Message,
    MoveText,
    Name,
    PhraseCode,
    Seat,
    Signature,
    TableId,
    Via,
)
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions


class Join(Message):
    """My identity and my request; signed over this connection, so that it is worth nothing on another."""

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
    via: Via = ""
    vouch: Bytes32 | None = Field(default=None, repr=False)
    """Shows one of several hosts that another of them runs this client for a guest."""
    origin: Annotated[bytes, Field(max_length=8)] = b""
    """Origin of a guest: a hash of the address they have come from, as their host counts it."""
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


class SetOptions(Message):
    """Owner: run the table by these options, of which some can be changed (`net.protocol.table_options.CHANGEABLE`)."""

    t: Literal["set_options"] = "set_options"
    cid: Cid
    options: TableOptions


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


class Admit(Message):
    """Owner: let this player sit down, although somebody of their address has or had a seat in this game."""

    t: Literal["admit"] = "admit"
    cid: Cid
    pub: Bytes32


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


class AskHint(Message):
    """Player: what would a bot do in my place? Answered by a `HintNote` as soon as it is found."""

    t: Literal["ask_hint"] = "ask_hint"
    cid: Cid
    did: U31
    """The open question."""


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


class Wake(Message):
    """Player: I am there again, and answer for myself."""

    t: Literal["wake"] = "wake"
    cid: Cid


class OpenTable(Message):
    """Visitor: open a table, for me to join next."""

    t: Literal["open_table"] = "open_table"
    cid: Cid
    setup: Setup
    bots: Annotated[list[Level], FailFast(), Field(max_length=7)] = []
    """Bots on its last seats."""
    options: TableOptions = TableOptions()


class AskStatus(Message):
    """Visitor by the Unix socket: how is the host?"""

    t: Literal["ask_status"] = "ask_status"
    cid: Cid


class Say(Message):
    """A word to the table, or to the visitors."""

    t: Literal["say"] = "say"
    cid: Cid
    text: Annotated[str, Field(min_length=1, max_length=400)]


class SayPhrase(Message):
    """A word to the table that everybody reads in their own language."""

    t: Literal["phrase"] = "phrase"
    cid: Cid
    phrase: PhraseCode


class Nudge(Message):
    """Player: remind the one who is asked that the others wait."""

    t: Literal["nudge"] = "nudge"
    cid: Cid


class Leave(Message):
    """Goodbye."""

    t: Literal["leave"] = "leave"


SeatRequest = Act | Commit | Reveal | Vote | Attest | Again | Ready | Wake
"""Requests of those who have a seat. One that arrives twice is carried out once, so they are sent again after the
connection was lost."""
OwnerRequest = Configure | AddBot | RemoveBot | Start | SetOptions | Hold | HandOver | Admit | Invitation | Revoke
TableRequest = SeatRequest | OwnerRequest | AskHint | Nudge | Say | SayPhrase
"""Asked of a table; each has a ``cid`` and gets an `Ack` or an `Err`."""
VisitorRequest = OpenTable | AskStatus | Say
"""Asked of the host by a visitor; an `OpenedNote` and a `StatusNote` are answers, too."""
Request = TableRequest | VisitorRequest
RequestMaker = Callable[..., Request]
"""Makes a request as soon as it is given its ``cid``: a class, or ``partial(Hold, on=True)``."""
ClientMessage = Join | Request | Ping | Leave

_FROM_CLIENT: Kinds[ClientMessage] = Kinds(ClientMessage)


def from_client(value: dict[str, Any]) -> ClientMessage:
    """Validate what a client sent.

    Raises:
        ProtocolError: ``bad_schema``.
    """
    return _FROM_CLIENT.validate(value)


def join_signature_parts(certificate: bytes, host: bytes, host_nonce: bytes, join: Join) -> tuple[Part, ...]:
    """The parts that a `Join` signs: the connection it is made on, and all it asks for."""
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
        join.via,
    )

"""The stored table: its setup, access, owner and clock. Its game's log is stored beside it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, Strict, ValidationError

from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.host.opening import Opening
from net.identity.crypto import digest
from net.protocol.frames import pack, unpack
from net.protocol.schema import U31, Bytes16, Bytes32, Cid, Level, Message, Name, Number, Seat, Signature, TableId, Via
from net.protocol.setup import Setup
from net.protocol.table_options import Seconds, TableOptions

Granted = Annotated[tuple[Bytes32, Cid], Strict(False)]
"""The identity that asked, and the number of its request."""
Attested = Annotated[tuple[Seat, Signature], Strict(False)]
"""A seat, and its player's signature of the final head."""
_SUM = 16
"""Bytes of the checksum before a record."""


class ClockRecord(Message):
    """The time that players may take."""

    reserves: Annotated[tuple[Seconds, ...], Strict(False)]
    """Seconds each seat has left on top of the time for a decision."""
    did: U31
    """The open question."""
    spent: Seconds
    """How long it has been asked, at least."""


class BotRecord(Message):
    """A bot on a seat."""

    level: Level
    name: Name


class PersonRecord(Message):
    """A person on a seat."""

    name: Name
    pub: Bytes32
    seal: Bytes32
    via: Via = ""


class InvitationRecord(Message):
    """An invitation to the table."""

    number: Annotated[int, Field(ge=1, le=2**31 - 1)]
    hash: Bytes16
    """Hash of its token."""
    uses: Annotated[int, Field(ge=0, le=99)] = 0
    """How many people may take a seat with it; 0: any number."""
    expires: Annotated[int, Field(ge=0, le=2**40)] = 0
    """When it admits nobody any more, in seconds since 1970; 0: never."""
    note: Annotated[str, Field(max_length=100)] = ""
    revoked: bool = False
    seated: Annotated[tuple[Bytes32, ...], Strict(False)] = ()
    """Identities that have taken a seat with it."""


Told = Annotated[tuple[Bytes32, Annotated[int, Field(ge=0, le=1 << 40)]], Strict(False)]
"""A player's identity, and a date in seconds since 1970."""


Player = Annotated[tuple[Annotated[bytes, Field(min_length=1, max_length=400)], Name], Strict(False)]
"""A person's identity, or the name of a bot; and what they are called."""
Scored = Annotated[tuple[Annotated[bytes, Field(min_length=1, max_length=400)], Number, bool], Strict(False)]
"""That of somebody who has played a game, their points, and whether they have won it."""


class EveningRecord(Message):
    """The games that were played at a table one after another."""

    games: U31 = 0
    """How many there were."""
    players: Annotated[tuple[Player, ...], Strict(False)] = ()
    """Everybody who has played in one of `scores`."""
    scores: Annotated[tuple[Annotated[tuple[Scored, ...], Strict(False)], ...], Strict(False)] = ()
    """The last games, each with everybody's points."""


class TableRecord(Message):
    """A table as it is stored, without the log of its game."""

    setup: Setup
    options: TableOptions
    opening: Opening
    game: TableId
    """Id of the game that is played; empty in the lobby."""
    bots: Annotated[tuple[BotRecord | None, ...], Strict(False)] = ()
    """In the lobby: each seat's bot; None for a seat without one."""
    people: Annotated[tuple[PersonRecord | None, ...], Strict(False)] = ()
    """In the lobby: each seat's person; None for a seat without one."""
    ready: Annotated[tuple[Bytes32, ...], Strict(False)] = ()
    """In the lobby: the identities of those who are ready for the start."""
    owner: Annotated[bytes, Field(max_length=32)] = b""
    """Identity of the owner."""
    granted: Annotated[tuple[Granted, ...], Strict(False)] = ()
    """The owner's last requests that were granted: after a restart they may come once more."""
    banned: Annotated[tuple[Bytes32, ...], Strict(False)] = ()
    """Identities that may not come back."""
    invitations: Annotated[tuple[InvitationRecord, ...], Strict(False)] = ()
    """The invitations to the table, those that admit nobody any more included."""
    attested: Annotated[tuple[Attested, ...], Strict(False)] = ()
    """The players' signatures of the end of the game."""
    refused: U31 = 0
    """Deals that were begun and given up since a game was dealt last."""
    wishes: Annotated[tuple[Seat, ...], Strict(False)] = ()
    """The seats whose players would like to play again."""
    origins: Annotated[tuple[Annotated[bytes, Field(max_length=8)], ...], Strict(False)] = ()
    """The addresses from which people with a seat in its game have come: what only the host's key leads back to."""
    clock: ClockRecord | None = None
    port: Annotated[int, Field(ge=0, le=65_535)] = 0
    """Where its host listened: there its players will look for it."""
    revision: U31 = 0
    """How often the record has been stored."""
    left: Annotated[int, Field(ge=0, le=1 << 40)] = 0
    """When the last one went, in seconds since 1970; 0 while somebody is there, and where it does not matter."""
    told: Annotated[tuple[Told, ...], Strict(False)] = ()
    """When players who are away were told last that they are asked."""
    reminded: U31 = 0
    """The question of which a player who is away was reminded before their time was up."""
    told_end: Annotated[tuple[Bytes32, ...], Strict(False)] = ()
    """The players who know that the game is over: they were told, or have been there since."""
    evening: EveningRecord = EveningRecord()
    damage: Annotated[str, Field(max_length=200)] = ""
    """The damage that the disk has done to the game that was played last."""

    def dump(self, table: str) -> bytes:
        """The record as bytes, with a checksum: a changed bit could make another valid record."""
        packed = pack(self.model_dump(exclude_none=True))
        return digest("record", table, packed)[:_SUM] + packed

    @classmethod
    def read(cls, table: str, stored: bytes) -> TableRecord:
        """Read what `dump` wrote for a table.

        Raises:
            NetError: ``stored``, when it cannot be read.
        """
        packed = stored[_SUM:]
        if digest("record", table, packed)[:_SUM] != stored[:_SUM]:
            raise NetError("stored", "it is damaged.")
        try:
            return cls.model_validate(unpack(packed, DEFAULT.answer))
        except (NetError, ValidationError):
            raise NetError("stored", "it is from another version of the game.") from None

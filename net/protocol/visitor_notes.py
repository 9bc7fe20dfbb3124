"""Visitor notes: the messages of a host to clients at no table, about its tables and about itself."""

from typing import Annotated, Literal

from pydantic import FailFast, Field

from net.protocol.schema import U31, Cid, Count, IdOrNone, Message, ProgramVersion, Seat, TableId, TablePhase
from net.protocol.setup import Id
from net.protocol.table_options import Seconds


class ListedTable(Message):
    """A table as the list has it."""

    table: Annotated[TableId, Field(min_length=26)]
    title: Annotated[str, Field(max_length=100)] = ""
    owner: Annotated[str, Field(max_length=100)] = ""
    """Name of the player who may start it; empty while nobody may."""
    edition: Id
    preset: IdOrNone = ""
    phase: TablePhase
    seats: Annotated[int, Field(ge=2, le=8)]
    people: Annotated[int, Field(ge=0, le=8)] = 0
    """Seats that people have."""
    bots: Annotated[int, Field(ge=0, le=8)] = 0
    takeable: Annotated[int, Field(ge=0, le=8)] = 0
    """Seats that anybody may take in the middle of the game."""
    spectators: U31 = 0
    turn_time: Seconds = 0.0
    reserve: Seconds = 0.0
    """See `net.protocol.table_options.TableOptions`."""
    you: Seat | None = None
    """The visitor's own seat."""
    asked: Seat | None = None
    """The seat whose turn it is: only for those who have a seat."""


class TablesNote(Message):
    """All tables a visitor may see; more than a hundred in several messages."""

    t: Literal["tables"] = "tables"
    host: Annotated[str, Field(max_length=100)] = ""
    """The host's name for itself."""
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
    """The state of the host."""

    t: Literal["status"] = "status"
    cid: Cid
    version: ProgramVersion
    """Version of the program."""
    uptime: U31
    """Seconds since it was started."""
    tables: U31
    unread: U31
    """Stored tables that could not be brought back."""
    games: U31
    """Tables at which a game is in progress."""
    finished: U31
    """Games that have ended; like all that is counted, since the start."""
    decisions: Count
    """Moves that were made, by people and bots."""
    connections: U31
    players: U31
    """People with a seat who are connected."""
    spectators: U31
    visitors: U31
    ssh: U31
    """Sessions of guests by SSH."""
    web: U31
    """Sessions of guests in browsers."""
    turned: U31
    """Guests who were turned away."""
    refused: Count
    """Connections that ended without having been let in."""
    waiting: U31
    """Connections that have not joined yet."""
    requests: U31
    """Requests that wait to be handled at the tables."""
    saving: U31
    """Tables that wait for the store."""
    saves: Count
    save_time: Count
    """Microseconds that tables have waited for the store, all together."""
    received: Count
    """Bytes of messages."""
    sent: Count
    memory: Count
    """Bytes of the host's process, without those of guests."""
    relay: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")] | None = None
    """State of the line to its relay: ``relay_up``, or the code of why there is none; None: it has no relay."""

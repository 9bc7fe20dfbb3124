"""Table rows: what a host shows of a table in the list, and to whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated
from weakref import WeakKeyDictionary

from pydantic import Field, Strict

from net.host.seats.lobby import BotSeat, Member
from net.host.table.table import Table
from net.protocol.schema import Message, Seat, TablePhase
from net.protocol.visitor_notes import ListedTable

_PUB = Annotated[bytes, Field(max_length=32)]


class TableRow(Message):
    """A table in the list."""

    shown: ListedTable
    """The table as all see it who may."""
    listed: bool
    """Whether strangers may see it."""
    players: Annotated[tuple[_PUB, ...], Strict(False), Field(max_length=8)]
    """The identity in each seat; empty for a bot, or nobody."""
    asked: Seat | None = None
    """Whose turn it is."""
    banned: Annotated[tuple[_PUB, ...], Strict(False)] = ()
    """Identities that may not see it."""

    @property
    def plain(self) -> ListedTable | None:
        """As strangers may see it; None, when they may not."""
        return self.shown if self.listed else None

    @property
    def others(self) -> set[bytes]:
        """Identities to whom it looks different than to strangers."""
        return {*self.players, *self.banned} - {b""}

    def own(self, pub: bytes) -> ListedTable | None:
        """As one of `others` may see it; None, when they may not."""
        if pub in self.banned or pub not in self.players:
            return None
        return self.shown.model_copy(update={"you": self.players.index(pub), "asked": self.asked})


class OwnRows:
    """The rows of a host's own tables. Most moves change nothing in them but whose turn it is, so they are kept."""

    def __init__(self, tables: Mapping[str, Table]) -> None:
        """Make rows of these tables, by their ids; they may come and go."""
        self._tables = tables
        self._kept: WeakKeyDictionary[Table, tuple[tuple[object, ...], TableRow]] = WeakKeyDictionary()
        """The facts behind each row, and the row."""

    def of(self, id: str) -> TableRow | None:
        """The row of a table; None, when there is nothing more to see of it."""
        table = self._tables.get(id)
        if table is None or table.ended:
            return None
        facts = _facts(table)
        kept = self._kept.get(table)
        if kept is None or kept[0] != facts:
            row = row_of(table)
        elif kept[1].asked != (asked := _asked(table)):
            row = kept[1].model_copy(update={"asked": asked})
        else:
            return kept[1]
        self._kept[table] = facts, row
        return row

    def all(self) -> dict[str, TableRow]:
        """The rows of all tables, by id."""
        return {id: row for id in self._tables if (row := self.of(id))}


def row_of(table: Table) -> TableRow:
    """A table of this host's."""
    lobby, options, match = table.lobby, table.options, table.match
    rules = lobby.setup
    # A seat that a bot plays until its player is back is still theirs to find.
    lent = match.game.validator.lent if match else {}
    phase: TablePhase
    if match:
        phase = "ended" if match.game.over else "running"
    else:
        phase = "private" if options.private else "open"
    shown = ListedTable(
        table=table.id,
        title=options.title,
        owner=lobby.owner.name if lobby.owner else "",
        edition=rules.edition,
        preset=rules.preset or "",
        phase=phase,
        seats=len(lobby.seats),
        people=len(lobby.players),
        bots=sum(isinstance(seat, BotSeat) for seat in lobby.seats),
        takeable=_takeable(table),
        spectators=len(lobby.spectators),
        turn_time=options.turn_time,
        reserve=options.reserve,
    )
    # Built without checks, as each is of the host's own making, and many change each second.
    return TableRow.model_construct(
        shown=shown,
        listed=options.listed,
        players=tuple(
            who.pub if isinstance(who, Member) else lent.get(seat, b"") for seat, who in enumerate(lobby.seats)
        ),
        asked=_asked(table),
        banned=table.access.banned,
    )


def _facts(table: Table) -> tuple[object, ...]:
    """All that a row is made of but whose turn it is, as things that are the same for as long as it is."""
    lobby, match = table.lobby, table.match
    over = match.game.over if match else None
    counts = len(lobby.spectators), _takeable(table)
    return (table.options, lobby.setup, lobby.owner, over, *counts, table.access.banned, *lobby.seats)


def _takeable(table: Table) -> int:
    """Seats that anybody may take in the middle of the game."""
    return 0 if table.options.private or not table.match else len(table.match.open_seats)


def _asked(table: Table) -> int | None:
    """The seat that is asked at a table, if any is."""
    game = table.game
    return game.seat if game else None

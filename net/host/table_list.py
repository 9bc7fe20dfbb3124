"""The list of a host's tables, and the visitors who look at it: they see it change, open tables, and chat.

Nothing here has to be stored, so nobody waits: a visitor is told at once, and of changes a few times a second.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from typing import Protocol

from net.base.clock import Clock
from net.base.errors import NetError
from net.base.fairness import FairQueue, Turns
from net.base.limits import Limits
from net.base.text import TextError, clean_chat, clean_name, clean_title
from net.host.opening import Opening
from net.host.seats.lobby import Peer
from net.host.seats.naming import admit_name
from net.host.table.table import Table
from net.host.table_row import OwnRows, TableRow
from net.protocol.client_messages import AskStatus, Join, OpenTable, Say, VisitorRequest
from net.protocol.host_messages import ChatNote, Err, HostsNote, Welcome, ack_frame
from net.protocol.rate_limits import RatesBook
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from net.protocol.visitor_notes import ListedTable, OpenedNote, StatusNote, TableGone, TableNote, TablesNote

_AT_ONCE = 100
"""Tables in one message."""
_IN_A_ROW = 50
"""Visitors who are told of a change before others at the host have their turn: 1 to 2 ms."""


@dataclass(slots=True, eq=False)
class Visit:
    """One connection to the list."""

    name: str
    pub: bytes
    asked: int = 0
    """The last request number."""
    own: dict[str, ListedTable | None] = field(default_factory=dict)
    """Rows they have been told of the tables that look different to them than to strangers; None: nothing yet."""


class OtherHosts(Protocol):
    """Other hosts whose tables are in the list, too."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where clients reach each of them, this host included."""

    def rows(self) -> Mapping[str, TableRow]:
        """The rows of their tables, by id; another mapping when anything has changed."""

    def show(self, changed: Mapping[str, TableRow | None]) -> None:
        """Show them the rows of this host's tables that have changed; None: there is nothing more to see of one."""


class TableList:
    """The visitors of a host, and what they are told of its tables."""

    def __init__(
        self,
        tables: Mapping[str, Table],
        open_table: Callable[[Setup, TableOptions, Opening], Table],
        status: Callable[[int], StatusNote],
        clock: Clock,
        limits: Limits,
        title: str = "",
        others: OtherHosts | None = None,
    ) -> None:
        """Prepare a list without visitors.

        Args:
            tables: Those of the host, by their ids.
            open_table: Opens one for a visitor.
            status: Answers the request of a number for the state of the host.
            clock: Time.
            limits: Bounds of everything.
            title: The name that the host shows.
            others: The other hosts; None: there are none.
        """
        self._others = others
        self._tables = tables
        self._own_rows = OwnRows(tables)
        self._open_table = open_table
        self._status = status
        self._clock = clock
        self._limits = limits
        self._title = title
        self._visits: dict[Peer, Visit] = {}
        self._places: FairQueue[Peer] = FairQueue()
        """Visitors by address, for evictions."""
        self._shown: dict[str, ListedTable] = {}
        """Rows that strangers have been told of, by table: the same for all of them."""
        self._elsewhere: Mapping[str, TableRow] = {}
        """The tables of the other hosts."""
        self._changed: set[str] = set()
        self._untold: deque[tuple[Peer, bytes]] = deque()
        """Frames about changes that are still to be sent, with their receivers."""
        self._saying = False
        """Whether the next of them are about to be sent."""
        self._rates = RatesBook(limits)
        self._strangers = Turns(limits.shared_joins, limits.wishes, clock.now, clock.later)
        """Visitors who would like to see the list."""
        self._guests = Turns(limits.guest_joins, limits.wishes, clock.now, clock.later)
        """Guests of the host's own SSH or web server who would like to see it."""
        self._chats = Turns(limits.shared_chats, limits.lines, clock.now, clock.later, in_order=True)
        self._new_tables = Turns(limits.shared_new_tables, limits.wishes, clock.now, clock.later)

    def __len__(self) -> int:
        return len(self._visits)

    # Coming and going

    def arrive(self, peer: Peer, join: Join) -> None:
        """A visitor has come, and is let in as soon as it is their turn; or sent away again, and told why."""
        turns = self._guests if peer.guest else self._strangers
        turns.enqueue(peer, peer.origin, partial(self._let_in, peer, join), partial(peer.close, "busy"))

    def _let_in(self, peer: Peer, join: Join) -> None:
        try:
            name = self._name(join)
        except NetError as error:
            peer.close(error.code, error.detail)
            return
        self._make_room(join.pub)
        if not self._visits:
            # Nobody was there for whom it would have been kept up to date.
            self._elsewhere = self._others.rows() if self._others else {}
            found = {id: row.plain for id, row in self._rows().items()}
            self._shown = {id: entry for id, entry in found.items() if entry}
        visit = self._visits[peer] = Visit(name, join.pub)
        self._places.add(peer, peer.origin)
        peer.admit(watching=False, rates=self._rates.of(join.pub, self._clock.now()))
        peer.send(Welcome(table="", seq=0).frame())
        self.tell_hosts(peer)
        rows = self._rows()
        visit.own = {id: row.own(visit.pub) for id, row in rows.items() if visit.pub in row.others}
        entries = [visit.own[id] if id in visit.own else self._shown.get(id) for id in rows]
        tables = [entry for entry in entries if entry]
        parts = [tables[at : at + _AT_ONCE] for at in range(0, len(tables), _AT_ONCE)] or [[]]
        notes = [TablesNote(host=self._title, tables=part, more=part is not parts[-1]) for part in parts]
        # The whole list may be more than a visitor may leave unread.
        peer.replay([note.frame() for note in notes])

    def tell_hosts(self, *peers: Peer) -> None:
        """Tell some visitors, or all, the addresses of the other hosts that share these tables, if there are any."""
        if self._others:
            for peer in peers or self._visits:
                peer.send(HostsNote(hosts=list(self._others.addresses)).frame())

    def depart(self, peer: Peer) -> None:
        """A visitor's connection has ended."""
        for turns in (self._strangers, self._guests, self._new_tables):
            turns.forget(peer)
        self._visits.pop(peer, None)
        self._places.discard(peer)

    def _name(self, join: Join) -> str:
        try:
            name = clean_name(join.name)
        except TextError as error:
            raise NetError("name_bad", str(error)) from None
        others = {other.name: "a visitor" for other in self._visits.values() if other.pub != join.pub}
        return admit_name(name, others, by_option=not join.via)

    def _make_room(self, pub: bytes) -> None:
        """Somebody goes where there is no room for one more: the oldest of the player, or of the fullest address."""
        own = [peer for peer, visit in self._visits.items() if visit.pub == pub]
        if len(own) >= self._limits.visits:
            self._dismiss(own[0], "superseded")
        elif len(self._visits) >= self._limits.visitors:
            self._dismiss(self._places.evict(), "busy")

    def _dismiss(self, peer: Peer, code: str) -> None:
        del self._visits[peer]
        self._places.discard(peer)
        peer.close(code)

    # Requests

    def request(self, peer: Peer, request: VisitorRequest, *, same_machine: bool) -> None:
        """A visitor asks for something.

        Args:
            peer: The connection.
            request: What for.
            same_machine: Whether they come by the host's Unix socket.
        """
        visit = self._visits.get(peer)
        if visit is None:
            return
        if request.cid <= visit.asked:
            peer.send(Err(code="stale_decision", cid=request.cid).frame())
            return
        visit.asked = request.cid
        try:
            match request:
                case Say():
                    self._chat(peer, visit, request)
                    answer = ack_frame(request.cid, 0)
                case OpenTable():
                    self._ask_to_open(peer, visit, request)
                    return
                case AskStatus():
                    if not same_machine:
                        raise NetError("not_owner")
                    answer = self._status(request.cid).frame()
        except NetError as error:
            answer = Err(code=error.code, cid=request.cid, detail=error.detail[:200]).frame()
        peer.send(answer)

    def _chat(self, peer: Peer, visit: Visit, request: Say) -> None:
        try:
            text = clean_chat(request.text)
        except TextError as error:
            raise NetError("chat_bad", str(error)) from None
        if self._chats.count(peer.origin) >= self._limits.chats[1]:
            raise NetError("rate_limited")
        self._chats.enqueue(
            object(), peer.origin, partial(self._say_to_all, ChatNote(name=visit.name, text=text).frame())
        )

    def _say_to_all(self, frame: bytes) -> None:
        for peer in list(self._visits):
            peer.send(frame)

    def _ask_to_open(self, peer: Peer, visit: Visit, request: OpenTable) -> None:
        """Open a table for a visitor as soon as it is their turn.

        Raises:
            NetError: when it would be refused then, too; ``rate_limited`` while another one is waited for.
        """
        self._check(visit, request)
        if peer in self._new_tables:
            raise NetError("rate_limited")

        def refuse(error: NetError) -> None:
            peer.send(Err(code=error.code, cid=request.cid, detail=error.detail[:200]).frame())

        def go() -> None:
            try:
                table = self._open(visit, request, peer.origin)
            except NetError as error:
                refuse(error)
                return
            peer.send(OpenedNote(cid=request.cid, table=table.id, token=table.access.player_token).frame())

        self._new_tables.enqueue(peer, peer.origin, go, partial(refuse, NetError("rate_limited")))

    def _check(self, visit: Visit, request: OpenTable) -> str:
        """The title of a table that somebody may open.

        Raises:
            NetError: when they may not.
        """
        try:
            title = clean_title(request.options.title)
        except TextError as error:
            raise NetError("title_bad", str(error)) from None
        if sum(table.opening.opener == visit.pub for table in self._tables.values()) >= self._limits.open_tables:
            raise NetError("tables_enough")
        if max(len(request.bots) + 1, request.options.start_when) > request.setup.players:
            raise NetError("seats_open")
        wait = self._rates.of(visit.pub, self._clock.now()).new_tables.wait(self._clock.now())
        if wait:
            raise NetError("tables_soon", str(ceil(wait)))
        return title

    def _open(self, visit: Visit, request: OpenTable, origin: bytes) -> Table:
        title = self._check(visit, request)
        options = request.options.model_copy(update={"title": title})
        opening = Opening(bots=tuple(request.bots), opener=visit.pub, opened_from=origin)
        if sum(not table.evicted for table in self._tables.values()) >= self._limits.tables:
            self._clear_a_place(origin)
        table = self._open_table(request.setup, options, opening)
        # What was refused counts for nothing.
        self._rates.of(visit.pub, self._clock.now()).new_tables.take_token(self._clock.now())
        table.expect(visit.pub)
        return table

    def _clear_a_place(self, origin: bytes) -> None:
        """End a table for one more: what cannot be undone, the end of a game, befalls nobody who is at it.

        First go those that nobody is at, whoever opened them: lobbies, then games, the ones with fewest players before
        others, and those that were left first. Then a lobby of the address that has most, if this one has fewer.
        """
        # Those of the host itself are nobody's too many.
        opened = [table for table in self._tables.values() if table.opening.opened_from and not table.evicted]
        lobbies = [table for table in opened if table.match is None or table.over]
        waiting = [table for table in opened if table.match is None]
        empty, left = _by_address(filter(_deserted, lobbies)), list(filter(_deserted, opened))
        if empty:
            empty.evict().evict()
        elif left:
            min(left, key=lambda table: (len(table.lobby.players), table.left)).evict()
        elif crowded_out := _by_address(waiting).to_evict(origin):
            crowded_out.evict()

    # Changes

    def touch(self, *tables: str) -> None:
        """Something may have happened at tables that the list shows."""
        if not self._visits and not self._others:
            return
        if tables and not self._changed:
            self._clock.later(self._limits.listing, self._tell)
        self._changed.update(tables)

    def hear(self) -> None:
        """Take notice of what other hosts show of their tables; to be called often."""
        if not self._visits or not self._others:
            return
        before, self._elsewhere = self._elsewhere, self._others.rows()
        if before is not self._elsewhere:
            ids = before.keys() | self._elsewhere.keys()
            self.touch(*(id for id in ids if before.get(id) != self._elsewhere.get(id)))

    def _rows(self) -> dict[str, TableRow]:
        """All tables that somebody may see, this host's first."""
        own = self._own_rows.all()
        return own | {id: row for id, row in self._elsewhere.items() if id not in self._tables}

    def has_seat(self, pub: bytes) -> bool:
        """Whether an identity has a seat at any of the tables."""
        elsewhere = self._others.rows() if self._others else {}
        return any(pub in row.players for row in (*self._own_rows.all().values(), *elsewhere.values()))

    def _row(self, id: str) -> TableRow | None:
        return self._own_rows.of(id) if id in self._tables else self._elsewhere.get(id)

    def _tell(self) -> None:
        """Tell every visitor what has changed, most of them the same; and show the other hosts this host's tables."""
        changed, self._changed = sorted(self._changed), set()
        rows = {id: self._row(id) for id in changed}
        if self._others:
            self._others.show({id: row if id in self._tables else None for id, row in rows.items()})
        by_pub: dict[bytes, list[Peer]] = {}
        by_table: dict[str, set[Peer]] = {}
        for peer, visit in self._visits.items():
            by_pub.setdefault(visit.pub, []).append(peer)
            for id in visit.own:
                by_table.setdefault(id, set()).add(peer)
        common: dict[str, bytes] = {}
        personal: dict[Peer, dict[str, bytes]] = {}
        for id, row in rows.items():
            before, now = self._shown.get(id), row.plain if row else None
            if now and now is before and id not in by_table:
                # Nothing but whose turn it is, and none of those who sit there is here: so it is with most.
                continue
            if now:
                self._shown[id] = now
            else:
                self._shown.pop(id, None)
            common[id] = _change(id, before, now)
            concerned = by_table.get(id, set())
            if row:
                concerned = concerned.union(*(by_pub.get(pub, ()) for pub in row.others))
            for peer in concerned:
                visit = self._visits[peer]
                known, found = visit.own.pop(id, before), now
                if row and visit.pub in row.others:
                    found = visit.own[id] = row.own(visit.pub)
                personal.setdefault(peer, {})[id] = _change(id, known, found)
        same = b"".join(common.values())
        for peer in self._visits:
            own = personal.get(peer)
            frames = b"".join((common | own).values()) if own else same
            if frames:
                self._untold.append((peer, frames))
        self._say()

    def _say(self) -> None:
        """Tell some of them now, and the others after the event loop has served everything else."""
        for _ in range(min(len(self._untold), _IN_A_ROW)):
            peer, frames = self._untold.popleft()
            peer.send(frames)
        if self._untold and not self._saying:
            self._saying = True
            self._clock.later(0.0, self._say_on)

    def _say_on(self) -> None:
        self._saying = False
        self._say()


def _deserted(table: Table) -> bool:
    return table.deserted


def _by_address(tables: Iterable[Table]) -> FairQueue[Table]:
    """Tables by the address that has opened them, the oldest first."""
    places: FairQueue[Table] = FairQueue()
    for table in tables:
        places.add(table, table.opening.opened_from)
    return places


def _change(id: str, before: ListedTable | None, now: ListedTable | None) -> bytes:
    """The frame that tells of it, if anything has changed."""
    if now is before or now == before:
        return b""
    return (TableNote(table=now) if now else TableGone(table=id)).frame()

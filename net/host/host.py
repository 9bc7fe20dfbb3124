"""The host: a listener, its connections, and the tables they come for."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from net.base.clock import LoopClock
from net.base.errors import NetError, traced
from net.base.limits import DEFAULT, Limits
from net.base.own_addresses import own_addresses
from net.base.program import program_version
from net.base.proxies import NO_PROXIES, Proxies
from net.base.sockets import BACKLOG, listen_tcp
from net.base.thinking import ThinkingPool
from net.host.lines.connection import Connection
from net.host.lines.listener import Caller, Listener
from net.host.lines.relay_line import RelayLine
from net.host.lines.unix_socket import ACCOUNT, account_of, forget_socket, listen_unix
from net.host.opening import Opening
from net.host.seats.access import origin_of
from net.host.seats.host_services import AwayNotice, Entrances, HostServices
from net.host.seats.issued import token_hash
from net.host.shared.shared_games import gather
from net.host.shared.shared_list import SharedList
from net.host.shared.shared_store import SharedStore
from net.host.shared.takeover import Takeover
from net.host.shared.vouching import is_vouched_for
from net.host.store.store import MemoryStore, Store
from net.host.store.tally import HostTally, resident_memory
from net.host.table.finished_games import GameKeeper
from net.host.table.table import Table
from net.host.table_list import TableList
from net.host.table_recovery import TableRecovery
from net.identity.certificate import make_certificate
from net.identity.crypto import Identity
from net.identity.invitations import ADDRESSES, Address, Invite
from net.identity.tls import pin_of
from net.protocol.client_messages import Join, Leave, TableRequest, VisitorRequest
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from net.protocol.visitor_notes import StatusNote

_log = logging.getLogger(__name__)


class Host:
    """Runs tables, and lets people in.

    async with Host.open(identity, bind="", port=7447) as host:
        table = host.open_table(Setup(players=4))
        print(host.invite(table))
        await host.wait_closed()
    """

    def __init__(
        self,
        identity: Identity,
        listening: Sequence[socket.socket],
        *,
        bind: str,
        unix: Path | None,
        relay: Address | None,
        limits: Limits,
        store: Store,
        title: str,
        games: GameKeeper | None,
        notify: Callable[[AwayNotice], None] | None,
        proxies: Proxies,
    ) -> None:
        """Prepare a host; see `open`, which makes one that serves."""
        self._store = store
        self.port: int = listening[0].getsockname()[1]
        """The port that is listened on."""
        self.identity = identity
        self.limits = limits
        self.tables: dict[str, Table] = {}
        self.unread: dict[str, NetError] = {}
        """Why tables that are stored have not been brought back, by their ids."""
        self.tally = HostTally()
        """Counts of events since the start."""
        self.entrances = Entrances()
        """Where guests come who have no client of their own; all tables tell their members."""
        self.salvaged: list[Path] = []
        """Where the logs of damaged games are kept, as far as they could be read."""
        self.connections: set[Connection] = set()
        """Everybody who is connected, whether they have been let in or not."""
        self.notices = self._store.notices
        self.games = games
        """Keeps the logs of finished games."""
        self._bind = bind
        self._unix = unix
        self._relay = relay
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = asyncio.Event()
        self._certificate = make_certificate()
        searching = min(4, os.cpu_count() or 1)
        self._executor = ThreadPoolExecutor(max_workers=2 + searching, thread_name_prefix="bots")
        self._thinkers = ThinkingPool(searching)
        self._clock = LoopClock(self._executor, self._thinkers, self._stood_still)
        self._started = self._clock.now()
        shared = store if isinstance(store, SharedStore) else None
        others = SharedList(shared) if shared else None
        self._table_list = TableList(self.tables, self.open_table, self.status, self._clock, limits, title, others)
        self._services = HostServices(
            identity=identity,
            clock=self._clock,
            store=self._store,
            limits=limits,
            port=self.port,
            tally=self.tally,
            entrances=self.entrances,
            keep=games.keep if games else None,
            notify=notify,
            touch=self._table_list.touch,
            hosts=lambda: shared.hosts if shared else (),
        )
        self._recovery = TableRecovery(self._services, self._run, self.unread, self.salvaged)
        self._takeover = (
            Takeover(shared, self._services, self.tables, self._recovery.recover, self._table_list) if shared else None
        )
        self._gather = partial(gather, shared, games, identity.public) if shared and games else None
        self._listeners = [Listener(listening[0], limits, self._begin, proxies=proxies)]
        self._listeners += [Listener(each, limits, self._begin, account_of) for each in listening[1:]]
        self.relay_line = RelayLine(relay, identity, limits, self._begin) if relay else None
        """The line to the relay, if there is one."""
        if self.relay_line:
            self._listeners.append(self.relay_line.listener)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        identity: Identity,
        *,
        bind: str = "127.0.0.1",
        port: int = 0,
        unix: Path | None = None,
        relay: Address | None = None,
        limits: Limits = DEFAULT,
        store: Store | None = None,
        title: str = "",
        games: GameKeeper | None = None,
        notify: Callable[[AwayNotice], None] | None = None,
        proxies: Proxies = NO_PROXIES,
    ) -> AsyncIterator[Host]:
        """Listen and serve until the end of the context; nobody is served before the running event loop goes on.

        Args:
            identity: What clients know this host by.
            bind: Address to listen on; ``""`` for every address of this machine.
            port: TCP port; 0 for any free one.
            unix: Path of a Unix socket for clients of this account; None: there is none.
            relay: A relay by which players can come who cannot reach this machine; None: there is none.
            limits: Bounds of everything.
            store: Keeps the tables; None: memory only. The host closes it, also when it cannot listen.
            title: The name that the host shows its visitors.
            games: Keeps the logs of finished games; None: nobody does.
            notify: Tells players who are away that they are asked; None: nobody does.
            proxies: Those in front of the port, which say who comes by them.

        Raises:
            NetError: ``local_host``, when the address, the port or the socket cannot be had.
        """
        store = store or MemoryStore()
        try:
            listening = _listen(bind, port, unix)
        except NetError:
            store.close()
            raise
        host = cls(
            identity,
            listening,
            bind=bind,
            unix=unix,
            relay=relay,
            limits=limits,
            store=store,
            title=title,
            games=games,
            notify=notify,
            proxies=proxies,
        )
        host._start()
        try:
            yield host
        finally:
            await host.close()

    def _start(self) -> None:
        for listener in self._listeners:
            listener.start()
        if self.relay_line:
            self.relay_line.start()
        if self._takeover:
            self._spawn(self._takeover.tend())
        if self._gather:
            self._spawn(self._gather())

    async def close(self) -> None:
        """Say goodbye to everybody and stop."""
        if self.relay_line:
            await self.relay_line.close()
        for listener in self._listeners:
            listener.close()
        if self._unix:
            forget_socket(self._unix)
        for table in list(self.tables.values()):
            await table.close("host_shutdown")
        for connection in list(self.connections):
            connection.close("host_shutdown")
        # What was said must have left before the connections go.
        for connection in list(self.connections):
            await connection.wait_closed()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._clock.close()
        self._thinkers.close()
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._store.close()
        self._closed.set()

    def _stood_still(self, seconds: float) -> None:
        """Nothing has run for a while: everybody's time goes on where it was, which clients do not know."""
        _log.warning("stood still", extra={"about": {"seconds": round(seconds)}})
        for table in self.tables.values():
            if table.match is not None:
                table.inbox.post(table.match.turn_clock.tell)

    async def wait_closed(self) -> None:
        """Wait until somebody closes the host."""
        await self._closed.wait()

    def open_table(
        self,
        setup: Setup,
        options: TableOptions = TableOptions(),
        opening: Opening = Opening(),
    ) -> Table:
        """Open a table.

        Raises:
            NetError: ``setup_bad`` or ``seat_bad``, or ``full`` when there are too many tables.
        """
        if sum(not table.evicted for table in self.tables.values()) >= self.limits.tables:
            raise NetError("full")
        return self._run(Table(self._services, setup, options, opening))

    @property
    def listed(self) -> tuple[int, int]:
        """How many tables everybody may see, and at how many of them anybody may sit down."""
        seen = [table for table in self.tables.values() if table.options.listed and not table.ended]
        free = [table for table in seen if not table.options.private and table.match is None]
        return len(seen), sum(None in table.lobby.seats for table in free)

    def has_seat(self, pub: bytes) -> bool:
        """Whether an identity has a seat at a table of this host, or of those that share theirs with it."""
        return self._table_list.has_seat(pub)

    def status(self, cid: int) -> StatusNote:
        """The state of the host, as the answer to a request."""
        tables, tally, guests = self.tables.values(), self.tally, self.entrances.count()
        return StatusNote(
            cid=cid,
            version=program_version(),
            uptime=round(self._clock.now() - self._started),
            tables=len(tables),
            unread=len(self.unread),
            games=sum(table.match is not None and not table.over for table in tables),
            finished=tally.finished,
            decisions=tally.decisions,
            connections=len(self.connections),
            players=sum(member.peer is not None for table in tables for member in table.lobby.players),
            spectators=sum(len(table.lobby.spectators) for table in tables),
            visitors=len(self._table_list),
            ssh=guests.ssh,
            web=guests.web,
            turned=guests.turned,
            refused=sum(listener.refused for listener in self._listeners),
            waiting=sum(listener.waiting for listener in self._listeners),
            requests=sum(table.inbox.qsize() for table in tables),
            saving=tally.saving,
            saves=tally.saves,
            save_time=round(tally.save_time * 1_000_000),
            received=tally.received,
            sent=tally.sent,
            memory=resident_memory(),
            relay=self.relay_line.state if self.relay_line else None,
        )

    def recover(self) -> list[Table]:
        """Bring every stored table back, the one that was opened last at the end.

        One that cannot be brought back stays stored as it is, and the others do without it (see `unread`). One whose
        game is damaged is a lobby again, and the log of that game is kept as far as it can be read (see `salvaged`).
        To be called once, before any table is opened.

        Raises:
            NetError: when there are tables, and none of them can be brought back.
        """
        later = self._recovery.recover_all()
        if self._takeover:
            self._takeover.owe(later)
        if self.unread and not self.tables:
            raise next(reversed(self.unread.values()))
        return list(self.tables.values())

    def _run(self, table: Table) -> Table:
        self.tables[table.id] = table
        _log.info("table opened", extra={"about": {"table": table.id, "tables": len(self.tables)}})
        self._table_list.touch(table.id)
        self._spawn(self._keep(table))
        return table

    async def _keep(self, table: Table) -> None:
        """Run a table until it ends, and then forget it."""
        await table.run()
        if table.ended and table.ended.code == "host_shutdown":
            return
        del self.tables[table.id]
        _log.info("table ended", extra={"about": {"table": table.id, "tables": len(self.tables)}})
        self._table_list.touch(table.id)

    def invite(self, table: Table, host: str | None = None, *, owner: bool = False) -> Invite:
        """An invitation to a table, with an address (by default, all by which others may reach this machine)."""
        relay = self._relay.authority if self._relay else ""
        first, *others = [host] if host else own_addresses(self._bind)[:ADDRESSES]
        token = table.access.owner_token if owner else table.access.player_token
        return Invite(
            Address(first, self.port, relay=relay),
            pin_of(self.identity.public),
            token,
            tuple(Address(other, self.port) for other in others),
        )

    # Connections

    def _begin(self, caller: Caller) -> asyncio.Task[None]:
        return self._spawn(self._serve(caller))

    def _runs(self, join: Join, caller: Caller) -> bool:
        """Whether the client of a guest runs on this machine, or that of another host of the store."""
        return caller.address == ACCOUNT or (self._takeover is not None and is_vouched_for(join, self.identity))

    async def _serve(self, caller: Caller) -> None:
        try:
            connection = await Connection.accept(caller.sock, self._certificate, self.identity, self.limits, self.tally)
        except OSError:
            return
        self.connections.add(connection)
        table: Table | None = None
        visits = goodbye = False
        try:
            while message := await connection.next():
                if isinstance(message, Join):
                    connection.guest = self._runs(message, caller)
                    if (message.via or message.origin) and not connection.guest:
                        connection.close("auth")
                        break
                    connection.origin = message.origin or origin_of(self.identity, caller.address)
                    visits = message.role == "visitor"
                    if visits:
                        asks = partial(self._table_list.request, connection, same_machine=caller.address == ACCOUNT)
                        connection.hand(VisitorRequest, asks)
                        self._table_list.arrive(connection, message)
                    else:
                        table = await self._table_for(connection, message)
                        if table is None:
                            break
                        connection.hand(TableRequest, partial(table.request, connection))
                        table.arrive(connection, message)
                    if not await connection.admitted():
                        break
                    for listener in self._listeners:
                        listener.joined(caller)
                elif isinstance(message, Leave):
                    goodbye = True
                    break
                else:
                    connection.close("bad_schema")
                    break
        except asyncio.CancelledError:
            connection.drop()
            raise
        finally:
            if visits:
                self._table_list.depart(connection)
            if table:
                table.depart(connection, for_good=goodbye)
            self.connections.discard(connection)
            await connection.finish()

    async def _table_for(self, connection: Connection, join: Join) -> Table | None:
        table = self.tables.get(join.table) if join.table else self._invited(join)
        if table is None and self._takeover and join.table not in self.unread:
            try:
                table = await self._takeover.find(join, connection.origin)
            except NetError as error:
                connection.close(error.code, error.detail)
                return None
        if table is None and join.token and not join.table:
            connection.close("invite_bad")
        elif table is None:
            unread = join.table in self.unread
            connection.close(*("stored", "its host cannot read it.") if unread else ("table_unknown",))
        elif table.stalled:
            connection.close(table.stalled.code, table.stalled.detail)
            return None
        return table

    def _invited(self, join: Join) -> Table | None:
        """The table that an invitation is to."""
        hash = token_hash(join.token)
        for table in self.tables.values():
            if table.access.invitations.knows(hash) or table.access.is_owner(join):
                return table
        return None

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error:
            _log.error("a connection failed: %s", traced(error))


def _listen(bind: str, port: int, unix: Path | None) -> list[socket.socket]:
    """Listen on an address, and on a Unix socket if there is to be one.

    Raises:
        NetError: ``local_host``, when one of them cannot be had.
    """
    try:
        listening = listen_tcp(bind, port)
    except OSError as error:
        where = Address(bind or "*", port).authority
        if error.errno == errno.EADDRINUSE:
            raise NetError("local_host", f"{where} is in use by another program.") from None
        raise NetError("local_host", f"{where} cannot be listened on ({error.strerror}).") from None
    try:
        return [listening, listen_unix(unix, BACKLOG)] if unix else [listening]
    except NetError:
        listening.close()
        raise

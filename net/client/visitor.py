"""A visitor: looks at the tables of a host as they change, opens one, chats with the other visitors.

    visitor = await visit(parse_target("192.168.1.5"), identity, "Ada", trust=ask_the_player)
    async for update in visitor.updates():
        match update:
            case TablesView(tables=tables): ...
            case TableOpened(invite=invite): client = await connect(invite, identity, "Ada")

Sitting down is a connection of its own (`net.client.connect.connect`). A lost connection is made again by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple, TypeVar

from net.base.errors import NetError, ProtocolError, retry_of, sentence
from net.base.text import TextError, clean_chat, shown_line, shown_name, shown_title
from net.client.dial import ClientConnection
from net.client.following import HostRates, follow
from net.client.reconnect import Reconnector
from net.client.update_queue import UpdateQueue
from net.client.updates import Chat, Closed, Link, Refused
from net.identity.fingerprint import fingerprint
from net.identity.invitations import Invite
from net.protocol.client_messages import AskStatus, Leave, RequestMaker, Say
from net.protocol.host_messages import Ack, ChatNote, Err, HostMessage, HostsNote, Pong
from net.protocol.visitor_notes import ListedTable, OpenedNote, StatusNote, TableGone, TableNote, TablesNote


class TablesView(NamedTuple):
    """The tables of the host, whenever something about them changes."""

    host: str
    """The host's name for itself, at most 40 cells; perhaps empty."""
    tables: tuple[ListedTable, ...]
    """In the order in which they were opened; titles and names can be shown as they are."""


class TableOpened(NamedTuple):
    """The table that was asked for is open, and waits a minute for the player who opened it."""

    invite: Invite


NOTHING = ("", 0, b"")
"""The known part of a log where there is none."""
Wanted = TypeVar("Wanted")
VisitorUpdate = TablesView | TableOpened | Chat | Refused | Link | StatusNote | Closed


class Visitor:
    """One connection to the tables of a host. Made by `net.client.connect.visit`."""

    def __init__(self, reconnector: Reconnector, connection: ClientConnection) -> None:
        self.fingerprint = fingerprint(connection.session.host)
        """The host's identity as six words."""
        self.address = reconnector.address
        self._reconnector = reconnector
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._queue: UpdateQueue[VisitorUpdate] = UpdateQueue(reconnector.limits.unread, _supersedes)
        self._rates = HostRates(reconnector.limits)
        self._overdue: asyncio.TimerHandle | None = None
        """Ends the visit when the list does not come to its end."""
        self._endless = False
        """Whether that has happened."""
        self._tables: dict[str, ListedTable] = {}
        self._host = ""
        self._whole = False
        """Whether the list has come to its end."""
        self._asked: dict[int, str] = {}
        self._cid = 0
        self._left = False
        self._runner = self._loop.create_task(self._run())

    async def updates(self) -> AsyncIterator[VisitorUpdate]:
        """Everything that happens, in order; ends after `Closed`. To be read by one task only."""
        while True:
            update = await self._queue.get()
            yield update
            if isinstance(update, Closed):
                return

    async def first_view(self) -> TablesView:
        """The tables as they are now. Instead of reading the updates.

        Raises:
            NetError: ``timeout``, when they do not come in time, or why the connection has ended before.
        """
        return await self._first(TablesView, Closed)

    def tell_again(self) -> None:
        """Tell the tables once more, to the reader of the updates after `first_view`."""
        self._changed()

    async def status(self) -> StatusNote:
        """How the host is; it tells guests by its Unix socket. Instead of reading the updates.

        Raises:
            NetError: ``timeout``, when it does not tell in time; why it does not; why the connection has ended before.
        """
        self._ask(AskStatus, "status")
        return await self._first(StatusNote, Refused, Closed)

    async def _first(self, wanted: type[Wanted], *ends: type[Refused | Closed]) -> Wanted:
        """The first update of a kind.

        A lost connection is dialled again without end, and a host that only says that it is there is not lost: one
        answer is waited for so long only.

        Raises:
            NetError: ``timeout``, or the code of an update that ends the wait.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._reconnector.limits.connect_timeout):
                async for update in self.updates():
                    if isinstance(update, wanted):
                        return update
                    if isinstance(update, ends):
                        raise NetError(update.code)
        raise NetError("timeout")

    def invite(self, table: str, token: bytes = b"") -> Invite:
        """The way to a table of this host."""
        return Invite(replace(self.address, table=table), self._reconnector.pin, token, self._reconnector.invited)

    async def request(self, make: RequestMaker) -> None:
        """Ask the host for something, as in ``request(partial(OpenTable, setup=setup, title="Friday"))``.

        `TableOpened` says how to get to a table that was opened.
        """
        self._ask(make)

    async def chat(self, text: str) -> None:
        """Say something to the visitors: one line of at most 280 characters."""
        try:
            said = clean_chat(text)
        except TextError as error:
            self._refuse("chat_bad", error.args[0], "chat")
            return
        self._ask(partial(Say, text=said), f"chat {said}")

    async def leave(self) -> None:
        """Say goodbye and close."""
        self._left = True
        self._connection.send(Leave().frame())
        # A task that is cancelled before its first step would close nothing.
        await asyncio.sleep(0)
        self._runner.cancel()
        await asyncio.wait([self._runner])

    def _ask(self, make: RequestMaker, what: str = "") -> None:
        """Send a new request, which a refusal calls so."""
        self._cid += 1
        request = make(cid=self._cid)
        self._asked[self._cid] = what or request.t.replace("_", " ")
        self._connection.send(request.frame())

    def _refuse(self, code: str, detail: str, what: str) -> None:
        self._tell(Refused(code, sentence(code, detail), retry_of(code), what))

    def _tell(self, update: VisitorUpdate) -> None:
        self._queue.put(update)

    async def _run(self) -> None:
        error = NetError("left")
        try:
            while True:
                self._expect_list()
                error = await follow(
                    self._connection,
                    self._reconnector.limits,
                    self._rates,
                    self._take,
                    patience=lambda: self._reconnector.silence,
                    room=self._queue.room,
                )
                await self._connection.close()
                if self._endless:
                    raise NetError("flooding" if self._tables else "timeout")
                self._connection, _ = await self._reconnector.reconnect(lambda: NOTHING, error, self._lost)
                self._came_back()
        except NetError as last:
            error = last
        except asyncio.CancelledError:
            if not self._left:
                raise
            error = NetError("left")
        finally:
            self._listed()
            await self._connection.close()
            self._tell(Closed(error.code, sentence(error.code, shown_line(error.detail)), retry_of(error.code)))

    def _expect_list(self) -> None:
        """The whole list has to come in time."""
        self._listed()
        self._overdue = self._loop.call_later(self._reconnector.limits.first_list, self._give_up)

    def _listed(self) -> None:
        """Note that the list has come: nothing is waited for any more."""
        if self._overdue:
            self._overdue.cancel()
            self._overdue = None

    def _give_up(self) -> None:
        self._endless = True
        self._connection.abort()

    def _came_back(self) -> None:
        self._tables.clear()
        self._whole = False
        for what in self._asked.values():
            self._refuse("lost", "", what)
        self._asked.clear()
        self._cid = 0
        self._tell(Link("live"))

    def _lost(self, error: NetError) -> None:
        self._tell(Link("reconnecting", sentence(error.code, shown_line(error.detail))))

    def _take(self, message: HostMessage) -> None:
        match message:
            case TablesNote():
                self._host = shown_title(message.host)
                for each in message.tables:
                    self._list(each)
                self._whole = not message.more
                if self._whole:
                    self._listed()
                self._changed()
            case TableNote():
                self._list(message.table)
                self._changed()
            case TableGone():
                self._tables.pop(message.table, None)
                self._changed()
            case ChatNote():
                self._tell(Chat(None, shown_name(message.name), shown_line(message.text)))
            case OpenedNote():
                self._asked.pop(message.cid, None)
                self._tell(TableOpened(self.invite(message.table, message.token)))
            case StatusNote():
                self._asked.pop(message.cid, None)
                self._tell(message)
            case Err():
                what = self._asked.pop(message.cid or 0, "")
                self._refuse(message.code, shown_line(message.detail), what)
            case Ack():
                self._asked.pop(message.cid, None)
            case HostsNote():
                self._reconnector.learn(message)
            case Pong():
                pass
            case _:
                raise ProtocolError("bad_schema")

    def _list(self, table: ListedTable) -> None:
        if table.table in self._tables or len(self._tables) < self._reconnector.limits.listed:
            self._tables[table.table] = shown_table(table)

    def _changed(self) -> None:
        if self._whole:
            self._tell(TablesView(self._host, tuple(self._tables.values())))


def _supersedes(newer: VisitorUpdate, older: VisitorUpdate) -> bool:
    """Whether nobody has to read an older update: a view shows all tables."""
    return isinstance(newer, TablesView) and isinstance(older, TablesView)


def shown_table(table: ListedTable) -> ListedTable:
    """A table of a list as a host tells of it, with title and owner that can be shown as they are."""
    owner = shown_name(table.owner) if table.owner else ""
    return table.model_copy(update={"title": shown_title(table.title), "owner": owner})

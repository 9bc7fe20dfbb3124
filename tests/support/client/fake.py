"""A table without a network: it says what a test lets it say, and remembers what it was told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from citadels_tui.session.start import JoinTable, TableStart, VisitHost
from engine import Move
from net.base.errors import NetError
from net.client.connect import Trust
from net.client.updates import Chat, Closed, Held, SeatInfo, Update, Voted
from net.client.visitor import TablesView, VisitorUpdate
from net.identity.invitations import Address, Invite
from net.protocol.client_messages import Configure, Hold, OpenTable, RequestMaker, SetOptions, Vote
from net.protocol.host_messages import OptionsNote
from net.protocol.visitor_notes import ListedTable

NAMES = ("Ann", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")


def seats(players: int, names: Sequence[str] = NAMES) -> tuple[SeatInfo, ...]:
    """You, and bots on the other seats."""
    return tuple(
        SeatInfo(seat, names[seat], "human" if seat == 0 else "bot", "" if seat == 0 else "random")
        for seat in range(players)
    )


class FakeFeed:
    """A feed that is told what to say, and remembers what was answered."""

    fingerprint = "apple boat crane delta echo frost"

    def __init__(self) -> None:
        self.queue: asyncio.Queue[Update] = asyncio.Queue()
        self.sent: list[str] = []
        self.beside: tuple[FakeFeed, ...] = ()
        self.invite: Invite | None = Invite(Address("192.168.1.5"), bytes(20), bytes(8))

    def tell(self, *updates: Update) -> None:
        for update in updates:
            self.queue.put_nowait(update)

    async def updates(self) -> AsyncIterator[Update]:
        while True:
            update = await self.queue.get()
            yield update
            if isinstance(update, Closed):
                return

    async def move(self, move: Move) -> None:
        self.sent.append(str(move))

    async def request(self, make: RequestMaker) -> None:
        request = make(cid=1)
        if isinstance(request, Configure):
            self.sent.append(f"configure {request.setup.players}")
            return
        if isinstance(request, SetOptions):
            self.tell(OptionsNote(options=request.options))
            self.sent.append(f"bot_pause {request.options.bot_pause}")
            return
        fields = request.model_dump(exclude={"t", "cid"}).values()
        self.sent.append(" ".join([request.t, *map(str, fields)]))
        match request:
            case Hold():
                self.tell(Held(request.on))
            case Vote():
                self.tell(Voted(0, request.end, int(request.end), 2))

    async def again(self, on: bool = True) -> None:
        self.sent.append(f"again {on}")

    async def chat(self, text: str) -> None:
        self.tell(Chat(0, "Ann", text))

    async def leave(self, *, for_good: bool = True) -> None:
        self.sent.append("leave")
        self.tell(Closed("left", "You have left the table.", "now"))


class FakeVisitor:
    """A visitor that is told what to see, and remembers what was asked for."""

    fingerprint = FakeFeed.fingerprint

    def __init__(self, tables: Sequence[ListedTable] = ()) -> None:
        self.address = Address("192.168.1.5")
        self.queue: asyncio.Queue[VisitorUpdate] = asyncio.Queue()
        self.sent: list[str] = []
        self.show(*tables)

    def show(self, *tables: ListedTable, host: str = "The Green Dragon") -> None:
        self.tell(TablesView(host, tuple(tables)))

    def tell(self, *updates: VisitorUpdate) -> None:
        for update in updates:
            self.queue.put_nowait(update)

    async def updates(self) -> AsyncIterator[VisitorUpdate]:
        while True:
            update = await self.queue.get()
            yield update
            if isinstance(update, Closed):
                return

    def invite(self, table: str) -> Invite:
        return Invite(replace(self.address, table=table), bytes(20), bytes(8))

    async def request(self, make: RequestMaker) -> None:
        request = make(cid=1)
        assert isinstance(request, OpenTable)
        asked = request.model_dump(exclude_defaults=True, exclude={"cid", "setup"})
        self.sent.append(f"open {request.setup.players} {request.setup.edition} {asked}")

    async def chat(self, text: str) -> None:
        self.sent.append(f"say {text}")
        self.tell(Chat(None, "Ann", text))

    async def leave(self) -> None:
        self.sent.append("leave")


class FakeConnector:
    """Every way leads to the given feed."""

    def __init__(self, feed: FakeFeed) -> None:
        self.feed = feed
        self.started: list[TableStart | VisitHost] = []
        self.trusted: list[bool] = []
        self.met = False
        """Whether the host whose list is asked for is known."""
        self.refused: dict[str, str] = {}
        """Tables that cannot be joined, by their targets: the codes of the reasons."""
        self.listed: tuple[ListedTable, ...] = ()
        """What visitors are shown at first."""
        self.visitors: list[FakeVisitor] = []

    async def open(self, start: TableStart, trust: Trust) -> FakeFeed:
        self.started.append(start)
        if isinstance(start, JoinTable) and start.target in self.refused:
            raise NetError(self.refused[start.target])
        if not isinstance(start, JoinTable) or start.chosen_at is not None:
            # It is on this machine, or known from its list.
            return self.feed
        self.trusted.append(await trust("192.168.1.5:7447", self.feed.fingerprint))
        if not self.trusted[-1]:
            raise NetError("unknown_host", "192.168.1.5:7447")
        return self.feed

    async def visit(self, start: VisitHost, trust: Trust) -> FakeVisitor:
        self.started.append(start)
        if not self.met:
            self.trusted.append(await trust("192.168.1.5:7447", self.feed.fingerprint))
            if not self.trusted[-1]:
                raise NetError("unknown_host", "192.168.1.5:7447")
        self.visitors.append(FakeVisitor(self.listed))
        return self.visitors[-1]

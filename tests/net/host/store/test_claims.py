"""Tables of other hosts: how many a host takes over, how often it looks for one, and what it says of the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

import pytest

from net.base.errors import NetError
from net.base.limits import DEFAULT, Limits
from net.host.seats.host_services import HostServices
from net.host.shared import takeover
from net.host.shared.shared_store import Claim
from net.host.shared.takeover import Takeover
from net.host.store.store import MemoryStore
from net.host.store.stored_table import TableRecord
from net.identity.crypto import Identity
from net.identity.invitations import TOKEN
from net.protocol.client_messages import Join
from net.protocol.version import PROTO, RULES
from tests.support.net.fakes import FakeClock, Room

pytestmark = pytest.mark.asyncio


class SharedStore(MemoryStore):
    """A store in which other hosts have tables; whatever is asked of it is noted."""

    hosts = ("one:7447", "other:7447")
    lost = frozenset[str]()
    abandoned: tuple[str, ...] = ()

    def __init__(self) -> None:
        super().__init__()
        self.claims: dict[str, Claim | None] = {}
        self.records: list[tuple[str, bytes]] = []
        self.claimed: list[str] = []
        self.searches = 0

    async def claim(self, table: str) -> Claim | None:
        self.claimed.append(table)
        return self.claims.get(table)

    async def everywhere(self) -> list[tuple[str, bytes]]:
        self.searches += 1
        return self.records


class FakeList:
    """A list of tables that nobody looks at."""

    told = heard = 0

    def tell_hosts(self) -> None:
        self.told += 1

    def hear(self) -> None:
        self.heard += 1


class FakeTable:
    """A table that was taken over."""

    lost = told = 0

    def lose(self) -> None:
        self.lost += 1

    def tell_hosts(self) -> None:
        self.told += 1


class Taker:
    """A host of a store that others use, too."""

    def __init__(self, limits: Limits = DEFAULT) -> None:
        self.store, self.identity, self.list = SharedStore(), Identity.new(), FakeList()
        self.tables: dict[str, Any] = {}
        self.fault: NetError | None = None
        self.taker = Takeover(
            self.store,  # type: ignore[arg-type]
            HostServices(self.identity, FakeClock(), self.store, limits),
            self.tables,
            self._recover,  # type: ignore[arg-type]
            self.list,  # type: ignore[arg-type]
        )

    def _recover(self, id: str, record: bytes) -> FakeTable:
        if self.fault:
            raise self.fault
        self.tables[id] = FakeTable()
        return self.tables[id]  # type: ignore[no-any-return]

    async def find(self, table: str = "", token: bytes = b"", origin: bytes = b"") -> Any:
        """Somebody comes for a table that this host does not have."""
        who = Identity.new()
        join = Join(
            proto=PROTO,
            rules=RULES,
            table=table,
            role="player",
            name="Ada",
            pub=who.public,
            seal=bytes(32),
            nonce=bytes(16),
            token=token,
            sig=bytes(64),
        )
        return await self.taker.find(join, origin)

    @asynccontextmanager
    async def tending(self, patch: pytest.MonkeyPatch) -> AsyncIterator[None]:
        """It looks after the tables of this host and of others all the time."""
        patch.setattr(takeover, "_TEND", 0)
        task = asyncio.create_task(self.taker.tend())
        yield
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def id_of(number: int) -> str:
    return f"{number:026}"


async def code(taker: Taker, **asked: Any) -> str:
    with pytest.raises(NetError) as caught:
        await taker.find(**asked)
    return f"{caught.value.code} {caught.value.detail}".strip()


async def soon(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110
        await asyncio.sleep(0)


async def test_a_host_takes_no_more_tables_than_it_may_have() -> None:
    taker = Taker(replace(DEFAULT, tables=2))
    taker.store.claims = {id_of(number): Claim(b"record") for number in range(3)}
    first = await taker.find(id_of(0))
    assert await taker.find(id_of(1)) is taker.tables[id_of(1)]
    assert await code(taker, table=id_of(2)) == "busy"
    # The third one is not even asked for: another host may have room.
    assert taker.store.claimed == [id_of(0), id_of(1)]
    assert await taker.find(id_of(0)) is first
    assert taker.store.claimed == [id_of(0), id_of(1)]


async def test_a_player_is_told_which_host_has_the_table() -> None:
    taker = Taker()
    taker.store.claims = {id_of(0): Claim(None, "other:7447"), id_of(1): Claim(None)}
    assert await code(taker, table=id_of(0)) == "elsewhere other:7447"
    assert await code(taker, table=id_of(1)) == "busy"
    assert await taker.find(id_of(2)) is None
    assert not taker.tables


async def test_an_invitation_or_the_owner_s_token_finds_the_table_at_another_host() -> None:
    taker, ours = Taker(), [Room(2) for _ in range(2)]
    for number, room in enumerate(ours):
        record = TableRecord(**room.table.record_fields()).dump(id_of(number))
        taker.store.records.append((id_of(number), record))
    # One that cannot be read stands in nobody's way.
    taker.store.records.insert(0, (id_of(9), b"no record"))
    taker.store.claims = {id_of(number): Claim(None, f"{number}:7447") for number in range(2)}
    assert await code(taker, token=ours[1].table.access.player_token) == "elsewhere 1:7447"
    assert await code(taker, token=taker.identity.derive("owner", id_of(0))[:TOKEN]) == "elsewhere 0:7447"
    assert await taker.find(token=bytes(TOKEN)) is None


async def test_invitations_are_looked_for_at_a_rate_and_too_many_do_not_wait() -> None:
    taker = Taker(replace(DEFAULT, searches=(1.0, 3), wishes=4))
    tasks = [asyncio.create_task(taker.find(token=bytes(TOKEN), origin=bytes([number]))) for number in range(10)]
    await soon(lambda: taker.store.searches >= 3 and sum(task.done() for task in tasks) >= 6)
    assert taker.store.searches == 3
    refused = [task for task in tasks if task.done() and task.exception()]
    assert [str(task.exception().code) for task in refused] == ["busy"] * 3  # type: ignore[union-attr]
    assert sum(not task.done() for task in tasks) == 4
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_table_that_cannot_be_read_now_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    taker = Taker()
    taker.store.claims = {id_of(number): Claim(b"record") for number in range(3)}
    taker.taker.owe([id_of(1)])
    taker.store.abandoned = (id_of(2),)
    taker.fault = NetError("database")
    assert await code(taker, table=id_of(0)) == "database"
    async with taker.tending(monkeypatch):
        await soon(lambda: len(taker.store.claimed) > 10)
        assert not taker.tables
        taker.fault = None
        await soon(lambda: len(taker.tables) == 3)
        taker.store.abandoned = ()
        claimed = len(taker.store.claimed)
        for _ in range(20):
            await asyncio.sleep(0)
        assert len(taker.store.claimed) == claimed


async def test_hosts_that_come_and_go_are_told_once_and_a_lost_table_is_let_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taker = Taker()
    table = taker.tables[id_of(0)] = FakeTable()
    other = taker.tables[id_of(1)] = FakeTable()
    async with taker.tending(monkeypatch):
        await soon(lambda: taker.list.heard > 3)
        assert (taker.list.told, table.told) == (0, 0)
        taker.store.hosts = ("one:7447",)  # type: ignore[assignment]
        heard = taker.list.heard
        await soon(lambda: taker.list.heard > heard + 3)
        assert (taker.list.told, table.told, other.told) == (1, 1, 1)
        taker.store.lost = frozenset({id_of(0), id_of(5)})
        await soon(lambda: table.lost > 0)
        assert other.lost == 0

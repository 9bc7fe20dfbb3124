"""A client that loses its host, by any way there is, and comes back to the exact place."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from net.base.limits import Limits
from net.client.client import Client
from net.client.connect import connect
from net.client.dial import ClientConnection, Route
from net.client.updates import (
    Chat,
    Closed,
    Decision,
    Ended,
    Happened,
    Link,
    LobbyView,
    Refused,
    SeatChanged,
    Started,
    Update,
)
from net.gamelog.archive import archived
from net.host.host import Host
from net.host.seats.lobby import Peer
from net.host.store.journal import Journal
from net.host.table.table import Table
from net.identity.crypto import Identity
from net.identity.invitations import Address, Invite
from net.protocol.client_messages import Commit, HandOver, Ready, Start, TableRequest
from net.protocol.session import ClientSession
from tests.support.net.hosting import FAST, WAIT, hosting, invite, open_table, play, play_of, soon, until
from tests.support.net.kept_logs import kept

pytestmark = pytest.mark.slow

PATIENT = replace(FAST, backoff=(0.01, 0.1), absence=WAIT)
"""Who is cut off comes back at once, and nobody else is taken for gone, however long this machine may stop."""


class Road:
    """Between clients and host: it can be cut, and it can swallow or keep what comes."""

    def __init__(self, port: int) -> None:
        self.swallows = False
        self.passable = asyncio.Event()
        self.passable.set()
        self._port = port
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: list[asyncio.StreamWriter] = []

    async def open(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        self._writers += [writer, back]
        for source, target in ((reader, back), (there, writer)):
            task = asyncio.get_running_loop().create_task(self._carry(source, target))
            self._tasks.add(task)

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while chunk := await source.read(1000):
                await self.passable.wait()
                if not self.swallows:
                    target.write(chunk)
        target.close()

    def cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    def close(self) -> None:
        self.cut()
        for task in self._tasks:
            task.cancel()


@asynccontextmanager
async def on_the_road(host: Host, table: Table) -> AsyncIterator[tuple[Road, Invite]]:
    """A road to a host, and the invitation by way of it."""
    road = Road(host.port)
    server = await asyncio.start_server(road.open, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield road, invite(host, table).at("127.0.0.1", port)
    finally:
        server.close()
        road.close()


async def traveller(target: Invite, limits: Limits = PATIENT, identity: Identity | None = None) -> Client:
    return await connect(target, identity or Identity.new(), "Ada", limits=limits)


@pytest.mark.asyncio
async def test_a_connection_that_is_cut_again_and_again_costs_nothing() -> None:
    async with hosting(PATIENT) as host:
        table = open_table(host, 3, seed=None, bots=["random"] * 2)
        async with on_the_road(host, table) as (road, target):
            client = await traveller(target)
            await client.request(Start)
            cuts = 0

            def choose(decision: Decision) -> object:
                nonlocal cuts
                if decision.did > 20 * (cuts + 1):
                    cuts += 1
                    asyncio.get_running_loop().call_later(0.001 * (cuts % 3), road.cut)
                return decision.moves[0]

            story = await play(client, choose=choose)
            assert cuts > 3
            assert story.ended
            assert story.verified
            assert story.verified.ok, story.verified.sentence
            assert story.verified.proof
            proof = archived(story.verified.proof)
            # Every entry once and in order, and the player's own moves among them.
            assert [note.seq for note in proof.notes] == list(range(1, len(proof.notes) + 1))
            assert sorted(story.views) == sorted(set(story.views))
            links = {update.state for update in story.others if isinstance(update, Link)}
            assert links == {"reconnecting", "live"}
            assert all(refused.code in ("stale_decision", "lost") for refused in story.refused)


@pytest.mark.asyncio
async def test_a_mark_of_being_ready_that_was_lost_on_the_way_is_sent_again() -> None:
    async with hosting(PATIENT) as host:
        table = open_table(host, 3, seed=None)
        async with on_the_road(host, table) as (road, target):
            client = await traveller(target)
            road.swallows = True
            await client.request(partial(Ready, on=True))
            road.cut()
            road.swallows = False
            await until(client, lambda update: isinstance(update, LobbyView) and update.ready == (0,))
            await client.request(partial(Ready, on=False))
            await until(client, lambda update: isinstance(update, LobbyView) and update.ready == ())
            await client.leave()


@pytest.mark.asyncio
async def test_readiness_survives_a_restart_of_the_host(tmp_path: Path) -> None:
    identity = Identity.new()
    async with Host.open(identity, limits=PATIENT, store=Journal(tmp_path / "host.db")) as host:
        client = await traveller(invite(host, open_table(host, 3, seed=None)))
        await client.request(partial(Ready, on=True))
        await until(client, lambda update: isinstance(update, LobbyView) and update.ready == (0,))
        port = host.port
    # Said while nobody hears it.
    await client.request(partial(Ready, on=False))
    await client.request(partial(Ready, on=True))
    async with Host.open(identity, port=port, limits=PATIENT, store=Journal(tmp_path / "host.db")) as host:
        host.recover()
        await until(client, lambda update: isinstance(update, Link) and update.state == "live")
        await until(client, lambda update: isinstance(update, LobbyView) and update.ready == (0,))
        await soon(lambda: not client._asked)
        assert [len(table.lobby.ready) for table in host.tables.values()] == [1]
        await client.leave()


@pytest.mark.asyncio
async def test_leaving_during_verification_keeps_the_log(tmp_path: Path) -> None:
    async with hosting() as host:
        table = open_table(host, 2, seed=None, bots=["random"])
        client = await connect(invite(host, table), Identity.new(), "Ada", archive=tmp_path / "own.db")
        await client.request(Start)
        async for update in client.updates():
            if isinstance(update, Decision) and not update.auto:
                await client.move(update.moves[0])
            elif isinstance(update, Ended):
                break
        while not client._verification.tasks:  # noqa: ASYNC110
            await asyncio.sleep(0)
        await client.leave()
        (proof,) = kept(tmp_path / "own.db").values()
        assert proof.notes == tuple(client._follower.notes)


def link(state: str) -> Callable[[Update], bool]:
    """Whether an update says so of the connection."""
    return lambda update: isinstance(update, Link) and update.state == state


@pytest.mark.asyncio
async def test_a_quiet_host_is_reported_until_it_is_heard_again() -> None:
    async with hosting() as host, on_the_road(host, open_table(host, 2, seed=None)) as (road, target):
        client = await traveller(target, replace(PATIENT, heartbeat=0.05, stale=0.15))
        road.passable.clear()
        await until(client, link("stale"))
        road.passable.set()
        await until(client, link("live"))
        await client.leave()


@pytest.mark.asyncio
async def test_a_line_that_falls_silent_is_noticed_on_both_sides() -> None:
    async with hosting(replace(PATIENT, silence=0.6)) as host:
        table = open_table(host, 2, seed=None)
        async with on_the_road(host, table) as (road, target):
            client = await traveller(target, replace(PATIENT, heartbeat=0.05, silence=0.6))
            (member,) = table.lobby.players
            road.swallows = True
            await until(client, link("reconnecting"))
            await soon(lambda: member.peer is None)
            road.swallows = False
            # An attempt to come back may have been swallowed in its middle, and would be waited for.
            road.cut()
            await until(client, link("live"))
            await soon(lambda: member.peer is not None)
            await client.leave()


@pytest.mark.asyncio
async def test_another_process_of_the_same_player_takes_over_and_sees_all_of_it() -> None:
    ada = Identity.new()
    async with hosting(PATIENT) as host:
        table = open_table(host, 2, seed=None, bots=["random"])
        first = await connect(invite(host, table), ada, "Ada", limits=PATIENT)
        await first.request(Start)
        for _ in range(12):
            decision = await until(first, Decision)
            await first.move(decision.moves[0])
        await until(first, Decision)
        second = await connect(invite(host, table), ada, "Ada again", limits=PATIENT)
        closed = await until(first, Closed)
        assert (closed.code, closed.retry) == ("superseded", "never")
        decision = await until(second, Decision)
        assert second.head == play_of(table).log.head
        seen = play_of(table).view(0)
        assert decision.view.hand == seen.hand
        assert decision.view.players == seen.players
        story = await play(second, first=decision, choose=lambda decision: decision.moves[0])
        assert story.verified
        assert story.verified.ok


@pytest.mark.asyncio
async def test_an_heir_sees_what_the_seat_knows_and_the_former_player_no_more() -> None:
    async with hosting(PATIENT) as host:
        table = open_table(host, 3, seed=None, bots=["random"])
        owner = await connect(invite(host, table), Identity.new(), "Ada", limits=PATIENT)
        guest = await connect(invite(host, table), Identity.new(), "Bob", limits=PATIENT)
        await owner.request(Start)
        plays = [asyncio.create_task(play(client, leave=False)) for client in (owner,)]
        for _ in range(8):
            decision = await until(guest, Decision)
            await guest.move(decision.moves[0])
        await owner.request(partial(HandOver, seat=1, open=True))
        changed = await until(guest, SeatChanged)
        assert (changed.seat.kind, changed.reason) == ("bot", "open")
        again = await until(guest, Started)
        assert again.you is None
        assert again.view.hand == ()
        heir = await connect(invite(host, table), Identity.new(), "Cleo", limits=PATIENT)
        taken = await until(heir, lambda u: isinstance(u, Started) and u.you is not None)
        assert taken.you == 1
        assert taken.names[1] == "Cleo"
        story = await play(heir, leave=False)
        assert story.ended
        assert story.verified
        assert story.verified.ok, story.verified.sentence
        assert any(isinstance(update, Happened) for update in [await until(guest, Happened)])
        assert (await plays[0]).verified
        for client in (owner, guest, heir):
            await client.leave()


@pytest.mark.asyncio
async def test_a_new_process_repeats_no_commitment(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, given = Identity.new(), list[str]()
    request = Table.request

    def recording(self: Table, peer: Peer, message: TableRequest) -> None:
        given.extend([message.t] if isinstance(message, Commit) else [])
        request(self, peer, message)

    monkeypatch.setattr(Table, "request", recording)
    async with hosting(PATIENT) as host:
        table = open_table(host, 2, seed=None)
        first = await connect(invite(host, table), ada, "Ada", limits=PATIENT)
        silent = await connect(invite(host, table), Identity.new(), "Bob", limits=PATIENT)
        monkeypatch.setattr(silent, "_share", lambda: None)
        await first.request(Start)
        while len(given) < 1:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        second = await connect(invite(host, table), ada, "Ada", limits=PATIENT)
        await until(second, LobbyView)
        while second.head != play_of(table).log.head:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await second.chat("Here I am.")
        await until(second, Chat)
        assert given == ["commit"]
        for client in (second, silent):
            await client.leave()


@pytest.mark.asyncio
async def test_a_move_answers_the_question_its_player_has_read() -> None:
    async with hosting(PATIENT) as host:
        table = open_table(host, 2, seed=None, bots=["random"])
        client = await traveller(invite(host, table))
        await client.request(Start)
        read = await until(client, Decision)
        await client.move(read.moves[0])
        game = play_of(table)
        # Pressed once more, when the player is asked something else and has not read it.
        await soon(lambda: game.did > read.did and game.seat == client.seat and client.head == game.log.head)
        await client.move(read.moves[0])
        refused = await until(client, Refused)
        assert (refused.what, refused.code) == (str(read.moves[0]), "stale_decision")
        await client.leave()


class Stuck:
    """A stream to somebody who does not say goodbye."""

    def __init__(self) -> None:
        self.transport = self
        self.closed = asyncio.get_running_loop().create_future()

    def is_closing(self) -> bool:
        return False

    def close(self) -> None: ...

    def abort(self) -> None: ...

    async def wait_closed(self) -> None:
        await self.closed


@pytest.mark.asyncio
async def test_a_connection_may_be_closed_again_when_it_did_not_close_in_time() -> None:
    stream: Any = Stuck()
    line = ClientConnection(
        asyncio.StreamReader(),
        stream,
        ClientSession(b"", None, PATIENT),
        replace(PATIENT, close_timeout=0.01),
        Route(Address("nowhere")),
    )
    # The second time would be the end of whoever waits, as if they had been cancelled themselves.
    await line.close()
    await line.close()

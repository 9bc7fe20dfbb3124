"""A disk that is full: nothing is told that is not stored, everybody reads why, and with room the game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from net.base.errors import NetError
from net.client.connect import connect
from net.client.updates import Decision, Ended, Notice
from net.host.host import Host
from net.host.seats.lifecycle import Stage
from net.host.store.journal import Journal
from net.host.store.store import Change, MemoryStore
from net.host.table import saving
from net.identity.crypto import Identity
from net.protocol.client_messages import Say, Start
from net.protocol.host_messages import Ack, ClockNote, DecisionNote, EntryNote, Err, NoticeNote, Welcome
from tests.support.net.fakes import FakePeer, Room
from tests.support.net.hosting import FAST, WAIT, hosting, invite, open_table, until


class Disk(MemoryStore):
    """A store that may be full."""

    full = False
    tries = 0

    async def save(self, change: Change) -> None:
        """Keep a change, if there is room."""
        if self.full:
            self.tries += 1
            raise NetError("disk_full")
        await super().save(change)


async def soon(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(WAIT):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0)


@asynccontextmanager
async def stalled(**options: Any) -> AsyncIterator[tuple[Room, Disk, list[FakePeer], FakePeer]]:
    """A game whose disk is full after a move: the room, its disk, the players, and who has moved."""
    disk = Disk()
    room = Room(2, store=disk, **options)
    peers = [room.join("Ada"), room.join("Bo")]
    room.ask(peers[0], Start)
    play = room.table.game
    assert play
    disk.full = True
    mover = peers[play.seat or 0]
    for peer in peers:
        peer.raw.clear()
    running = asyncio.get_running_loop().create_task(room.table.run())
    try:
        act(room, mover)
        await soon(lambda: room.table.stalled is not None)
        yield room, disk, peers, mover
    finally:
        running.cancel()


def act(room: Room, peer: FakePeer) -> None:
    """Make any move, and wait for nothing."""
    settle, room.settle = room.settle, lambda: None  # type: ignore[method-assign]
    try:
        play = room.table.game
        assert play
        peer.raw.append(Err(code="busy", cid=peer.cid + 1).frame())
        room.act(peer, str(play.view(play.seat or 0).moves[0]))
        peer.raw.pop()
    finally:
        room.settle = settle  # type: ignore[method-assign]


async def tick(room: Room, seconds: float) -> None:
    """Let time pass, and whatever is to happen then."""
    room.clock.time += seconds
    while room.clock.due and room.clock.due[0].when <= room.clock.time:
        timer = room.clock.due[0]
        timer.cancel()
        timer.action()
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.mark.asyncio
async def test_a_table_goes_on_within_ten_seconds_of_room_being_made() -> None:
    async with stalled() as (room, disk, peers, mover):
        for _ in range(60):
            await tick(room, 10)
        assert disk.tries > 60
        # They know why, once, and nothing that may be lost.
        for peer in peers:
            assert [type(message) for message in peer.got] == [NoticeNote]
            assert peer.last(NoticeNote).code == "disk_full"
        disk.full = False
        await tick(room, 10)
        assert room.table.lifecycle.stage is Stage.OPEN
        assert mover.count(Ack) == 1
        assert all(peer.count(EntryNote) == 1 for peer in peers)
        assert sum(peer.count(DecisionNote) for peer in peers) == 1
        assert room.store.game(room.table.game.log.game).entries[-1].seq == room.table.game.log.seq  # type: ignore[union-attr]
        act(room, peers[room.table.game.seat or 0])  # type: ignore[union-attr]
        await tick(room, 0)
        assert all(peer.count(EntryNote) == 2 for peer in peers)


@pytest.mark.asyncio
async def test_nobody_s_time_runs_while_the_disk_is_full() -> None:
    async with stalled(turn_time=30, reserve=10) as (room, disk, peers, _):
        for _ in range(60):
            await tick(room, 10)
        disk.full = False
        await tick(room, 10)
        for peer in peers:
            assert peer.last(ClockNote).ms == 30_000
            assert peer.last(ClockNote).reserve == 10_000
            # Nothing but the move has happened.
            assert peer.count(EntryNote) == 1


@pytest.mark.asyncio
async def test_requests_wait_for_a_full_disk_up_to_a_bound() -> None:
    async with stalled() as (room, disk, (ada, bo), _):
        for cid in range(1000, 1300):
            room.table.request(bo, Say(cid=cid, text="hm"))
        assert 0 < bo.count(Err) < 100
        assert bo.last(Err).code == "disk_full"
        assert ada.count(Err) == 0
        disk.full = False
        await tick(room, 10)
        assert bo.count(Ack) + bo.count(Err) >= 300


@pytest.mark.asyncio
async def test_a_newcomer_hears_nothing_while_the_disk_is_full() -> None:
    disk = Disk()
    room, bo = Room(2, store=disk), FakePeer()
    ada = room.join("Ada")
    disk.full = True
    running = asyncio.get_running_loop().create_task(room.table.run())
    try:
        room.knock(bo, "Bo")
        await soon(lambda: room.table.stalled is not None)
        assert ada.last(NoticeNote).code == "disk_full"
        assert (bo.admitted, bo.got) == (False, [])
        disk.full = False
        await tick(room, 10)
        assert bo.admitted
        assert isinstance(bo.got[0], Welcome)
    finally:
        running.cancel()


@pytest.mark.asyncio
async def test_a_table_can_be_closed_while_the_disk_is_full() -> None:
    async with stalled() as (room, disk, peers, _):
        stored = disk.game(room.table.game.log.game)  # type: ignore[union-attr]
        async with asyncio.timeout(WAIT):
            await room.table.close("host_shutdown")
        assert room.table.lifecycle.stage in (Stage.FAILED, Stage.CLOSED)
        assert [peer.closed for peer in peers] == ["host_shutdown"] * 2
        assert not any(peer.count(Ack) for peer in peers)
        disk.full = False
        room.restart()
        play = room.table.game
        assert play
        assert play.validator.heads[:-1] == [*play.validator.heads[: len(stored.entries)]]


@pytest.mark.asyncio
async def test_a_newcomer_reads_that_the_disk_is_full() -> None:
    async with hosting() as host:
        table = open_table(host, 2)
        await connect(invite(host, table), Identity.new(), "Ada")
        table.lifecycle.enter(Stage.STALLED, NetError("disk_full"))
        with pytest.raises(NetError, match="disk is full"):
            await connect(invite(host, table), Identity.new(), "Bo")


@pytest.mark.asyncio
@pytest.mark.slow
async def test_a_game_outlives_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With SQLite's own word for it."""
    monkeypatch.setitem(saving._RETRY, "disk_full", 0.02)
    journal = Journal(tmp_path / "host.db")
    async with asyncio.timeout(WAIT), Host.open(Identity.new(), limits=FAST, store=journal) as host:
        table = open_table(host, 2, bots=["random"])
        client = await connect(invite(host, table), Identity.new(), "Ada", archive=tmp_path / "own.db")
        await client.request(Start)
        await client.move((await until(client, Decision)).moves[0])
        (pages,) = journal._base.execute("PRAGMA page_count").fetchone()
        journal._base.execute(f"PRAGMA max_page_count = {pages + 4}")
        told = None
        async for update in client.updates():
            match update:
                case Notice():
                    told = update
                    assert "disk is full" in update.sentence
                    assert table.stalled
                    journal._base.execute("PRAGMA max_page_count = 100000")
                case Decision() if not update.auto:
                    await client.move(update.moves[0])
                case Ended():
                    break
        assert told
        await client.leave()

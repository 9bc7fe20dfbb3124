"""A host that stands still: nobody can answer it meanwhile, and nobody loses time by it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest

from net.base.limits import DEFAULT
from net.client.client import Client
from net.client.connect import connect
from net.client.updates import Decision, Happened, LobbyView
from net.identity.crypto import Identity
from net.local import worker_process
from net.local.order import Order
from net.local.process import start_local
from net.local.worker_process import Child, WorkerProcess
from net.protocol.client_messages import Start
from net.protocol.host_messages import ClockNote
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.support.net.hosting import WAIT, until

pytestmark = [pytest.mark.thorough, pytest.mark.skipif(os.name == "nt", reason="no process can be stopped")]

TURN = 8.0
STOPPED = 10.0
"""Longer than the turn, and shorter than a connection lives without a word."""


@pytest.fixture
def workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[WorkerProcess]:
    """The host processes that are started."""
    found: list[WorkerProcess] = []

    class Recorded(WorkerProcess):
        def __init__(self, start: Callable[[], Child] = worker_process.spawn) -> None:
            super().__init__(start)
            found.append(self)

    monkeypatch.setattr(worker_process, "WorkerProcess", Recorded)
    monkeypatch.setenv("CITADELS_CONFIG", str(tmp_path))
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path / "state"))
    monkeypatch.setattr("net.local.process._START", WAIT)
    monkeypatch.setattr("net.local.process._STOP", WAIT)
    return found


@contextmanager
def stopped(pid: int) -> Iterator[None]:
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


async def play_first(client: Client) -> None:
    """Play the first row of every menu."""
    async for update in client.updates():
        if isinstance(update, Decision):
            await client.move(update.moves[0])


@pytest.mark.asyncio
async def test_a_guest_has_the_time_left_that_they_had(workers: list[WorkerProcess]) -> None:
    async with asyncio.timeout(WAIT):
        options = TableOptions(turn_time=TURN, bot_pause=0)
        owner = await start_local("Ada", Order(setup=Setup(players=2), options=options, bind="0.0.0.0"), start=False)
        assert owner.invite
        guest = await connect(owner.invite.at("127.0.0.1"), Identity.new(), "Bob")
        await until(owner, lambda update: isinstance(update, LobbyView) and update.seats[1].kind == "human")
        await owner.request(Start)
        owning = asyncio.create_task(play_first(owner))
        decision = await until(guest, Decision)
        await until(guest, ClockNote)
        with stopped(workers[0].pid):
            await asyncio.sleep(STOPPED)
        # The host says how much is left.
        note = await until(guest, lambda update: isinstance(update, ClockNote | Happened))
        awake = monotonic()
        assert isinstance(note, ClockNote), note
        # It is the first choice of a character, which has time to be read.
        had = TURN + DEFAULT.reading
        assert had - STOPPED < note.ms / 1000 <= had
        await asyncio.sleep(TURN / 4)
        assert monotonic() - awake < note.ms / 1000
        await guest.move(decision.moves[0])
        moved = await until(guest, Happened)
        assert moved.cause == "player"
        owning.cancel()
        await guest.leave()
        await owner.leave()

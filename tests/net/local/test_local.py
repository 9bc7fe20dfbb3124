"""The game on one's own machine: a host process that comes and goes with its player."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from engine import Move
from net.base.errors import NetError
from net.base.paths import config_path
from net.client.connect import connect
from net.client.updates import Decision, Invitations, Link, LobbyView, Refused, Restarted, Started
from net.host.opening import Opening, Reach
from net.host.store.journal import Journal
from net.identity.crypto import Identity
from net.identity.invitations import Address, Invite
from net.local import worker_process
from net.local.kept_games import kept_games
from net.local.order import Opened, Order
from net.local.process import HostProcess, resume_local, start_local
from net.local.worker_process import Child, WorkerProcess
from net.protocol.client_messages import Start
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.support.net.hosting import SEED, WAIT, play, until
from tests.support.net.kept_logs import kept
from tests.support.root import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[WorkerProcess]:
    """Every process that is started."""
    found: list[WorkerProcess] = []

    class Recorded(WorkerProcess):
        def __init__(self, start: Callable[[], Child] = worker_process.spawn) -> None:
            super().__init__(start)
            found.append(self)

    monkeypatch.setattr(worker_process, "WorkerProcess", Recorded)
    return found


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CITADELS_CONFIG", str(tmp_path))
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path / "state"))
    # However busy the machine is, a process is let end by itself.
    monkeypatch.setattr("net.local.process._START", WAIT)
    monkeypatch.setattr("net.local.process._STOP", WAIT)
    return tmp_path


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_a_game_against_bots_and_its_process_is_gone(processes: list[WorkerProcess]) -> None:
    async with asyncio.timeout(WAIT):
        client = await start_local(
            "Ada",
            Order(
                setup=Setup(players=4),
                options=TableOptions(bot_pause=0),
                opening=Opening(bots=("novice",) * 3, seed=SEED),
            ),
        )
        assert client.seat == 0
        story = await play(client)
    assert story.ended
    assert story.started
    assert story.started.names[0] == "Ada"
    assert story.closed
    assert story.closed.code == "left"
    assert [process.returncode for process in processes] == [0]


@pytest.mark.asyncio
async def test_others_join_a_table_of_one_s_own(processes: list[WorkerProcess], home: Path) -> None:
    # What the host says first is handled at once, as in the client, where Python can.
    asyncio.get_running_loop().set_task_factory(getattr(asyncio, "eager_task_factory", None))
    async with asyncio.timeout(WAIT):
        owner = await start_local(
            "Ada",
            Order(
                setup=Setup(players=3),
                options=TableOptions(bot_pause=0),
                opening=Opening(bots=("random",)),
                bind="0.0.0.0",
                reach=Reach(address="play.example.org:9000"),
            ),
            start=False,
        )
        lobby = await until(owner, LobbyView)
        assert lobby.mine
        assert [seat.kind for seat in lobby.seats] == ["human", "open", "bot"]
        (issued,) = (await until(owner, Invitations)).rows
        assert owner.invite
        assert owner.invite == issued.invite
        # The invitation names the address from outside, then those of this machine in its network; here it is tried by
        # loopback.
        assert owner.invite.address == Address("play.example.org", 9000)
        port = owner.invite.others[0].port
        guest = await connect(owner.invite.at("127.0.0.1", port), Identity.new(), "Bob")
        with pytest.raises(NetError) as caught:
            await connect(Address("127.0.0.1", port), Identity.new(), "Eve")
        assert caught.value.code == "unknown_host"
        await guest.request(Start)
        await owner.request(Start)
        refused = await until(guest, Refused)
        assert refused.code == "not_owner"
        assert (await until(owner, Started)).names == (await until(guest, Started)).names
        await owner.leave()
        gone = await until(guest, lambda update: isinstance(update, Link) and update.state == "reconnecting")
        assert "closed the table" in gone.sentence
        await guest.leave()
    assert [process.returncode for process in processes] == [0]
    assert (home / "host_ed25519").exists()
    assert config_path() == home


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_a_host_that_dies_is_started_again_and_the_game_goes_on(
    processes: list[WorkerProcess], home: Path
) -> None:
    killed = False
    async with asyncio.timeout(WAIT):
        client = await start_local(
            "Ada", Order(setup=Setup(players=2), options=TableOptions(bot_pause=0), opening=Opening(bots=("random",)))
        )

        def choose(decision: Decision) -> Move:
            nonlocal killed
            if decision.did > 20 and not killed:
                killed = True
                os.kill(processes[0].pid, signal.SIGKILL)
            return decision.moves[0]

        story = await play(client, choose=choose)
    assert story.ended
    assert story.verified
    assert story.verified.ok, story.verified.sentence
    assert any(isinstance(update, Restarted) for update in story.others)
    assert [process.returncode for process in processes] == [-9, 0]
    # What has ended is not kept; its proof is, and stands in the list of games.
    assert list((home / "state" / "local").iterdir()) == []
    assert len(kept(home / "state" / "games.db")) == 1


@pytest.mark.asyncio
async def test_a_game_that_was_left_is_resumed(home: Path) -> None:
    async with asyncio.timeout(WAIT):
        client = await start_local(
            "Ada",
            Order(setup=Setup(players=3), options=TableOptions(bot_pause=0), opening=Opening(bots=("novice",) * 2)),
        )
        for _ in range(5):
            decision = await until(client, Decision)
            await client.move(decision.moves[0])
        decision = await until(client, Decision)
        assert kept_games() == []  # it is being played
        left = decision.view
        await client.leave()
        (game,) = kept_games()
        assert game.rules.players == 3
        assert game.moves > 5
        client = await resume_local(game.journal, "Ada")
        again = await until(client, lambda update: isinstance(update, Decision))
        assert again.moves == decision.moves
        assert (again.view.hand, again.view.players) == (left.hand, left.players)
        story = await play(client, choose=lambda decision: decision.moves[0], first=again)
    assert story.ended
    assert story.verified
    assert story.verified.ok
    assert kept_games() == []


@pytest.mark.asyncio
async def test_the_process_ends_with_its_parent(processes: list[WorkerProcess]) -> None:
    """What a parent that is killed leaves behind is a closed pipe."""
    order = Order()
    async with asyncio.timeout(WAIT):
        await HostProcess.start(order)
        (process,) = processes
        await process.end(WAIT)
        assert process.returncode == 0


@pytest.mark.asyncio
@pytest.mark.thorough
async def test_a_failed_start_is_told_in_words(processes: list[WorkerProcess]) -> None:
    async with asyncio.timeout(WAIT):
        for name, order, code in (
            ("Ada", Order(setup=Setup(preset="nothing")), "setup_bad"),
            ("Ada", Order(setup=Setup(players=2), opening=Opening(bots=("cheater",))), "bot_bad"),
            ("Ada", Order(bind="203.0.113.7"), "local_host"),
            ("\x1b", Order(), "name_bad"),
        ):
            with pytest.raises(NetError) as caught:
                await start_local(name, order)
            assert caught.value.code == code
    assert all(process.returncode is not None for process in processes)


def gone(last: bytes) -> HostProcess:
    """A host whose process has said so much and ended."""
    write = f"import sys; sys.stdout.buffer.write({last!r})"
    child = subprocess.Popen([sys.executable, "-c", write], stdin=PIPE, stdout=PIPE, bufsize=0)
    child.wait(WAIT)
    nowhere = Invite(Address("127.0.0.1", 1), bytes(32), b"")
    return HostProcess(WorkerProcess(lambda: child), Order(journal="unused"), nowhere, nowhere, [])


@pytest.mark.parametrize(
    ("last", "code"),
    [
        (Opened(code="crashed", detail="it is a pity.").model_dump_json().encode(), "crashed"),
        (b'{"owner', "local_host"),
    ],
)
@pytest.mark.asyncio
async def test_a_host_that_keeps_dying_is_explained(last: bytes, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the end came in the middle of what it said of it."""
    monkeypatch.setattr("net.local.process._REVIVALS", 0)
    async with asyncio.timeout(WAIT):
        with pytest.raises(NetError) as caught:
            await gone(last).revive()
    assert caught.value.code == code


@pytest.mark.asyncio
async def test_a_host_that_cannot_be_started_now_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a disk that is full for a while."""

    async def refuse(_: Order) -> HostProcess:
        raise NetError("journal", "there is no room.")

    monkeypatch.setattr(HostProcess, "start", refuse)
    host = gone(b"")
    async with asyncio.timeout(WAIT):
        for _ in range(2):
            with pytest.raises(NetError) as caught:
                await host.revive()
            assert caught.value.code == "journal"


@pytest.mark.asyncio
@pytest.mark.thorough
async def test_a_file_without_a_table_is_left_where_it_is(home: Path) -> None:
    """Whoever resumes a table may name the wrong file."""
    empty, former, missing = (home / "state" / name for name in ("empty", "former", "missing"))
    empty.parent.mkdir()
    empty.touch()
    Journal(former).close()
    async with asyncio.timeout(WAIT):
        for path in (empty, former, missing):
            with pytest.raises(NetError) as caught:
                await resume_local(path, "Ada")
            assert caught.value.code == "nothing_kept"
    assert {path.name for path in (home / "state").iterdir()} == {"empty", "former", "former-marks"}
    assert not empty.stat().st_size


@pytest.mark.asyncio
async def test_a_table_is_opened_by_the_process_that_was_prepared(processes: list[WorkerProcess]) -> None:
    worker_process.prepare()
    worker_process.prepare()
    (process,) = processes
    client = await start_local(
        "Ada", Order(setup=Setup(players=2), options=TableOptions(bot_pause=0), opening=Opening(bots=("random",)))
    )
    assert processes == [process]
    assert process.returncode is None
    async with asyncio.timeout(WAIT):
        await client.leave()
        await process.end(WAIT)
    assert process.returncode == 0


@pytest.mark.asyncio
async def test_a_process_that_was_prepared_for_nothing_ends_with_its_input() -> None:
    process = WorkerProcess()
    await process.end(WAIT)
    assert process.returncode == 2


@pytest.mark.asyncio
async def test_no_secret_is_on_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others on this machine may read command lines; invitations and seeds go through the pipe."""
    lines: list[Sequence[str]] = []

    def refusing(line: Sequence[str], **_: Any) -> None:
        lines.append(line)
        raise OSError(11, "not now")

    monkeypatch.setattr(subprocess, "Popen", refusing)
    with pytest.raises(NetError) as caught:
        await start_local("Ada", Order(setup=Setup(players=2), opening=Opening(seed=SEED)))
    assert caught.value.code == "local_host"
    assert lines == [[sys.executable, "-P", "-m", "net.local.worker"]]


def test_a_player_who_dies_while_the_host_starts_leaves_no_process() -> None:
    order = Order(setup=Setup(players=2), options=TableOptions(bot_pause=0), opening=Opening(bots=("random",)))
    with subprocess.Popen(
        [sys.executable, "-m", "net.local.worker"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdout.close()
        process.stdin.write(order.model_dump_json().encode() + b"\n")
        process.stdin.close()
        try:
            process.wait(WAIT)
        finally:
            process.kill()


COPY = """
import asyncio
from net.host.opening import Opening
from net.local import worker_process
from net.local.order import Order
from net.local.process import start_local
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions

async def play():
    order = Order(setup=Setup(players=2), options=TableOptions(bot_pause=0), opening=Opening(bots=("random",)))
    client = await start_local("Ada", order)
    await client.leave()
    await process.end(60)

worker_process.prepare()
(process,) = worker_process._ready
command = open(f"/proc/{process.pid}/cmdline").read()
assert command == open("/proc/self/cmdline").read(), command
asyncio.run(play())
print(process.returncode)
"""


FORGETTING = "import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN)"
"""What some programs that start others leave behind: the system forgets how children end."""


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the host is no copy of its client")
@pytest.mark.parametrize("before", ["", FORGETTING])
def test_the_process_that_is_prepared_first_is_a_copy_of_its_parent(before: str) -> None:
    command = [sys.executable, "-c", before + COPY]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("0\n", "")

"""Two real hosts on one database, and tables of people who play on whatever happens to them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from net.base.limits import DEFAULT
from net.client.client import Client
from net.client.connect import connect, visit
from net.client.updates import Closed, Decision, Happened
from net.client.visitor import TableOpened, Visitor
from net.gamelog.chain import GENESIS, next_head
from net.gamelog.entries import PlayEntry, parsed
from net.identity.crypto import Identity, load_identity, verified
from net.identity.invitations import Address, Invite
from net.identity.tls import pin_of
from net.protocol.client_messages import OpenTable, Ready
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.support.net.databases import Server
from tests.support.net.hosting import WAIT
from tests.support.ports import free_port


class Process:
    """`citadels serve` on a shared database."""

    def __init__(self, url: str, folder: Path, password: Path | None = None) -> None:
        self.port = free_port()
        self.folder = folder
        self._url = url
        self._environment = {**os.environ, "PGPASSFILE": f"{password}"} if password else None
        self.running: subprocess.Popen[str]

    @property
    def address(self) -> str:
        """Where clients reach it."""
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it listens."""
        options = ["--data", f"{self.folder}", "--port", f"{self.port}", "--bind", "127.0.0.1", "--unannounced"]
        self.running = subprocess.Popen(
            [sys.executable, "-m", "citadels_tui", "serve", "--store", self._url, "--address", self.address, *options],
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.running.stdout
        first = self.running.stdout.readline()
        assert first.startswith("Listening at "), first

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        os.kill(self.running.pid, number)

    def end(self) -> None:
        """End it whatever it does."""
        self.running.kill()
        self.running.communicate()


@dataclass(slots=True)
class Person:
    """A player at a table, who moves whenever asked, and what happened to them."""

    client: Client
    table: str
    acts: set[int] = field(default_factory=set)
    """Numbers of their moves."""
    acked: set[int] = field(default_factory=set)
    """Numbers of the requests that were acknowledged."""
    heads: set[bytes] = field(default_factory=set)
    """Heads of the log that they have seen."""
    updates: list[float] = field(default_factory=list)
    """When something happened."""
    closed: Closed | None = None
    resting: bool = False
    playing: asyncio.Task[None] = field(init=False)

    async def play(self, chance: random.Random) -> None:
        """Play until the connection is closed for good."""
        moves = self.client._own_moves
        accepted = moves.accepted

        def note(cid: int) -> None:
            self.acked.add(cid)
            accepted(cid)

        moves.accepted = note  # type: ignore[method-assign]
        async for update in self.client.updates():
            match update:
                case Happened():
                    self.updates.append(time.monotonic())
                    self.heads.add(self.client.head)
                case Decision() if not update.auto:
                    await asyncio.sleep(chance.uniform(0.1, 0.5))
                    while self.resting:  # noqa: ASYNC110
                        await asyncio.sleep(0.02)
                    await self.client.move(chance.choice(update.moves))
                    self.acts.add(moves._last)
                case Closed():
                    self.closed = update


class Club:
    """Two hosts, and the people at their tables, all of whom have begun at the first."""

    def __init__(self, server: Server, url: str, hosts: tuple[Process, Process], people: list[Person]) -> None:
        self.server, self.url, self.hosts, self.people = server, url, hosts, people

    async def moved_on(self, since: float) -> list[float]:
        """Wait until everybody has heard something since a moment; how many seconds each waited for it."""
        async with asyncio.timeout(WAIT):
            while not all(person.updates and person.updates[-1] > since for person in self.people):
                for person in self.people:
                    assert person.closed is None
                    if person.playing.done():
                        person.playing.result()
                await asyncio.sleep(0.02)
        return sorted(next(when for when in person.updates if when > since) - since for person in self.people)

    async def rest(self) -> None:
        """Have everybody think until `play_on`, and wait until nothing is left to be saved."""
        for person in self.people:
            person.resting = True
        stored: list[tuple[object, ...]] = []
        while stored != (stored := self.stored()):  # noqa: ASYNC110
            await asyncio.sleep(2)

    def play_on(self) -> None:
        """Have everybody play again."""
        for person in self.people:
            person.resting = False

    def owners(self) -> Counter[str]:
        """How many tables each host has."""
        found = self.server.ask(self.url, "SELECT address FROM tables JOIN hosts USING (session)")
        return Counter(address for (address,) in found)

    def stored(self) -> list[tuple[object, ...]]:
        """All that is stored."""
        tables = self.server.ask(self.url, "SELECT id, session, record FROM tables ORDER BY id")
        return [*tables, *self.server.ask(self.url, "SELECT game, seq, sig FROM entries ORDER BY game, seq")]

    def faults(self) -> Iterator[str]:
        """What must not be: of all that was acknowledged, each once in the log, and of all that was told."""
        host = load_identity(self.hosts[0].folder / "host_ed25519").public
        rows = self.server.ask(self.url, "SELECT game, seq, body, sig FROM entries ORDER BY game, seq")
        logs: dict[str, list[tuple[int, bytes, bytes]]] = {}
        for game, seq, body, sig in rows:
            logs.setdefault(game, []).append((seq, bytes(body), bytes(sig)))
        for person in self.people:
            head, heads, signed = GENESIS, set[bytes](), Counter[int]()
            for number, (seq, body, sig) in enumerate(logs.get(person.client._follower.game, []), 1):
                head = next_head(head, body)
                heads.add(head)
                if seq != number or not verified(host, sig, "entry", person.client._follower.game, seq, head):
                    yield f"{person.table}: entry {seq} is not in its place"
                entry = parsed(body)
                if isinstance(entry, PlayEntry) and entry.signed and entry.seat == person.client.seat:
                    signed[entry.signed.cid] += 1
            if not person.heads <= heads:
                yield f"{person.table}: something that was told is not in the log"
            lost = [cid for cid in person.acts & person.acked if signed[cid] != 1]
            if lost:
                yield f"{person.table}: of what was acknowledged, {lost} are not in the log once"
            if any(count > 1 for count in signed.values()):
                yield f"{person.table}: a move is there twice"
            if person.closed:
                yield f"{person.table}: closed by {person.closed.code}"


@asynccontextmanager
async def club(server: Server, tables: int) -> AsyncIterator[Club]:
    """Tables of two people at the first of two hosts."""
    url, folder = server.database(), Path(tempfile.mkdtemp(prefix="citadels-", dir="/tmp"))
    hosts = (Process(url, folder / "a"), Process(url, folder / "b"))
    (folder / "a").mkdir(mode=0o700)
    identity = load_identity(folder / "a" / "host_ed25519")
    shutil.copytree(folder / "a", folder / "b")
    people: list[Person] = []
    try:
        for host in hosts:
            host.start()
        target = Invite(Address("127.0.0.1", hosts[0].port), pin_of(identity.public), b"")
        for number in range(tables):
            people += await _seated(target, number, folder)
        for seed, person in enumerate(people):
            person.playing = asyncio.create_task(person.play(random.Random(seed)))
        found = Club(server, url, hosts, people)
        await found.moved_on(time.monotonic())
        # A host hears of another one with its next heartbeat, and its clients after that.
        async with asyncio.timeout(WAIT):
            while not all(len(person.client._reconnector.hosts) == 2 for person in people):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        yield found
    finally:
        for person in people:
            person.resting = False
            await person.client.leave(for_good=False)
            await person.playing
        for host in hosts:
            with contextlib.suppress(AttributeError):
                host.end()
        shutil.rmtree(folder)


async def _seated(target: Invite, number: int, folder: Path) -> list[Person]:
    """Two people at a table of their own, whose game has begun."""
    ada, bo = Identity.new(), Identity.new()
    visitor = await visit(target, ada, f"Ada {number}")
    await visitor.request(
        partial(OpenTable, setup=Setup(players=2), options=TableOptions(title=f"Table {number}", start_when=2))
    )
    invite = await _opened(visitor)
    await visitor.leave()
    join = partial(connect, invite, limits=DEFAULT, keep_logs=False, archive=folder / "own.db")
    clients = [await join(ada, f"Ada {number}"), await join(bo, f"Bo {number}")]
    for client in clients:
        await client.request(partial(Ready, on=True))
    return [Person(client, invite.address.table) for client in clients]


async def _opened(visitor: Visitor) -> Invite:
    async for update in visitor.updates():
        if isinstance(update, TableOpened):
            return update.invite
    raise AssertionError("the updates ended")

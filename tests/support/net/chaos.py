"""Whole games through chaos: processes that are killed, and a road that tears, delays, loses and cuts.

``Plan.of(seed, folder)`` says what is played, `run` plays it and returns what must not be.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from random import Random
from typing import Any

from net.identity.invitations import Invite, parse_target
from tests.support.net.chaos_checker import RunChecker
from tests.support.net.chaos_processes import Plan, host_life, player_life
from tests.support.net.hardships import Backups, HardshipLog, end_sessions, full, hold_up, rival_life

STUCK = "somebody is stuck"
BLOWS = 6
"""How often somebody is killed in one run, at most."""
GAP = (20, 180)
"""Chunks, least and most, that the host tells between two blows."""


def _processes() -> ForkServerContext:
    """Makes processes that have imported everything already."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.support.net.chaos"])
    return context


class Life:
    """A process that can be killed and started again."""

    def __init__(self, target: Callable[..., None], *arguments: object) -> None:
        self.lives = 0
        self._target = target
        self._arguments = arguments
        self._process: BaseProcess | None = None

    def begin(self, *arguments: object) -> None:
        """Start it, for the first time or again."""
        self.lives += 1
        self._process = _processes().Process(target=self._target, args=(*self._arguments, *arguments))
        self._process.start()

    def kill(self) -> bool:
        """End it, now; whether it was alive."""
        alive = self._process is not None and self._process.is_alive()
        if self._process and alive:
            self._process.kill()
        return alive

    async def suspend(self, seconds: float) -> None:
        """Stop it for a while."""
        assert self._process
        assert self._process.pid
        os.kill(self._process.pid, signal.SIGSTOP)
        await asyncio.sleep(seconds)
        os.kill(self._process.pid, signal.SIGCONT)

    async def end(self) -> int | None:
        """Wait for its end; how it ended."""
        assert self._process
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._process.sentinel, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(self._process.sentinel)
        self._process.join()
        return self._process.exitcode


class Failed(Exception):
    """A player cannot go on."""


@dataclass(eq=False)
class Trip:
    """One connection on the road."""

    ends: tuple[asyncio.StreamWriter, asyncio.StreamWriter]
    swallowed: bool = False
    """Whether it carries nothing any more, and does not show it."""

    def cut(self) -> None:
        for end in self.ends:
            end.transport.abort()


class Road:
    """Between the players and the hosts."""

    def __init__(self, chance: Random) -> None:
        self.to: dict[int, int] = {}
        """The port of each host that runs: that of a dead one may already be another program's."""
        self.met: Counter[str] = Counter()
        """What has happened to what was carried."""
        self._chance = chance
        self._told = 0
        """Chunks that have come from any host."""
        self._awaited = 0
        self._come = asyncio.Event()
        self._calm = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, host: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody sets out to a host."""
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.to[host])
        except (KeyError, OSError):
            writer.transport.abort()
            return
        trip = Trip((writer, back))
        for task in (self._carry(trip, reader, back, up=True), self._carry(trip, there, writer, up=False)):
            going = asyncio.get_running_loop().create_task(task)
            self._tasks.add(going)
            going.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def come(self, chunks: int) -> bool:
        """Wait for the very moment when a host has told so much more; whether it ever does."""
        self._awaited = self._told + chunks
        if not self._calm:
            self._come.clear()
        await self._come.wait()
        return not self._calm

    def calm(self) -> None:
        """Nobody waits for more."""
        self._calm = True
        self._come.set()

    async def _carry(self, trip: Trip, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, up: bool) -> None:
        with contextlib.suppress(OSError):
            while chunk := await source.read(8192):
                self._told += not up
                if self._told == self._awaited:
                    self._come.set()
                if not trip.swallowed:
                    await self._pass_on(trip, chunk, target, self._fate(up))
        if trip.swallowed:
            # The other end is not told.
            trip.ends[not up].transport.abort()
        else:
            for end in trip.ends:
                end.close()

    def _fate(self, up: bool) -> str:
        """What happens to a chunk; what players send is fewer and matters more."""
        at, much = self._chance.random(), 5 if up else 1
        for fate, share in (("lose", 0.002), ("cut", 0.004), ("swallow", 0.0004), ("delay", 0.02), ("tear", 0.04)):
            at -= share * much
            if at < 0:
                self.met[fate] += 1
                return fate
        return ""

    async def _pass_on(self, trip: Trip, chunk: bytes, target: asyncio.StreamWriter, fate: str) -> None:
        match fate:
            case "lose":
                trip.cut()
                return
            case "swallow":
                trip.swallowed = True
                return
            case "delay":
                await asyncio.sleep(self._chance.uniform(0, 0.02))
            case "tear":
                while len(chunk) > 1 and not target.is_closing():
                    size = self._chance.randint(1, len(chunk) - 1)
                    target.write(chunk[:size])
                    chunk = chunk[size:]
                    await asyncio.sleep(0)
        if not target.is_closing():
            target.write(chunk)
        if fate == "cut":
            # It has arrived, and no answer ever will.
            trip.cut()


class Run:
    """One game through chaos."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.chance = Random(f"run {plan.seed}")
        self.road = Road(self.chance)
        self.kills: Counter[str] = Counter()
        self.faults: list[str] = []
        self.backups = Backups(plan.host.path, half=plan.flaw == "copies half")
        self.met: Counter[str] = Counter()
        self._tasks: list[asyncio.Task[None]] = []
        """What goes on beside all else, and must have gone well at the end."""
        self._hosts = {f"host {number}": Life(host_life, plan, number) for number in range(plan.hosts)}
        self._lines: dict[str, Connection] = {}
        """Hosts run until theirs is closed."""
        self._ports: list[int] = []
        """Where players set out to each host."""
        self._players = {name: Life(player_life, plan, name) for name in plan.names}
        self._invite = ""

    async def play(self) -> None:
        """Play it, from the first start of the hosts to the last word of the last player."""
        servers = [
            await asyncio.start_server(partial(self.road.open, number), "127.0.0.1", 0)
            for number in range(self.plan.hosts)
        ]
        self._ports = [server.sockets[0].getsockname()[1] for server in servers]
        for number in range(self.plan.hosts):
            await self._start_host(number)
        target = parse_target(self._invite)
        assert isinstance(target, Invite)
        self._invite = str(target.at("127.0.0.1", self._ports[0]))
        strikes = asyncio.create_task(self._strike())
        players = [asyncio.create_task(self._follow(name)) for name in self._players]
        games = asyncio.gather(*players)
        try:
            async with asyncio.timeout(self.plan.patience):
                # Without its hosts a game has no end.
                first: set[asyncio.Future[Any]] = {strikes, games}
                await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
                if strikes.done():
                    await strikes
                await games
                self.road.calm()
                await strikes
                for ended in await asyncio.gather(*self._tasks, return_exceptions=True):
                    if ended:
                        self.faults.append(f"{ended!r}")
                for name, host in self._hosts.items():
                    self._lines[name].close()
                    if await host.end():
                        self.faults.append(f"{name} did not end well")
        except TimeoutError:
            self.faults.append(STUCK)
        except Failed as failure:
            self.faults.append(str(failure))
        finally:
            # One that has failed leaves the others going on, and a player who is killed would be given another life.
            everything = (strikes, *players, *self._tasks)
            for task in everything:
                task.cancel()
            await asyncio.gather(*everything, games, return_exceptions=True)
            for life in (*self._hosts.values(), *self._players.values()):
                life.kill()
            for server in servers:
                server.close()
            await self.road.close()

    async def _start_host(self, number: int) -> None:
        loop, told, name = asyncio.get_running_loop(), asyncio.Event(), f"host {number}"
        self._lines[name], theirs = line, _ = _processes().Pipe()
        # The table is opened once, by the first of them.
        self._hosts[name].begin(theirs, self._ports[number], not self._invite)
        theirs.close()
        loop.add_reader(line.fileno(), told.set)
        await told.wait()
        loop.remove_reader(line.fileno())
        try:
            self.road.to[number], invite = line.recv()
        except EOFError:
            raise Failed(f"{name} does not start") from None
        self._invite = self._invite or invite

    async def _follow(self, name: str) -> None:
        """Give a player a life, and another whenever one was taken before they had seen the end.

        Who is killed after that finds no game any more when the others have left.
        """
        life = self._players[name]
        code: int | None = -1
        while code and not self.plan.content(name).exists():
            life.begin(life.lives, self._invite)
            code = await life.end()
            if code and code > 0:
                raise Failed(f"{name} failed")

    async def _strike(self) -> None:
        """Kill somebody, again and again; with several hosts, stop one of them at times, and end their sessions."""
        chance = self.chance
        for _ in range(BLOWS):
            hosts = chance.sample([*self._hosts], 1)
            some = chance.sample(self.plan.names, chance.randint(1, 2))
            victims = chance.choice((hosts, some, [*hosts, *some]))
            if not await self.road.come(chance.randint(*GAP)):
                return
            await self._intrude()
            # At once is the moment when something has just been told; a little later, something else is being done.
            if chance.random() < 0.5:
                await asyncio.sleep(chance.uniform(0, 0.004))
            if self.plan.database and chance.random() < 0.4:
                await self._suspend(hosts[0])
                continue
            for victim in victims:
                self._hit(victim)
            for number, name in enumerate(self._hosts):
                if name in victims:
                    await self._hosts[name].end()
                    await self._start_host(number)

    async def _suspend(self, host: str) -> None:
        """Stop a host until it may be taken for gone, or let the database be slow, full, or without any session."""
        blows = ["stop", "slow", "end"]
        if "full" in self.plan.hardships:
            # Half of them, or it would be rare; all, where a host's flaw shows in it.
            blows = ["full"] if self.plan.flaw else [*blows, *["full"] * len(blows)]
        match self.chance.choice(blows):
            case "stop":
                self.met["stopped"] += 1
                await self._hosts[host].suspend(self.chance.uniform(0.1, 3.0))
            case "slow":
                self.met["slow database"] += 1
                await asyncio.to_thread(hold_up, self.plan.database, self.chance.uniform(0.1, 1.5))
            case "end":
                self.met["session ended"] += 1
                await asyncio.to_thread(end_sessions, self.plan.database)
            case "full":
                await self._fill(host)

    async def _fill(self, host: str) -> None:
        """Let the database have no room for a while, or hardly any; the host may die before there is some again."""
        with contextlib.ExitStack() as stack:
            filled = full(self.plan.database, self.chance.choice((0.5, 1.0)))
            refused = await asyncio.to_thread(stack.enter_context, filled)
            await asyncio.sleep(self.chance.uniform(0.1, 3.0))
            dies = self.chance.random() < 0.5
            if dies:
                self._hit(host)
            self.met["full"] += await asyncio.to_thread(refused)
            await asyncio.to_thread(stack.close)
        if dies:
            await self._hosts[host].end()
            await self._start_host([*self._hosts].index(host))

    async def _intrude(self) -> None:
        """Try to be a second host; make a backup, whatever happens meanwhile."""
        if "rival" in self.plan.hardships:
            rival = Life(rival_life, self.plan.host.path)
            rival.begin()
            self.met["rival"] += 1
            if await rival.end():
                raise Failed("a second host has got at the journal")
        if "backup" in self.plan.hardships:
            self.met["backup"] += 1
            self._tasks.append(asyncio.create_task(asyncio.to_thread(self.backups.make)))

    def _hit(self, victim: str) -> None:
        host = self._hosts.get(victim)
        if host:
            self.road.to.pop([*self._hosts].index(victim), None)
        if (host or self._players[victim]).kill():
            self.kills["host killed" if host else "player killed"] += 1


@dataclass(frozen=True)
class Outcome:
    """What has come of a run."""

    plan: Plan
    faults: tuple[str, ...]
    """What must not be; empty when all is exact."""
    entries: int
    """Of the log."""
    met: Counter[str]
    """How often what happened on the road, and whom death met."""


def run(plan: Plan) -> Outcome:
    """Play a game through chaos and judge it."""
    plan.folder.mkdir(parents=True)
    plan.host.path.mkdir(mode=0o700)
    found = Run(plan)
    asyncio.run(found.play())
    checker = RunChecker(plan)
    faults = [*found.faults, *checker.faults(), *asyncio.run(found.backups.faults(checker.log))]
    met = found.road.met + found.kills + found.met + HardshipLog(plan.met).met() + checker.met
    return Outcome(plan, tuple(faults), len(checker.log), met)


def runs(plans: Iterable[Plan], at_once: int = 3) -> list[Outcome]:
    """Play many games, some at the same time."""
    with ProcessPoolExecutor(at_once, _processes()) as pool:
        return list(pool.map(run, plans))

"""Whole games through chaos: processes that are killed, and a road that tears, delays, loses and cuts.

``Plan.of(seed, folder)`` says what is played, `run` plays it and returns what must not be.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from random import Random

from net.identity.invitations import Invite, parse_target
from tests.net.chaos_checker import RunChecker
from tests.net.chaos_processes import Plan, host_life, player_life
from tests.net.hardships import Backups, HardshipLog, rival_life

PATIENCE = 400.0
"""Seconds after which a run is stuck."""
BLOWS = 6
"""How often somebody is killed in one run, at most."""
GAP = (20, 180)
"""Chunks, least and most, that the host tells between two blows."""


def _processes() -> ForkServerContext:
    """Makes processes that have imported everything already."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.net.chaos"])
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
    """Between the players and the host."""

    def __init__(self, chance: Random) -> None:
        self.to = 0
        """The port of the host."""
        self.met: Counter[str] = Counter()
        """What has happened to what was carried."""
        self._chance = chance
        self._told = 0
        """Chunks that have come from the host."""
        self._awaited = 0
        self._come = asyncio.Event()
        self._calm = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody sets out."""
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
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
        """Wait for the very moment when the host has told so much more; whether it ever does."""
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
        self._copying: list[asyncio.Task[None]] = []
        self.met: Counter[str] = Counter()
        self._host = Life(host_life, plan)
        self._players = {name: Life(player_life, plan, name) for name in plan.names}
        self._invite = ""

    async def play(self) -> None:
        """Play it, from the first start of the host to the last word of the last player."""
        await self._start_host()
        server = await asyncio.start_server(self.road.open, "127.0.0.1", 0)
        target = parse_target(self._invite)
        assert isinstance(target, Invite)
        self._invite = str(target.at("127.0.0.1", server.sockets[0].getsockname()[1]))
        tasks = [
            asyncio.create_task(self._strike()),
            *(asyncio.create_task(self._follow(name)) for name in self._players),
        ]
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*tasks[1:])
                self.road.calm()
                await tasks[0]
                for made in await asyncio.gather(*self._copying, return_exceptions=True):
                    if made:
                        self.faults.append(f"a backup: {made!r}")
                self._line.close()
                if await self._host.end():
                    self.faults.append("the host did not end well")
        except TimeoutError:
            self.faults.append("somebody is stuck")
        except Failed as failure:
            self.faults.append(str(failure))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for life in (self._host, *self._players.values()):
                life.kill()
            server.close()
            await self.road.close()

    async def _start_host(self) -> None:
        loop, told = asyncio.get_running_loop(), asyncio.Event()
        self._line, theirs = _processes().Pipe()
        self._host.begin(theirs)
        theirs.close()
        loop.add_reader(self._line.fileno(), told.set)
        await told.wait()
        loop.remove_reader(self._line.fileno())
        self.road.to, invite = self._line.recv()
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
        """Kill somebody, again and again."""
        chance = self.chance
        for _ in range(BLOWS):
            some = chance.sample(self.plan.names, chance.randint(1, 2))
            victims = chance.choice((["host"], some, ["host", *some]))
            if not await self.road.come(chance.randint(*GAP)):
                return
            await self._intrude()
            # At once is the moment when something has just been told; a little later, something else is being done.
            if chance.random() < 0.5:
                await asyncio.sleep(chance.uniform(0, 0.004))
            for victim in victims:
                self._hit(victim)
            if "host" in victims:
                await self._host.end()
                await self._start_host()

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
            self._copying.append(asyncio.create_task(asyncio.to_thread(self.backups.make)))

    def _hit(self, victim: str) -> None:
        life = self._host if victim == "host" else self._players[victim]
        if life.kill():
            self.kills["host killed" if victim == "host" else "player killed"] += 1


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
    met = found.road.met + found.kills + found.met + HardshipLog(plan.met).met()
    return Outcome(plan, tuple(faults), len(checker.log), met)


def runs(plans: Iterable[Plan], at_once: int = 3) -> list[Outcome]:
    """Play many games, some at the same time."""
    with ProcessPoolExecutor(at_once, _processes()) as pool:
        return list(pool.map(run, plans))

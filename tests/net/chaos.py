"""Whole games through chaos: processes that are killed, and a road that tears, delays, loses and cuts.

``Plan.of(seed, folder)`` says what is played, `run` plays it and returns what must not be.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from random import Random
from typing import Any

from engine import Move, View, new_game, view
from net.client import AGAIN
from net.crypto import load_identity
from net.entries import ENTRY, PlayEntry
from net.frames import unpack
from net.invite import Invite, parse_target
from net.limits import DEFAULT
from net.log import GENESIS, next_head
from net.messages import EntryNote
from net.proof import Proof
from net.updates import Closed, Happened, Refused, Verified
from net.verify import verify
from tests.net.lives import Acted, Diary, Plan, Stood, host_life, player_life

REFUSALS = frozenset(
    {"stale_decision", "not_your_turn", "game_over", "lost", "already_started", "seats_open", "not_owner"}
)
"""Why a player may be refused something: somebody was faster, or the connection was gone."""
CLOSINGS = AGAIN | {"left", "no_share", "already_started", "table_full"}
"""Why a client may end."""
PATIENCE = 60.0
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
        self._awaited, self._come = self._told + chunks, asyncio.Event()
        await self._come.wait()
        return self._told >= self._awaited

    def calm(self) -> None:
        """Nobody waits for more."""
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
        """Give a player a life, and another whenever one was taken."""
        life = self._players[name]
        code: int | None = -1
        while code:
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
            # At once is the moment when something has just been told; a little later, something else is being done.
            if chance.random() < 0.5:
                await asyncio.sleep(chance.uniform(0, 0.004))
            for victim in victims:
                self._hit(victim)
            if "host" in victims:
                await self._host.end()
                await self._start_host()

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
    found = Run(plan)
    asyncio.run(found.play())
    court = Court(plan)
    faults = [*found.faults, *court.faults()]
    return Outcome(plan, tuple(faults), len(court.log), found.road.met + found.kills)


def runs(plans: Iterable[Plan], at_once: int = 3) -> list[Outcome]:
    """Play many games, some at the same time."""
    with ProcessPoolExecutor(at_once, _processes()) as pool:
        return list(pool.map(run, plans))


class Court:
    """Everything that was written down about a run, and what must be true of it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.log: tuple[EntryNote, ...] = ()
        """As every player has kept it."""
        self._seats: list[str] = []
        self._told: dict[int, Told] = {}
        """What every entry of play tells, by number."""
        self._answers: dict[int, Told] = {}
        """The answer to every question, by number of the entry that asked it."""

    def faults(self) -> Iterator[str]:
        """What must not be."""
        plan = self.plan
        if plan.errors.exists():
            yield from plan.errors.read_text().splitlines()
        lives = {name: [list(Diary.read(path)) for path in plan.diaries(name)] for name in plan.names}
        ends = {name: self._end(diaries) for name, diaries in lives.items()}
        yield from (f"{name} has not seen the end" for name, end in ends.items() if not end)
        logs = {end.proof.read_bytes() for end in ends.values() if end and end.proof}
        if len(logs) > 1:
            yield "there are two logs"
        if logs:
            yield from self._read(Proof.parse(logs.pop()))
            for name, diaries in lives.items():
                for life, diary in enumerate(diaries):
                    found = [
                        *self._compare(name, diary),
                        *self._settled(name, diary, ended=diary is diaries[-1]),
                    ]
                    yield from (f"{name}, life {life}: {fault}" for fault in found)
                yield from self._disowned(name, diaries)

    def _end(self, diaries: list[list[Any]]) -> Verified | None:
        """How a player's last life ended."""
        words = [word for word in diaries[-1] if isinstance(word, Verified)] if diaries else []
        return words[-1] if words else None

    def _read(self, proof: Proof) -> Iterator[str]:
        """Verify the log, play it again, and take down what it should have told everybody."""
        self.log = proof.notes
        report = verify(proof.host, proof.notes)
        if not report.ok or report.reason != "finished":
            yield report.verdict
            return
        if proof.host != load_identity(self.plan.folder / "host.key").public:
            yield "the log is of another host"
        assert report.rules
        assert report.seed is not None
        self._seats = [seat.people[0].name for seat in report.seats]
        game, moves = new_game(report.rules, report.seed), iter(report.moves)
        asked = 0
        for note in self.log:
            entry = ENTRY.validate_python(unpack(note.body, DEFAULT.answer))
            if isinstance(entry, PlayEntry):
                move = None
                if entry.cause != "start":
                    _, move = next(moves)
                    game.apply(move)
                eyes = [view(game, eye) for eye in (*range(len(self._seats)), None)]
                self._told[note.seq] = Told(entry, move, eyes)
                if asked:
                    self._answers[asked] = self._told[note.seq]
                asked = note.seq
        if game.seat is not None:
            yield "the log ends before the game"

    def _compare(self, name: str, diary: list[Any]) -> Iterator[str]:
        """What a player was told in one life must be the log, from its beginning, without a gap."""
        heads = set(_heads(self.log))
        eye = self._seats.index(name) if name in self._seats else -1
        expected = iter(self._told.items())
        for word in diary:
            match word:
                case Stood(head=head) if head not in heads:
                    yield "has seen another history"
                case Happened():
                    seq, told = next(expected, (0, None))
                    if told is None or (word.seq, word.seat, word.cause) != (seq, told.entry.seat, told.entry.cause):
                        yield f"was told of entry {word.seq} and not of {seq}"
                        return
                    if word.view != told.eyes[eye]:
                        yield f"saw something else at entry {seq}"
                case Refused() if word.code not in REFUSALS:
                    yield f"was refused {word.what}: {word.code}"
                case Verified() if not word.ok:
                    yield word.sentence
                case Closed() if word.code not in CLOSINGS:
                    yield f"was turned away: {word.sentence}"

    def _disowned(self, name: str, diaries: list[list[Any]]) -> Iterator[str]:
        """Every move a player has signed is one they made."""
        made = {(word.did, word.move) for diary in diaries for word in diary if isinstance(word, Acted)}
        for did, told in self._answers.items():
            if told.entry.cause == "player" and self._seats[told.entry.seat] == name and (did, told.move) not in made:
                yield f"{name} has not made the move {told.move} that answers entry {did}"

    def _settled(self, name: str, diary: list[Any], *, ended: bool) -> Iterator[str]:
        """Every move a player made either stands in the log, or was refused."""
        made = {word for word in diary if isinstance(word, Acted)}
        failed = {word for word in made if not self._stands(name, word)}
        refused = Counter(word.what for word in diary if isinstance(word, Refused))
        for text, count in refused.items():
            if count > sum(str(word.move) == text for word in failed) < sum(str(word.move) == text for word in made):
                yield f"was refused {text}, which stands in the log"
        for text, count in Counter(str(word.move) for word in failed if not word.alone).items():
            if ended and count > refused[text]:
                yield f"was never told that {text} was in vain"

    def _stands(self, name: str, acted: Acted) -> bool:
        told = self._answers.get(acted.did)
        return (
            told is not None
            and (told.entry.cause, told.move) == ("player", acted.move)
            and self._seats[told.entry.seat] == name
        )


@dataclass(frozen=True)
class Told:
    """What an entry of play tells."""

    entry: PlayEntry
    move: Move | None
    """None for the start."""
    eyes: list[View]
    """What every seat sees after it, and then a spectator."""


def _heads(log: Iterable[EntryNote]) -> Iterator[bytes]:
    head = GENESIS
    for note in log:
        head = next_head(head, note.body)
        yield head

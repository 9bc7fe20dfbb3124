"""Simulation of one host: moves, its core, its journal and its players, event by event.

A host has one core. A move is worked on there, waits for its commit, and is told there; the commit's own work is done
there, too, by another thread. While more than eight tables play, changes gather after each commit. Players' clients
have their own core each, but those of `tests.bench.net.crowd` share one, which is measured with them.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from net.host.store.store import GATHER, LATELY, MANY
from tests.bench.net.capacity import quantile

PAGES = 1000
"""Changed pages after which SQLite moves them into the main file, within a commit."""
_SLICE = 1000.0
"""Microseconds of work without Python after which the other thread has its turn."""
_STEP = 0.005
"""Seconds between two pieces of the work that nobody waits for: connections breathe all the time."""
_ASKING = 0.25
"""Part of the crowd's work for a move that is done before it is sent."""


@dataclass(frozen=True, slots=True)
class ServiceTimes:
    """The measured times of a host's work, in microseconds; see `tests.bench.net.service_times`."""

    move: float
    """Of the core, until a move can be stored."""
    tell: float
    """Of the core, until eight players have been sent it."""
    wake: float
    """Of the core, for all moves that shared a commit: to hear of it, and begin to tell them."""
    spread: tuple[float, ...]
    """What moves take in parts of their mean, in ascending order, equally likely."""
    commit: float
    """Of the core, for a commit."""
    change: float
    """Of the core, for each change in it."""
    sync: tuple[float, ...]
    """Until the disk has a commit, beside that work; ascending, equally likely."""
    pages: float
    """That a change makes new."""
    shift: float
    """Of the core, to move `PAGES` of them."""
    shift_sync: float
    """Until the disk has them, beside that work."""
    idle: float
    """Of the core, in a second in which nobody is there."""
    beat: float
    """Of the core, for a connection and second, when nobody moves."""
    client: float
    """Of the crowd's core, for a move and all eight who learn of it."""
    gather: float = 1e6 * GATHER
    """In which changes gather, and `net.host.store.store` says when."""

    @classmethod
    def read(cls, kept: dict[str, Any]) -> ServiceTimes:
        """From a file's content."""
        found = {name: kept[name] for name in cls.__dataclass_fields__ if name in kept}
        return cls(**found | {"spread": tuple(kept["spread"]), "sync": tuple(kept["sync"])})

    def each(self, batch: float, people: float = 8) -> float:
        """Of the core, for a move of which so many share a commit, and which so many people are told."""
        apart = self.move + self.tell * people / 8 + self.change + self.shift * self.pages / PAGES
        return apart + (self.commit + self.wake) / batch


class _Core:
    """A core that several threads share, in turn: each does one piece of its work after the other."""

    def __init__(self, events: _Events) -> None:
        self.busy = 0.0
        """Seconds of work that were done."""
        self._events = events
        self._threads: dict[str, deque[tuple[float, str, Any]]] = {}
        self._working = False

    def work(self, now: float, thread: str, took: float, then: str, about: Any) -> None:
        """Give a thread a piece of work, and say what happens when it is done."""
        self._threads.setdefault(thread, deque()).append((took, then, about))
        if not self._working:
            self.next(now)

    def next(self, now: float) -> None:
        """Go on with the thread that has waited longest."""
        self._working = bool(self._threads)
        if not self._threads:
            return
        thread = next(iter(self._threads))
        pieces = self._threads.pop(thread)
        took, then, about = pieces.popleft()
        if pieces:
            # Behind all others.
            self._threads[thread] = pieces
        self.busy += took
        self._events.at(now + took, "done", (self, then, about))


class _Events:
    """A queue of events to come."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, str, Any]] = []
        self._count = 0

    def at(self, when: float, what: str, about: Any) -> None:
        """Something will happen."""
        self._count += 1
        heapq.heappush(self._heap, (when, self._count, what, about))

    def until(self, end: float) -> Iterator[tuple[float, str, Any]]:
        """The events before that, in order."""
        while self._heap and self._heap[0][0] < end:
            when, _, what, about = heapq.heappop(self._heap)
            yield when, what, about
            if what == "done":
                about[0].next(when)


class OneHost:
    """A host with its tables and their players."""

    def __init__(self, times: ServiceTimes, tables: int, rate: float, seed: int) -> None:
        self.waits: list[float] = []
        """Seconds from when a move was due until everybody had it."""
        self.batches: list[int] = []
        """Changes in each commit."""
        self._times = times
        self._tables, self._rate = tables, rate
        self._chance = Random(seed)
        self._events = _Events()
        self.core, self._crowd = _Core(self._events), _Core(self._events)
        self._waiting: list[tuple[float, int]] = []
        """Changes that wait for a commit: when their move was due, and the table."""
        self._writing = False
        self._pages = 0.0
        """That are to be moved."""
        self._lately: deque[int] = deque(maxlen=LATELY)

    def run(self, seconds: float) -> None:
        """Let them play for a while."""
        times, at, rate = self._times, self._events.at, self._rate
        for table in range(self._tables):
            at(self._chance.expovariate(rate), "due", table)
        at(0.0, "beat", (times.idle + times.beat * self._tables * 8) * _STEP)
        for now, what, about in self._events.until(seconds):
            then = what
            if what == "done":
                _, then, about = about
            match then:
                case "due":
                    self._work(now, self._crowd, "crowd", times.client * _ASKING, "sent", (now, about))
                    at(now + self._chance.expovariate(rate), "due", about)
                case "sent":
                    self._work(now, self.core, "loop", self._spread(times.move), "worked", about)
                case "beat":
                    self._work(now, self.core, "loop", about, "", None)
                    at(now + _STEP, "beat", about)
                case "worked":
                    self._waiting.append(about)
                    if not self._writing:
                        self._commit(now)
                case "synced":
                    at(now + self._sync() / 1e6, "stored", about)
                case "stored":
                    self._stored(now, about)
                case "told":
                    self._work(now, self._crowd, "crowd", times.client * (1 - _ASKING), "known", about)
                case "known":
                    self.waits.append(now - about)
                case "gathered":
                    self._writing = False
                    if self._waiting:
                        self._commit(now)

    def _work(self, now: float, core: _Core, thread: str, us: float, then: str, about: Any) -> None:
        core.work(now, thread, us / 1e6, then, about)

    def _spread(self, mean: float) -> float:
        return mean * self._chance.choice(self._times.spread)

    def _commit(self, now: float) -> None:
        self._writing = True
        batch, self._waiting = self._waiting, []
        self.batches.append(len(batch))
        # The writer lets go of the core at each statement.
        for _ in batch:
            self._work(now, self.core, "writer", self._times.change, "", None)
        self._pages += self._times.pages * len(batch)
        slices = round(self._times.shift / _SLICE) if self._pages > PAGES else 0
        for _ in range(slices):
            self._work(now, self.core, "writer", self._times.shift / slices, "", None)
        for last in (False, True):
            self._work(now, self.core, "writer", self._times.commit / 2, "synced" if last else "", batch)

    def _sync(self) -> float:
        wait = self._chance.choice(self._times.sync)
        if self._pages > PAGES:
            wait += self._times.shift_sync
            self._pages = 0.0
        return wait

    def _stored(self, now: float, batch: Sequence[tuple[float, int]]) -> None:
        self._work(now, self.core, "loop", self._times.wake, "", None)
        for due, table in batch:
            self._lately.append(table)
            self._work(now, self.core, "loop", self._spread(self._times.tell), "told", due)
        gather = self._times.gather / 1e6 if len(set(self._lately)) > MANY else 0.0
        self._events.at(now + gather, "gathered", None)


def one_host(times: ServiceTimes, tables: int, seconds: float, rate: float = 1.0, seed: int = 1) -> dict[str, float]:
    """The figures of `tests.bench.net.capacity`: ``p50_ms``, ``p99_ms``, and ``cpu``, the share of the core."""
    host = OneHost(times, tables, rate, seed)
    host.run(seconds)
    waits = sorted(host.waits)
    return {
        "tables": tables,
        "p50_ms": round(1000 * quantile(waits, 0.5), 1),
        "p99_ms": round(1000 * quantile(waits, 0.99), 1),
        "cpu": round(host.core.busy / seconds, 2),
        "batch": round(sum(host.batches) / max(1, len(host.batches)), 1),
    }

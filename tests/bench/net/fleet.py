"""Simulation of many hosts through an evening: ``python -m tests.bench.net.fleet``; docs/scaling.md says what it found.

Tables open (more of them in the evening), play a game of a recorded length, and end. Hosts fail, and their tables are
claimed by the others that share their database. What a host does for a move is measured
(`tests.bench.net.service_times`), how long moves take at a host so busy is simulated move by move
(`tests.bench.net.one_host`), once for each load; here a host is a sum of tables.
"""

from __future__ import annotations

import argparse
import heapq
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any

from net.base.limits import DEFAULT
from tests.bench.net import recorded_games, service_times
from tests.bench.net.capacity import quantile
from tests.bench.net.club import say
from tests.bench.net.one_host import ServiceTimes, one_host

P99_MS, BACK = 50.0, 10.0
"""Bounds: of the 99th percentile of moves, and of the seconds until a table plays that has lost its host."""
CHANGES = 2_100.0
"""Changes a second that one PostgreSQL takes (docs/scaling.md)."""
RECOVER, JOIN, FOUND_OUT = 0.04, 0.003, 3.0
"""Seconds: of a core to bring a table back from a database, and to let somebody in again; until clients are there."""
LOOKING = 60.0
"""Seconds somebody looks at the list before sitting down: assumed."""
_SIZES = (2, 3, 4, 4, 4, 5, 5, 6, 7, 8)
"""Players at a table, as often as they stand here: assumed."""
_CURVE = (14, 8, 5, 4, 4, 6, 10, 15, 20, 25, 30, 35, 40, 42, 44, 48, 55, 65, 80, 95, 100, 98, 75, 40)
"""Players at each hour of a day, in hundredths of the most: assumed."""
_LOADS = (50, 100, 200, 300, 400, 500, 600, 700, 800)
"""Tables of eight at one move a second for which times are simulated."""
_TRIES = 4
"""Hosts that somebody tries who finds no room."""


@dataclass(frozen=True, slots=True)
class FleetPlan:
    """The hosts there are, and the players who come."""

    players: int = 100_000
    """At once, at the busiest hour."""
    hosts: int = 96
    """Processes, each on a core of its own."""
    databases: int = 4
    """Each is shared by as many of the hosts."""
    fail: int = 4
    """Hosts of one database that fail at once in the busiest hour, as when a machine does."""
    lasting: float = 600.0
    """Seconds until these are back."""
    tables: int = DEFAULT.tables
    """At one host, at most."""
    visitors: int = DEFAULT.visitors
    """In one host's lobby, at most."""
    first: float = 19.0
    last: float = 22.0
    """Hours of the day that are simulated."""
    seed: int = 1


@dataclass(slots=True)
class FleetHost:
    """One host: the sum of its tables."""

    database: int
    up: bool = True
    tables: dict[int, tuple[float, int]] = field(default_factory=dict)
    """Moves a second and players, by number."""
    rate: float = 0.0
    people: int = 0
    owing: float = 0.0
    """When what it has to bring back is done."""
    worst: float = 0.0
    """Most of its core that was in use."""

    def add(self, number: int, table: tuple[float, int]) -> None:
        """It has a table from now on."""
        self.tables[number] = table
        self.rate += table[0]
        self.people += table[1]

    def drop(self, number: int) -> None:
        """It has that table no more, if it had it."""
        rate, people = self.tables.pop(number, (0.0, 0))
        self.rate -= rate
        self.people -= people


class Work:
    """The cost of moves at a host, and the time they take."""

    def __init__(self, times: ServiceTimes, seconds: float = 10.0) -> None:
        """Simulate one host at several loads, for so long each."""
        self._times = times
        rows = [one_host(times, tables, seconds) for tables in _LOADS]
        self._batches = [(0.0, 1.0), *((row["tables"], row["batch"]) for row in rows)]
        self._p99 = [(0.0, rows[0]["p99_ms"]), *((row["cpu"], row["p99_ms"]) for row in rows if row["cpu"] < 1)]

    def core(self, host: FleetHost) -> float:
        """Part of a host's core that is in use."""
        times, rate = self._times, max(host.rate, 1e-9)
        move = times.each(_between(self._batches, rate), host.people / max(1, len(host.tables)))
        return (times.idle + times.beat * host.people + rate * move) / 1e6

    def p99_ms(self, core: float) -> float:
        """Milliseconds in which 99 of 100 moves are known to everybody; without end, where the core is not enough."""
        return _between(self._p99, core) if core <= self._p99[-1][0] else float("inf")


def _between(points: Sequence[tuple[float, float]], x: float) -> float:
    for (left, low), (right, high) in pairwise(points):
        if x <= right:
            return low + (high - low) * max(0.0, x - left) / (right - left)
    return points[-1][1]


class Fleet:
    """Hosts and tables through some hours."""

    def __init__(self, plan: FleetPlan, work: Work, games: dict[str, Any]) -> None:
        self.plan = plan
        self._work = work
        self._games = games
        self._chance = Random(plan.seed)
        self._hosts = [FleetHost(number % plan.databases) for number in range(plan.hosts)]
        self._events: list[tuple[float, int, str, int]] = []
        self._order = count()
        self._numbers = count(1)
        self._where: dict[int, FleetHost] = {}
        self._waiting: list[tuple[int, tuple[float, int]]] = []
        """Tables of hosts that have failed, for which there was no room."""
        self._back: list[float] = []
        self._came = self._gone = 0
        drawn = [(size, self._game(size)[0]) for size in _SIZES for _ in range(500)]
        self._length = sum(length for _, length in drawn) / len(drawn)
        """Seconds of a game, on average."""
        self._played = sum(size * length for size, length in drawn) / len(drawn)
        """The same for all of a table's players together."""
        self._found = {"tables": 0, "core": 0.0, "p99_ms": 0.0, "changes": 0.0, "visitors": 0.0, "players": 0}
        self.broken: dict[str, float] = {}
        """Bounds that were passed, and the hour at which each was first."""

    def run(self) -> dict[str, Any]:
        """Let the hours pass.

        Returns:
            ``players``, the most at once; ``tables``, ``core``, ``p99_ms`` and ``visitors``, of the busiest host;
            ``changes``, of the busiest database, a second; ``came``, tables that were opened, and ``turned_away``;
            ``failed``, tables whose host failed, ``back_s``, the median and the longest time until they played on, and
            ``not_back``; ``broken``.
        """
        plan, begin = self.plan, 3600 * self.plan.first
        for _ in range(round(self._arrivals(begin) * self._length)):
            self._open(begin, self._chance.random())
        self._at(begin, "arrival", 0)
        self._at(begin, "minute", 0)
        busiest = max(range(24), key=_CURVE.__getitem__)
        self._at(3600 * (busiest + 0.5), "failure", 0)
        self._at(3600 * (busiest + 0.5) + plan.lasting, "repair", 0)
        while self._events and self._events[0][0] < 3600 * plan.last:
            now, _, what, about = heapq.heappop(self._events)
            match what:
                case "arrival":
                    self._open(now)
                    self._at(now + self._chance.expovariate(self._arrivals(now)), "arrival", 0)
                case "end":
                    host = self._where.pop(about, None)
                    if host:
                        host.drop(about)
                case "minute":
                    self._look(now)
                    self._at(now + 60, "minute", 0)
                case "failure":
                    self._fail(now)
                case "repair":
                    self._repair(now)
        self._back.sort()
        return {
            **{name: round(value, 2) for name, value in self._found.items()},
            "came": self._came,
            "turned_away": self._gone,
            "failed": len(self._back) + len(self._waiting),
            "back_s": [round(quantile(self._back, part), 1) for part in (0.5, 1.0)],
            "not_back": len(self._waiting),
            "broken": {name: round(hour, 1) for name, hour in self.broken.items()},
        }

    def _at(self, when: float, what: str, about: int) -> None:
        heapq.heappush(self._events, (when, next(self._order), what, about))

    def _arrivals(self, now: float) -> float:
        """Tables a second."""
        hour = now / 3600 % 24
        here, then = _CURVE[int(hour)], _CURVE[(int(hour) + 1) % 24]
        share = (here + (then - here) * (hour % 1)) / 100
        return share * self.plan.players / self._played

    def _game(self, size: int) -> tuple[float, float]:
        """Seconds a game takes, and its moves a second."""
        kept = self._games[str(size)]
        moves = self._chance.choice(kept["moves"])
        # The mean of so many thoughts; drawn from a few, for there are millions.
        few = [recorded_games.think(self._chance, self._chance.choice(kept["answers"])) for _ in range(12)]
        length = moves * sum(few) / len(few)
        return length, moves / length

    def _open(self, now: float, part: float = 0.0) -> None:
        """A table opens somewhere, and has played a part of its game."""
        size = self._chance.choice(_SIZES)
        length, rate = self._game(size)
        self._came += 1
        for _ in range(_TRIES):
            host = self._chance.choice(self._hosts)
            if host.up and len(host.tables) < self.plan.tables:
                break
        else:
            self._gone += 1
            if self._gone > self._came / 1000:
                self._breaks("tables", now)
            return
        number = next(self._numbers)
        host.add(number, (rate, size))
        self._where[number] = host
        self._at(now + length * (1 - part), "end", number)

    def _look(self, now: float) -> None:
        """Compare everything with its bounds."""
        found = self._found
        lookers = self._arrivals(now) * sum(_SIZES) / len(_SIZES) * LOOKING / sum(host.up for host in self._hosts)
        changes = [0.0] * self.plan.databases
        found["visitors"] = max(found["visitors"], lookers)
        found["players"] = max(found["players"], sum(host.people for host in self._hosts))
        for host in self._hosts:
            core = self._work.core(host) if host.up else 0.0
            p99 = self._work.p99_ms(core)
            changes[host.database] += host.rate
            found["core"] = max(found["core"], core)
            found["p99_ms"] = max(found["p99_ms"], p99)
            found["tables"] = max(found["tables"], len(host.tables))
            if p99 > P99_MS:
                self._breaks("core", now)
        found["changes"] = max(found["changes"], *changes)
        if lookers > self.plan.visitors:
            self._breaks("visitors", now)
        if max(changes) > CHANGES:
            self._breaks("database", now)

    def _fail(self, now: float) -> None:
        """Hosts of one database are gone; the others of it claim their tables as players come for them."""
        failing = [host for host in self._hosts if host.database == 0][: self.plan.fail]
        tables: list[tuple[int, tuple[float, int]]] = []
        for host in failing:
            host.up = False
            tables += host.tables.items()
            for number in list(host.tables):
                host.drop(number)
                del self._where[number]
        self._chance.shuffle(tables)
        for number, table in tables:
            if not self._claim(now + FOUND_OUT, now, number, table):
                self._waiting.append((number, table))
        if self._waiting or (self._back and max(self._back) > BACK):
            self._breaks("takeover", now)

    def _claim(self, when: float, since: float, number: int, table: tuple[float, int]) -> bool:
        most = self.plan.tables
        others = [host for host in self._hosts if host.up and host.database == 0 and len(host.tables) < most]
        if not others:
            return False
        host = self._chance.choice(others)
        work = (RECOVER + JOIN * table[1]) / max(0.05, 1 - self._work.core(host))
        host.owing = max(when, host.owing) + work
        host.add(number, table)
        self._where[number] = host
        self._back.append(host.owing - since)
        return True

    def _repair(self, now: float) -> None:
        for host in self._hosts:
            host.up = True
        waiting, self._waiting = self._waiting, []
        for number, table in waiting:
            self._claim(now + FOUND_OUT, now - self.plan.lasting, number, table)

    def _breaks(self, what: str, now: float) -> None:
        self.broken.setdefault(what, now / 3600)


def main() -> None:
    """Read the command line, simulate, and print a line of JSON for each."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.net.fleet", description="Simulate many hosts.")
    for name in ("players", "hosts", "databases", "fail", "tables", "visitors", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(FleetPlan(), name))
    parser.add_argument("--times", type=Path, default=service_times.KEPT, help="measured service times")
    parser.add_argument("--loads", type=float, nargs="*", default=[1.0], help="parts of these players")
    parser.add_argument("--failures", type=int, nargs="*", default=[], help="hosts that fail, instead of --fail")
    chosen = vars(parser.parse_args())
    times, loads, failures = (chosen.pop(name) for name in ("times", "loads", "failures"))
    plan = FleetPlan(**chosen)
    work = Work(ServiceTimes.read(json.loads(times.read_text())))
    games = json.loads(recorded_games.KEPT.read_text())
    plans = [replace(plan, players=round(plan.players * load)) for load in loads]
    for each in [*plans, *(replace(plan, fail=fail) for fail in failures)]:
        found = Fleet(each, work, games).run()
        say({"planned": each.players, "fail": each.fail, **found})


if __name__ == "__main__":
    main()

"""Service times of this code on this machine, for the simulation: ``python -m tests.bench.net.service_times FILE``.

Work is measured as time of a processor, so other programs disturb it little; how long the disk takes, and the whole
host (``--tables``), need a quiet machine. Without ``--tables`` the figures of whole hosts stay in the file as they are.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import linear_regression, median
from time import perf_counter, process_time
from typing import Any

from net.base.ids import new_id
from net.base.sockets import many_files
from net.host.host import Host
from net.host.store.journal import Journal
from net.host.store.store import Change, StoredEntry, StoredSecret
from net.host.table_options import TableOptions
from net.identity.crypto import Identity
from net.protocol.setup import Setup
from tests.bench.net.capacity import PLAYERS, capacity
from tests.bench.net.costs import Circle
from tests.bench.net.crowd import Crowd
from tests.bench.net.one_host import PAGES, ServiceTimes, one_host
from tests.bench.net.served import Served, own_core
from tests.bench.net.unit import check_us

KEPT = Path(__file__).parent / "data" / "service_times.json"
"""The file that the simulation reads unless another is named."""
_SEED = bytes(range(32))
_TABLES = 150
"""Of eight, at a move a second each, in the measurement of what a host does when nobody moves."""
_RUNS = 3
"""Of each whole host."""
_PARTS = 50
"""Values that stand for a distribution."""
_GAMES = 400
"""Whose entries are written in turn, as to write beside those of others changes more pages."""
_CHANGES = 300
"""About as many as change `tests.bench.net.one_host.PAGES`."""


def service_times(folder: Path) -> dict[str, Any]:
    """Everything a `tests.bench.net.one_host.ServiceTimes` has that can be measured alone, and ``check_us``.

    Args:
        folder: For journals.
    """
    check = check_us()
    moves = asyncio.run(_moves())
    mean = sum(moves) / len(moves)
    return {
        "check_us": check,
        "move": round(1e6 * mean, 1),
        "spread": [round(each / mean, 3) for each in spread(moves)],
        **asyncio.run(_commits(folder)),
        **_served(folder / "served"),
    }


def fitted(times: dict[str, Any], rows: Sequence[dict[str, float]]) -> dict[str, float]:
    """Microseconds of work that cannot be measured alone: ``tell`` of a move, ``wake`` of all that share a commit.

    They are what is left of the core's work when all that is measured alone is taken away: the more share a commit, the
    less of it is each one's.

    Args:
        times: Measured times.
        rows: What was measured of a whole host with few tables and with many; it says what its core did.
    """
    found = {"tell": 200.0, "wake": 500.0}
    # How many changes share a commit is simulated, and depends a little on what is looked for.
    for _ in range(3):
        guess = ServiceTimes.read(times | found)
        commits = [1 / one_host(guess, round(row["tables"]), 30)["batch"] for row in rows]
        known = replace(guess, tell=0.0, wake=0.0)
        left = [
            (1e6 * row["cpu"] - known.idle) / row["tables"] - PLAYERS * known.beat - known.each(1 / part)
            for row, part in zip(rows, commits, strict=True)
        ]
        wake, tell = linear_regression(commits, left)
        found = {"tell": round(tell, 1), "wake": round(wake, 1)}
    return found


def spread(values: Sequence[float]) -> list[float]:
    """Values in the middle of equal parts of a distribution, with the same mean."""
    ordered = sorted(values)
    found = [ordered[int(len(ordered) * (part + 0.5) / _PARTS)] for part in range(_PARTS)]
    mean = sum(ordered) / len(ordered) / (sum(found) / _PARTS)
    return [each * mean for each in found]


async def _moves() -> list[float]:
    """Seconds of work of moves among eight, without journal and network."""
    async with Host(Identity.new()) as host:
        table = host.open_table(Setup(players=PLAYERS), TableOptions(private=False, seed=_SEED))
        circle = Circle(table, host.identity.public)
        await circle.deal()
        await circle.play()
    return circle.spent


async def _commits(folder: Path) -> dict[str, Any]:
    """Microseconds of work for a commit and for each change in it, and what the disk takes beside that.

    Also how many pages a change makes new, and the work and the wait to move `PAGES` of them into the main file.
    """
    journal = Journal(folder / "commits.db")
    # So that it is done, and measured, apart.
    journal._base.execute("PRAGMA wal_autocheckpoint = 0")
    games = [new_id() for _ in range(_GAMES)]
    work: dict[int, list[float]] = {}
    syncs: list[float] = []
    shifts: list[tuple[int, int, float, float]] = []
    made = unmoved = 0
    try:
        for size, rounds in ((20, 200), (1, 600), (20, 100)):
            work[size] = []
            for _ in range(rounds):
                changes = [_change(games[at % _GAMES], 1 + at // _GAMES) for at in range(made, made + size)]
                made, unmoved = made + size, unmoved + size
                spent, begun = process_time(), perf_counter()
                await asyncio.gather(*(journal.save(change) for change in changes))
                spent = process_time() - spent
                work[size].append(spent)
                syncs.append(max(0.0, perf_counter() - begun - spent))
                # Until nothing gathers, and the writer waits again.
                await asyncio.sleep(0.012)
                if unmoved >= _CHANGES:
                    shifts.append((unmoved, *_shift(journal)))
                    unmoved = 0
    finally:
        journal.close()
    one, twenty = (sum(spread(work[size])) / _PARTS for size in (1, 20))
    change = (twenty - one) / 19
    made, pages, spent, waited = (sum(column) for column in zip(*shifts[1:], strict=True))
    return {
        "commit": round(1e6 * (one - change), 1),
        "change": round(1e6 * change, 1),
        "sync": [round(1e6 * each) for each in spread(syncs)],
        "pages": round(pages / made, 2),
        "shift": round(1e6 * spent / pages * PAGES),
        "shift_sync": round(1e6 * waited / pages * PAGES),
    }


def _shift(journal: Journal) -> tuple[int, float, float]:
    """Move everything into the main file: the pages, and the seconds of work and of waiting for the disk."""
    spent, begun = process_time(), perf_counter()
    _, pages, _ = journal._base.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    spent = process_time() - spent
    return pages, spent, max(0.0, perf_counter() - begun - spent)


def _change(game: str, seq: int) -> Change:
    entry = StoredEntry(game, seq, os.urandom(700), bytes(64))
    return Change(game, entries=(entry,), secrets=(StoredSecret(game, seq, b"draw", bytes(16)),))


def _served(folder: Path) -> dict[str, float]:
    """Microseconds of a host's core for a second and for a connection's second, and of the crowd's for a move."""
    with Served(folder) as host:
        crowd = Crowd()
        try:
            idle = _rest(host, crowd)
            parties = [crowd.invited(invite) for invite in host.open(_TABLES, PLAYERS)]
            for party in parties:
                for guest in party.guests:
                    crowd.arrive(guest)
                crowd.run(0)
            if not all(crowd.start(party) for party in parties):
                raise RuntimeError("the games could not be dealt in time")
            beat = max(0.0, _rest(host, crowd) - idle) / (_TABLES * PLAYERS)
            crowd.go()
            crowd.run(1)
            crowd.times.clear()
            own = process_time()
            crowd.run(10)
            client = (process_time() - own) / len(crowd.times)
            return {"idle": round(1e6 * idle), "beat": round(1e6 * beat, 1), "client": round(1e6 * client, 1)}
        finally:
            crowd.close()


def _rest(host: Served, crowd: Crowd) -> float:
    """Seconds of work of a host in a second in which nobody moves."""
    before, begun = host.stats(), perf_counter()
    crowd.run(10)
    return (host.stats().cpu - before.cpu) / (perf_counter() - begun)


def _whole(tables: int) -> dict[str, float]:
    """The figures of a whole host, each the middle one of several."""
    found = []
    for _ in range(_RUNS):
        with tempfile.TemporaryDirectory(prefix="citadels-bench-") as folder:
            found.append(capacity(tables, 20, Path(folder)))
    return {name: median(row[name] for row in found) for name in ("tables", "p50_ms", "p99_ms", "cpu")}


def main() -> None:
    """Read the command line, measure, and write the file."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.net.service_times", description="Measure service times."
    )
    parser.add_argument("file", type=Path, nargs="?", default=KEPT)
    parser.add_argument("--tables", type=int, nargs="+", help="measure the whole host with so many tables, too")
    chosen = parser.parse_args()
    kept = json.loads(chosen.file.read_text()) if chosen.file.exists() else {}
    many_files()
    with tempfile.TemporaryDirectory(prefix="citadels-bench-") as folder:
        own_core(False)
        gc.disable()
        found = kept | service_times(Path(folder))
    if chosen.tables:
        found["hosts"] = [_whole(tables) for tables in chosen.tables]
    found |= fitted(found, found["hosts"])
    chosen.file.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()

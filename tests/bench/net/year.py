"""A club's year at one host: ``python -m tests.bench.net.year GAMES``; ends with 1 when a bound is passed.

The host is a process of its own (`tests.bench.net.club` says what is played there and what is copied). Meanwhile this
one comes to its lobby again and again, as a visitor by TCP. At the end the host is ended in good order, started again
on what it has left, and asked for the standings by the program itself.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from random import Random
from time import perf_counter, time
from typing import Any

from net.base.errors import NetError
from net.base.ids import new_id
from net.base.own_python import own_environment, own_python
from net.client.connect import visit
from net.gamelog.archive import Archive
from net.gamelog.game_facts import GameFacts, SeatFacts
from net.identity.crypto import Identity, load_identity
from net.identity.invitations import Address, Invite
from net.identity.tls import pin_of
from net.local.service import DataFolder
from tests.bench.net.capacity import quantile
from tests.bench.net.club import PEOPLE, YearOrder, say

LIVE_BYTES, RESTART, LOBBY_MS = 50 << 20, 5.0, 50.0
"""Bounds: of the live store, of the seconds until a host is there again, of the 99th percentile in its lobby."""
_LOOK = 0.25
"""Seconds between two visits of the lobby."""


async def year(folder: DataFolder, order: YearOrder, tell: Callable[[str], object] = lambda _: None) -> dict[str, Any]:
    """Let a year pass at a host, and measure what it leaves.

    Args:
        folder: For the host.
        order: How many games, and how.
        tell: Told how it goes, as lines.

    Returns:
        ``games``, those ``played`` and not copied, ``minutes``; ``live_mb``, the most the live store ever had, and
        ``archive_mb``, both also at each tenth of the time; ``lobby_ms``, the median, 99th percentile and longest time
        until a visitor had the list; ``save_p99_ms``, the worst of any five seconds; ``rss_mib`` at a tenth of the
        games and at the end; ``cpu_s`` of the host; ``restart_s``, ``restart_cpu_s`` and ``restart_tables``; and what
        `_standings` finds.
    """
    accounts: list[dict[str, Any]] = []
    visits: list[float] = []
    async with _host(folder, order) as (lines, first):
        looking = asyncio.create_task(_look(folder, first["port"], visits, tell))
        async for said in lines:
            tell(json.dumps(said))
            if said["what"] == "recorded":
                # The host does nothing else while it records.
                visits.clear()
            else:
                accounts.append(said | {"visits": len(visits)})
            if said["what"] == "done":
                break
        looking.cancel()
    last = accounts[-1]
    begun = perf_counter()
    async with _host(folder, YearOrder()) as (_, again):
        restart = perf_counter() - begun
        tables = await _tables(folder, again["port"])
    tenth = next(each for each in accounts if each["games"] >= last["games"] / 10)
    visits.sort()
    return {
        "games": last["games"],
        "played": last["played"],
        "minutes": round(last["seconds"] / 60, 1),
        "live_mb": round(max(each["live"] for each in accounts) / 1e6, 1),
        "live_over_time": _over_time(accounts, "live"),
        "archive_mb": round(last["archive"] / 1e6),
        "archive_over_time": _over_time(accounts, "archive"),
        "lobby_ms": [round(1000 * quantile(visits, part), 1) for part in (0.5, 0.99, 1.0)],
        "visits": len(visits),
        "save_p99_ms": max(each["save_ms"][1] for each in accounts),
        "rss_mib": [tenth["rss_kib"] // 1024, last["rss_kib"] // 1024],
        "cpu_s": round(last["cpu"]),
        "restart_s": round(restart, 2),
        "restart_cpu_s": round(again["cpu"], 2),
        "restart_tables": tables,
        **_standings(folder, last["last"]),
    }


def earlier(folder: DataFolder, games: int) -> None:
    """Put the facts of earlier games into an archive: verified, with logs that had to make room; 300 people played."""
    chance = Random("earlier games")
    keys = [Identity.new().public.hex() for _ in range(PEOPLE)]
    row = "INSERT INTO games (name, stored, bound, size, sound, facts) VALUES (?, ?, '', 0, 1, ?)"
    with closing(Archive(folder.archive)) as archive:
        archive._base.execute("BEGIN")
        for _ in range(games):
            players = chance.sample(range(PEOPLE), chance.choice((3, 4, 4, 5, 6)))
            seats = [SeatFacts(name=f"Player {who}", key=keys[who], score=chance.randint(10, 40)) for who in players]
            best = max(range(len(seats)), key=lambda seat: seats[seat].score)
            game = new_id()
            facts = GameFacts(
                game=game,
                edition="deluxe",
                reason="finished",
                rounds=8,
                moves=200,
                winners=(best,),
                seats=tuple(seats),
            )
            archive._base.execute(row, (game, int(time()), facts.model_dump_json(exclude_defaults=True)))
        archive._base.execute("COMMIT")


def _over_time(accounts: Sequence[dict[str, Any]], name: str) -> list[float]:
    """Megabytes at each tenth of the accounts."""
    return [round(accounts[(len(accounts) - 1) * part // 10][name] / 1e6, 1) for part in range(11)]


_Said = dict[str, Any]


@contextlib.asynccontextmanager
async def _host(folder: DataFolder, order: YearOrder) -> AsyncIterator[tuple[AsyncIterator[_Said], _Said]]:
    """A host's process: what it says, and what it has said first, when it listened."""
    process = await asyncio.create_subprocess_exec(
        *own_python("-m", "tests.bench.net.club", str(folder.path), json.dumps(asdict(order))),
        stdout=asyncio.subprocess.PIPE,
        env=own_environment(),
    )
    assert process.stdout
    stream = process.stdout

    async def lines() -> AsyncIterator[_Said]:
        while line := await stream.readline():
            yield json.loads(line)
        raise RuntimeError("the host's process has ended")

    said = lines()
    try:
        yield said, await anext(said)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        await process.wait()


async def _tables(folder: DataFolder, port: int) -> int:
    """Come to the lobby, and see how many tables there are."""
    pin = pin_of(load_identity(folder.key).public)
    visitor = await visit(Invite(Address("127.0.0.1", port), pin, b""), Identity.new(), "Looking in")
    try:
        return len((await visitor.first_view()).tables)
    finally:
        await visitor.leave()


async def _look(folder: DataFolder, port: int, times: list[float], tell: Callable[[str], object]) -> None:
    """Come to the lobby again and again; seconds until the whole list was there."""
    while True:
        begun = perf_counter()
        try:
            await _tables(folder, port)
        except NetError as error:
            tell(f"no list: {error}")
        times.append(perf_counter() - begun)
        await asyncio.sleep(max(0.0, _LOOK - times[-1]))


def _standings(folder: DataFolder, played: Sequence[str]) -> dict[str, Any]:
    """Verify some of the played games; then let the program count all of them, the others taken for verified, too."""
    with closing(Archive(folder.archive)) as archive:
        (games,) = archive._base.execute("SELECT count(*) FROM games").fetchone()
        (logs,) = archive._base.execute("SELECT count(*) FROM games WHERE size > 0").fetchone()
        (packed,) = archive._base.execute("SELECT avg(size) FROM games WHERE size > 0").fetchone()
        number = "SELECT number FROM games WHERE name = ? AND size > 0"
        found = (archive._base.execute(number, (name,)).fetchone() for name in played)
        numbers = [row[0] for row in found if row]
        begun = perf_counter()
        sound = sum(archive.verify(number) for number in numbers)
        verified = perf_counter() - begun
    with closing(sqlite3.connect(folder.archive)) as base, base:
        base.execute("UPDATE games SET sound = 1")
    return {
        "counted": games,
        "logs": logs,
        "packed_kb": round(packed / 1000),
        "verified": sound,
        "verify_ms": round(1000 * verified / max(1, len(numbers))),
        "standings_s": _timed("standings", "--data", str(folder.path)),
    }


def _timed(*arguments: str) -> float:
    """Seconds the program takes."""
    begun = perf_counter()
    subprocess.run(
        own_python("-m", "citadels_tui", *arguments),
        check=True,
        stdout=subprocess.DEVNULL,
        env=own_environment(),
    )
    return round(perf_counter() - begun, 2)


def main() -> int:
    """Read the command line, and print the report as JSON."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.net.year", description="Let a year of games pass at a host."
    )
    parser.add_argument("games", type=int)
    parser.add_argument("--rate", type=float, default=YearOrder().rate, help="games that begin a second, at most")
    parser.add_argument("--minutes", type=float, default=YearOrder().minutes, help="then no further game begins")
    parser.add_argument("--keep-size", type=float, default=16.0, help="GB that the logs may take")
    parser.add_argument("--keep-games", type=int, default=0, help="seconds for which logs are kept; 0: for ever")
    parser.add_argument("--earlier", type=int, default=0, help="games whose facts are in the archive at the beginning")
    chosen = parser.parse_args()
    order = YearOrder(
        games=chosen.games,
        rate=chosen.rate,
        minutes=chosen.minutes,
        keep_bytes=int(chosen.keep_size * (1 << 30)),
        keep_seconds=chosen.keep_games,
    )
    with tempfile.TemporaryDirectory(prefix="citadels-year-") as folder:
        earlier(DataFolder(Path(folder) / "serve"), chosen.earlier)
        found = asyncio.run(year(DataFolder(Path(folder) / "serve"), order, lambda line: sys.stderr.write(line + "\n")))
    say(found)
    good = found["live_mb"] * 1e6 < LIVE_BYTES and found["restart_s"] < RESTART and found["lobby_ms"][1] < LOBBY_MS
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

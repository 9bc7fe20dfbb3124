"""`citadels bench`: the speed of the rules engine on this machine, and what a host carries on it."""

from __future__ import annotations

import json
from functools import partial
from typing import Annotated, Any

from cyclopts import Parameter

from citadels_tui.commands.parameters import Json
from citadels_tui.errors import UsageError
from engine.arena.bench import Load
from engine.arena.bench import bench as measure
from engine.arena.casts import cast

PLAYERS = 6
GAMES, TABLES, SECONDS, SOAK = 40, (100, 500), 10.0, 0.0


def bench(
    *,
    games: int = GAMES,
    net: bool = False,
    tables: Annotated[tuple[int, ...], Parameter(name="--tables", consume_multiple=True)] = TABLES,
    seconds: float = SECONDS,
    soak: float = SOAK,
    json_: Json = False,
) -> int:
    """Measure the speed of the rules engine: random games of six, the first-game set and random casts.

    Times are also given in loop turns (one turn of "for i in range(n): x += i", measured in the
    same run), which compare between machines.

    With --net, measure a host instead: in a process and on a core of its own, with its journal on disk, while
    another plays everybody else over loopback. Each part is printed as soon as it is measured.

    Args:
        games: Games in each of the batches, of which the fastest counts.
        net: Measure a host.
        tables: With --net, how many tables of eight play at one move a second each, measurement by measurement.
        seconds: With --net, how long each measurement lasts.
        soak: With --net, minutes in which 50 tables with bots play game after game while connections break.
        json_: Print one JSON object.

    Returns:
        0.
    """
    if games < 1:
        raise UsageError("--games must be at least 1")
    if net and games != GAMES:
        raise UsageError("--games is not for --net")
    if not net and (tables, seconds, soak) != (TABLES, SECONDS, SOAK):
        raise UsageError("--tables, --seconds and --soak are for --net")
    if net:
        return _bench_net(tables, seconds, soak, json_)
    casts = {"first_game": cast(PLAYERS, "deluxe", "first_game"), "random": cast(PLAYERS, "deluxe", "random")}
    report = measure(casts, Load(games=games))
    print(json.dumps(report) if json_ else _text(report))
    return 0


def _bench_net(tables: tuple[int, ...], seconds: float, soak: float, as_json: bool) -> int:
    # The table's packages take their time to load.
    from net.bench.report import MOST, report

    if not all(1 <= count <= MOST for count in tables):
        raise UsageError(f"from 1 to {MOST} tables can play in a measurement")
    if not 1 <= seconds <= 3600 or not 0 <= soak <= 24 * 60:
        raise UsageError("a measurement lasts 1 to 3600 seconds, a soak at most a day")
    if as_json:
        print(json.dumps(report(tables, seconds, soak)))
    else:
        report(tables, seconds, soak, tell=partial(print, flush=True))
    return 0


def _text(report: dict[str, Any]) -> str:
    lines = [f"Python {report['python']}, one loop turn is {report['loop_turn_ns']} ns; {PLAYERS} random players"]
    for name, figures in report["sets"].items():
        rates = f"{figures['games_per_second']:.0f} games/s, {figures['decisions_per_second']:,} decisions/s"
        lines += ["", f"{name}: {rates}"]
        for work in ("decision", "clone", "resample", "view"):
            time = figures[work]
            lines.append(f"  {work:<9} {time['us']:>8.2f} us {time['loop_turns']:>8.1f} loop turns")
    return "\n".join(lines)

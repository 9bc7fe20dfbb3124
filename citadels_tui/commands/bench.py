"""`citadels bench`: the speed of the rules engine and of the client on this machine, and what a host carries on it."""

from __future__ import annotations

import json
from typing import Annotated, Any

from cyclopts import Parameter

from citadels_tui.commands.parameters import Json
from citadels_tui.errors import CommandError, UsageError
from citadels_tui.texts import _, retold
from citadels_tui.texts import bench as texts
from engine.arena.bench import Load
from engine.arena.bench import bench as measure
from engine.arena.casts import cast

PLAYERS = 6
GAMES, TABLES, SECONDS, VISITORS, SOAK, RUNS = 40, (100, 500), 10.0, 0, 0.0, 20


def bench(
    *,
    games: int = GAMES,
    net: bool = False,
    ui: bool = False,
    runs: int = RUNS,
    tables: Annotated[tuple[int, ...], Parameter(name="--tables", consume_multiple=True)] = TABLES,
    seconds: float = SECONDS,
    visitors: int = VISITORS,
    soak: float = SOAK,
    json_: Json = False,
) -> int:
    """Measure the speed of the rules engine: random games of six, the first-game set and random casts.

    Times are also given in loop turns (one turn of "for i in range(n): x += i", measured in the
    same run), which compare between machines.

    With --net, measure a host instead: in a process and on a core of its own, with its journal on disk, while
    another plays everybody else over loopback. Each part is printed as soon as it is measured.

    With --ui, measure the client: in a terminal of its own, beside the least that its library can show. Close
    other programs, and compare ratios, which hold on a busy machine too.

    Args:
        games: Games in each of the batches, of which the fastest counts.
        net: Measure a host.
        ui: Measure the client.
        runs: With --ui, of how many tries the median is taken.
        tables: With --net, how many tables of eight play at one move a second each, measurement by measurement.
        seconds: With --net, how long each measurement lasts.
        visitors: With --net, how many people look at the list of tables while they play.
        soak: With --net, minutes in which 50 tables with bots play game after game while connections break.
        json_: Print one JSON object.

    Returns:
        0.
    """
    if games < 1:
        raise UsageError("--games must be at least 1")
    if net and ui:
        raise UsageError("--net and --ui are measured one after the other")
    if (net or ui) and games != GAMES:
        raise UsageError("--games is for the rules engine alone")
    if not ui and runs != RUNS:
        raise UsageError("--runs is for --ui")
    if not net and (tables, seconds, visitors, soak) != (TABLES, SECONDS, VISITORS, SOAK):
        raise UsageError("--tables, --seconds, --visitors and --soak are for --net")
    if net:
        return _bench_net(tables, seconds, visitors, soak, json_)
    if ui:
        return _bench_ui(runs, json_)
    casts = {"first_game": cast(PLAYERS, "deluxe", "first_game"), "random": cast(PLAYERS, "deluxe", "random")}
    report = measure(casts, Load(games=games))
    print(json.dumps(report) if json_ else _text(report))
    return 0


def _bench_net(tables: tuple[int, ...], seconds: float, visitors: int, soak: float, as_json: bool) -> int:
    # The table's packages take their time to load.
    from net.bench.report import MOST, MOST_VISITORS, report

    if not all(1 <= count <= MOST for count in tables):
        raise UsageError("from 1 to {most} tables can play in a measurement", most=MOST)
    if not 0 <= visitors <= MOST_VISITORS:
        raise UsageError("--visitors must be from 0 to {most}", most=MOST_VISITORS)
    if not 1 <= seconds <= 3600 or not 0 <= soak <= 24 * 60:
        raise UsageError("a measurement lasts 1 to 3600 seconds, a soak at most a day")
    if as_json:
        print(json.dumps(report(tables, seconds, visitors, soak)))
    else:
        report(tables, seconds, visitors, soak, tell=_tell)
    return 0


def _bench_ui(runs: int, as_json: bool) -> int:
    if not 1 <= runs <= 1000:
        raise UsageError("--runs must be from 1 to 1000")
    try:
        # There are no such terminals on some systems.
        from citadels_tui.ui_bench.ui_report import ui_report
    except ImportError:
        raise CommandError("the client can be measured on Linux and macOS only") from None
    try:
        if as_json:
            print(json.dumps(ui_report(runs)))
        else:
            ui_report(runs, tell=_tell)
    except TimeoutError as error:
        raise CommandError("the measurement was given up: {reason}", reason=error) from None
    return 0


def _tell(line: str) -> None:
    print(retold(line), flush=True)


def _text(report: dict[str, Any]) -> str:
    lines = [_(texts.ENGINE).format(python=report["python"], time=report["loop_turn_ns"], players=PLAYERS)]
    width = max(len(_(name)) for name in texts.WORK.values())
    for name, figures in report["sets"].items():
        games, decisions = f"{figures['games_per_second']:.0f}", f"{figures['decisions_per_second']:,}"
        lines += ["", _(texts.RATES).format(name=name, games=games, decisions=decisions)]
        for work, called in texts.WORK.items():
            time = figures[work]
            lines.append(
                f"  {_(called):<{width}} {time['us']:>8.2f} us {time['loop_turns']:>8.1f} {_(texts.LOOP_TURNS)}"
            )
    return "\n".join(lines)

"""The benchmarks, run by ``scripts/bench``: the engine, a host (``--net``), its guests (``--guests``), the client
(``--ui``), or how the work of both grows (``--growth``).

``--why`` plays games on from both sides of the turns that results tell, ``--enter`` the coming deals of the day by
enter alone. ``--fit`` measures nothing: it fits the weights
of the value by which bots judge.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import date
from functools import partial
from pathlib import Path

from bench import engine_speed, enter_alone, why
from bench.fit import fitted
from citadels_tui.history.daily import today
from citadels_tui.terminal.progress import progress
from net.base.limits import DEFAULT

GAMES, TABLES, SECONDS, RUNS, AT_ONCE = 40, [100, 500], 10.0, 20, 8
MOST_GUESTS = 64
"""Figures of one host."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print the figures as soon as they are known; returns the exit code."""
    parser = _parser()
    wanted = parser.parse_args(arguments)
    if wanted.growth:
        return _bench_growth(wanted)
    if wanted.guests is not None:
        return _bench_guests(parser, wanted)
    if wanted.net:
        return _bench_net(parser, wanted)
    if wanted.ui:
        return _bench_ui(parser, wanted)
    if min(wanted.games, wanted.jobs) < 1 or wanted.seed < 0:
        parser.error("--games and --jobs must be at least 1, --seed at least 0")
    if wanted.why:
        with progress("Playing on", still=True) as told:
            found = why.measured(wanted.games, wanted.seed, told)
        print(found)
        return 0
    if wanted.enter:
        print(enter_alone.report(wanted.since, wanted.games))
        return 0
    if wanted.fit:
        print(fitted(wanted.games, wanted.seed, wanted.jobs))
        return 0
    with progress("Measuring", still=True) as told:
        report = engine_speed.bench(engine_speed.casts(), engine_speed.Load(games=wanted.games), told)
    print(json.dumps(report) if wanted.json else engine_speed.text(report))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Measure the speed of the rules engine: random games of six, the first-game set and random casts. "
        'Times are also given in loop turns (one turn of "for i in range(n): x += i", measured in the same run), '
        "which compare between machines.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    part = parser.add_mutually_exclusive_group()
    part.add_argument(
        "--net",
        action="store_true",
        help="measure a host instead: in a process and on a core of its own, with its journal on disk, while another "
        "process plays everybody else over loopback",
    )
    part.add_argument(
        "--ui",
        action="store_true",
        help="measure the client instead: in a terminal of its own, beside a bare Textual app; close other programs",
    )
    part.add_argument(
        "--guests",
        type=int,
        metavar="N",
        help="measure a host instead to which so many guests come by SSH, eight at once",
    )
    part.add_argument(
        "--growth", action="store_true", help="measure instead how the work of host and client grows with what there is"
    )
    part.add_argument(
        "--fit",
        action="store_true",
        help="play games at mixed tables instead, and print the weights of the bots' value that follow from them",
    )
    part.add_argument(
        "--why",
        action="store_true",
        help="play games on from both sides of each turn that a result would tell, and say how many hold",
    )
    part.add_argument(
        "--enter",
        action="store_true",
        help="play the deals of so many days, as many as --games says, by enter alone, and say how many it wins",
    )
    parser.add_argument(
        "--since", type=date.fromisoformat, default=today(), metavar="DAY", help="with --enter: the first of these days"
    )
    parser.add_argument("--seed", type=int, default=0, help="with --fit and --why: number of the first game")
    parser.add_argument("--jobs", type=int, default=1, help="with --fit: processes that play")
    parser.add_argument("--chart", type=Path, metavar="FILE", help="with --growth: draw the figures as SVG, too")
    parser.add_argument(
        "--games",
        type=int,
        default=GAMES,
        help="games in each batch, of which the fastest counts; with --fit games to learn from",
    )
    parser.add_argument("--runs", type=int, default=RUNS, help="with --ui: of how many runs the median is taken")
    parser.add_argument(
        "--tables", type=int, nargs="+", default=TABLES, help="with --net: tables of eight in each measurement"
    )
    parser.add_argument("--seconds", type=float, default=SECONDS, help="with --net: length of each measurement")
    parser.add_argument("--visitors", type=int, default=0, help="with --net: people who look at the list of tables")
    parser.add_argument(
        "--lift-limits",
        action="store_true",
        help=f"with --net: a host without the product's bounds ({DEFAULT.tables} tables, rates of joins and moves)",
    )
    parser.add_argument(
        "--soak", type=float, default=0.0, help="with --net: minutes of games with bots while connections break"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _bench_net(parser: argparse.ArgumentParser, wanted: argparse.Namespace) -> int:
    # The host's packages take their time to load.
    from bench.net.report import MOST, MOST_VISITORS, report

    most_tables = MOST if wanted.lift_limits else DEFAULT.tables
    most_visitors = MOST_VISITORS if wanted.lift_limits else DEFAULT.visitors
    # One more table is opened each second for visitors to see.
    added = int(wanted.seconds) if wanted.visitors else 0
    if not all(1 <= count <= most_tables - added for count in wanted.tables):
        parser.error(f"--tables must be from 1 to {most_tables - added}")
    if not 0 <= wanted.visitors <= most_visitors:
        parser.error(f"--visitors must be from 0 to {most_visitors}")
    if not 1 <= wanted.seconds <= 3600 or not 0 <= wanted.soak <= 24 * 60:
        parser.error("a measurement lasts 1 to 3600 seconds, a soak at most a day")
    tell = _silent if wanted.json else _tell
    with progress("Measuring", still=True) as told:
        found = report(
            wanted.tables,
            wanted.seconds,
            wanted.visitors,
            wanted.soak,
            tell=tell,
            told=told,
            lifted=wanted.lift_limits,
        )
    if wanted.json:
        print(json.dumps(found))
    return 0


def _bench_growth(wanted: argparse.Namespace) -> int:
    from bench.growth.report import growths, picture, table

    found = growths()
    ms = {each.work.name: dict(zip(each.work.sizes, each.ms, strict=True)) for each in found}
    _tell(json.dumps(ms) if wanted.json else table(found))
    if wanted.chart:
        wanted.chart.write_text(picture(found), encoding="utf-8")
    return 0


def _bench_guests(parser: argparse.ArgumentParser, wanted: argparse.Namespace) -> int:
    if not 1 <= wanted.guests <= MOST_GUESTS:
        parser.error(f"--guests must be from 1 to {MOST_GUESTS}")
    try:
        from bench.net.report import in_folder
        from bench.ssh_guests import ssh_guests
    except ImportError as error:
        parser.error(f"guests cannot be measured here: {error}")
    try:
        found = in_folder(partial(ssh_guests, wanted.guests, AT_ONCE))
    except (RuntimeError, TimeoutError) as error:
        print(f"The measurement was given up: {error}", file=sys.stderr)
        return 1
    _tell(json.dumps(found) if wanted.json else "\n".join(f"{name:<12} {value}" for name, value in found.items()))
    return 0


def _bench_ui(parser: argparse.ArgumentParser, wanted: argparse.Namespace) -> int:
    if not 1 <= wanted.runs <= 1000:
        parser.error("--runs must be from 1 to 1000")
    try:
        # Some systems have no such terminals.
        from bench.ui.ui_report import ui_report
    except ImportError:
        parser.error("the client can be measured on Linux and macOS only")
    try:
        found = ui_report(wanted.runs, tell=_silent if wanted.json else _tell)
    except TimeoutError as error:
        print(f"The measurement was given up: {error}", file=sys.stderr)
        return 1
    if wanted.json:
        print(json.dumps(found))
    return 0


def _tell(line: str) -> None:
    print(line, flush=True)


def _silent(_line: str) -> None:
    """Say nothing: the figures follow as JSON."""


if __name__ == "__main__":
    sys.exit(main())

"""The report of `scripts/bench --net`, as one object and as text."""

from __future__ import annotations

import gc
import itertools
import os
import platform
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from bench.net import costs, hostile
from bench.net.capacity import capacity
from bench.net.restart import restart
from bench.net.served import own_core
from bench.net.soak import soak
from citadels_tui.terminal.progress import Told
from net.base.sockets import many_files

MOST = 2000
"""Tables in one measurement, where limits are lifted."""
MOST_VISITORS = 10_000
"""Visitors in one, likewise."""


def report(
    tables: Sequence[int],
    seconds: float,
    visitors: int = 0,
    soaked: float = 0.0,
    tell: Callable[[str], object] = lambda _: None,
    *,
    told: Told = lambda _done, _total: None,
    lifted: bool = False,
) -> dict[str, Any]:
    """Measure this machine.

    Args:
        tables: How many tables play in each measurement of capacity; the most of these in that of the restart.
        seconds: How long each measurement lasts.
        visitors: How many look at the list of tables while they play.
        soaked: Minutes of `soak`, at the end; 0: none.
        tell: Told each part as soon as it is measured, as lines to be read.
        told: Told how many of the measurements are made.
        lifted: Whether hosts have `lifted_limits` where capacity and restart are measured.

    Returns:
        ``machine``; ``costs``; ``capacity``, a list; ``restart``; ``hostile``, a list; and ``soak``, if there was one.
    """
    found: dict[str, Any] = {"machine": machine(), "capacity": [], "hostile": []}
    attacks = (list(hostile.ATTACKS), guest_attacks()) if hostile.POSSIBLE else ([], [])
    total, done = 2 + len(tables) + sum(map(len, attacks)) + bool(soaked), itertools.count(1)
    told(0, total)
    tell(MACHINE.format(**found["machine"]))
    found["costs"] = in_folder(costs.costs)
    told(next(done), total)
    _part(tell, COSTS)
    tell(_listed(found["costs"], "  {:<24} {:>9,}"))
    with undisturbed():
        _part(tell, CAPACITY, _CAPACITY_HEAD)
        for count in tables:
            found["capacity"].append(
                row := in_folder(partial(capacity, count, seconds, visitors=visitors, lifted=lifted))
            )
            told(next(done), total)
            tell(_capacity(row))
        found["restart"] = in_folder(partial(restart, max(tables), seconds, lifted=lifted))
        told(next(done), total)
        _part(tell, RESTART)
        tell(_listed(found["restart"], "  {:<16} {}"))
        _part(tell, HOSTILE, _HOSTILE_HEAD)
        for name in attacks[0]:
            found["hostile"].append(row := in_folder(partial(hostile.under, name, seconds=seconds, rest=seconds)))
            told(next(done), total)
            tell(_hostile(row))
        for name in attacks[1]:
            from bench.net.guest_attacks import GUEST_ATTACKS, GuestHost

            measured = partial(
                hostile.under, name, seconds=seconds, rest=seconds, attacks=GUEST_ATTACKS, serve=GuestHost
            )
            found["hostile"].append(row := in_folder(measured))
            told(next(done), total)
            tell(_hostile(row))
    if soaked:
        found["soak"] = in_folder(partial(soak, soaked))
        _part(tell, SOAK)
        tell(_listed(found["soak"], "  {:<16} {}"))
    errors = [error for row in found["capacity"] for error in row["errors"]] + found["restart"]["errors"]
    errors += [error for row in found["hostile"] for error in row["attacked"]["errors"]]
    _part(tell, ERRORS, *errors, errors=len(errors))
    return found


def guest_attacks() -> list[str]:
    """The attacks on the doors for guests, where there are the packages for these."""
    try:
        from bench.net.guest_attacks import GUEST_ATTACKS
    except ImportError:
        return []
    return list(GUEST_ATTACKS)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Leave the host a core of its own, allow thousands of connections, and never pause to look for garbage."""
    many_files()
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    own_core(False)
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        if cores:
            os.sched_setaffinity(0, cores)


def machine() -> dict[str, Any]:
    """The machine of the measurement."""
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "cores": os.cpu_count(),
        "load": [round(load, 2) for load in os.getloadavg()] if hasattr(os, "getloadavg") else [],
    }


def in_folder(work: Callable[[Path], dict[str, Any]]) -> dict[str, Any]:
    """Measure something in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="citadels-bench-") as folder:
        return work(Path(folder))


MACHINE = "Python {python} on {system}, {cores} cores; load before: {load}"
COSTS, SOAK = "Costs", "Soak"
CAPACITY = "Tables of eight, 1 move/s each, on one core; times until the last of eight has the move"
RESTART = "The host is killed and started again; seconds until everybody is back"
HOSTILE = "Attacks on a host where others play, and its memory at their end and as long again after"
ERRORS = "Errors in the hosts' logs: {errors}"
"""The sentences of the report; between them stand figures under the names that they have in the object, too."""

_CAPACITY_HEAD = "  tables moves/s  p50 ms  p99 ms  core  us/move  checks/move  waited  KiB/connection"
_HOSTILE_HEAD = "  attack     p99 ms alone  attacked  growth MiB  left MiB  lost  fates"


def _part(tell: Callable[[str], object], text: str, *lines: str, **values: object) -> None:
    """Begin a part with a sentence about it, and tell its first lines."""
    for line in ("", text.format(**values), *lines):
        tell(line)


def _listed(figures: dict[str, Any], line: str) -> str:
    return "\n".join(line.format(name, value) for name, value in figures.items())


def _capacity(row: dict[str, Any]) -> str:
    line = (
        f"  {row['tables']:>6} {row['moves_per_second']:>7} {row['p50_ms']:>7} {row['p99_ms']:>7} {row['cpu']:>5}"
        f" {row['cpu_us_per_move']:>8} {row['checks_per_move']:>12} {row['waited']:>7} {row['kib_per_connection']:>15}"
    )
    if not row["visitors"]:
        return line
    return (
        f"{line}\n  {row['visitors']:>6} visitors, KiB each: {row['kib_per_visitor']};"
        f" new table seen, p50 ms, p99 ms: {row['seen_p50_ms']}, {row['seen_p99_ms']}"
    )


def _hostile(row: dict[str, Any]) -> str:
    fates = ", ".join(f"{count} {fate}" for fate, count in row["fates"].items())
    return (
        f"  {row['attack']:<10} {row['alone']['p99_ms']:>12} {row['attacked']['p99_ms']:>9} {row['rss_growth_mib']:>11}"
        f" {row['rss_left_mib']:>9} {row['lost']:>5}  {fates}"
    )

"""The report of `citadels bench --net`, as one object and as text."""

from __future__ import annotations

import gc
import os
import platform
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from net.bench import costs, hostile
from net.bench.capacity import capacity
from net.bench.served import own_core
from net.bench.soak import soak
from net.host.admission import many_files

MOST = 2000
"""Tables in one measurement."""


def report(tables: Sequence[int], seconds: float, soaked: float = 0.0) -> dict[str, Any]:
    """Measure this machine.

    Args:
        tables: How many tables play in each measurement of capacity.
        seconds: How long each measurement lasts.
        soaked: Minutes of `soak`, at the end; 0: none.

    Returns:
        ``machine``; ``costs``; ``capacity`` and ``hostile``, lists; and ``soak``, if there was one.
    """
    many_files()
    found: dict[str, Any] = {"machine": machine(), "costs": _with_folder(costs.costs)}
    # The host gets a core of its own, and who listens to it never pauses to look for garbage.
    own_core(False)
    gc.disable()
    found["capacity"] = [_with_folder(partial(capacity, n, seconds)) for n in tables]
    found["hostile"] = [
        _with_folder(partial(hostile.under, name, seconds=seconds, rest=seconds))
        for name in hostile.ATTACKS
        if hostile.POSSIBLE
    ]
    gc.enable()
    if soaked:
        found["soak"] = _with_folder(partial(soak, soaked))
    return found


def machine() -> dict[str, Any]:
    """What was measured on."""
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "cores": os.cpu_count(),
        "load": [round(load, 2) for load in os.getloadavg()] if hasattr(os, "getloadavg") else [],
    }


def _with_folder(work: Callable[[Path], dict[str, Any]]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="citadels-bench-") as folder:
        return work(Path(folder))


def text(found: dict[str, Any]) -> str:
    """A report to be read."""
    about = found["machine"]
    lines = [f"Python {about['python']} on {about['system']}, {about['cores']} cores; load before: {about['load']}"]
    lines += ["", "Costs"] + [f"  {name:<24} {value:>9,}" for name, value in found["costs"].items()]
    lines += [
        "",
        "Tables of eight, 1 move/s each, on one core; times until the last of eight has the move",
        "  tables moves/s  p50 ms  p99 ms  core  us/move  waited  KiB/connection",
    ]
    lines += [
        f"  {row['tables']:>6} {row['moves_per_second']:>7} {row['p50_ms']:>7} {row['p99_ms']:>7} {row['cpu']:>5}"
        f" {row['cpu_us_per_move']:>8} {row['waited']:>7} {row['kib_per_connection']:>15}"
        for row in found["capacity"]
    ]
    lines += [
        "",
        "Attacks on a host where others play, and its memory at their end and as long again after",
        "  attack     p99 ms alone  attacked  growth MiB  left MiB  lost  fates",
    ]
    lines += [
        f"  {row['attack']:<10} {row['alone']['p99_ms']:>12} {row['attacked']['p99_ms']:>9} {row['rss_growth_mib']:>11}"
        f" {row['rss_left_mib']:>9} {row['lost']:>5}"
        f"  {', '.join(f'{count} {fate}' for fate, count in row['fates'].items())}"
        for row in found["hostile"]
    ]
    if "soak" in found:
        lines += ["", "Soak"] + [f"  {name:<16} {value}" for name, value in found["soak"].items()]
    errors = [error for row in found["capacity"] for error in row["errors"]]
    errors += [error for row in found["hostile"] for error in row["attacked"]["errors"]]
    lines += ["", f"Errors in the hosts' logs: {len(errors)}", *errors]
    return "\n".join(lines)

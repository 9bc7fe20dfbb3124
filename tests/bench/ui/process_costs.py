"""Process costs: memory and processor time of a program and its children, as the system tells them."""

from __future__ import annotations

import os
import re
import subprocess
from contextlib import suppress
from pathlib import Path

_PROC = Path("/proc")


def family(pid: int) -> list[int]:
    """A process and all that it has started, itself first."""
    listed = subprocess.run(["ps", "-axo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = [tuple(map(int, line.split())) for line in listed.splitlines()]
    found = [pid]
    for parent in found:
        found += [child for child, its in parents if its == parent]
    return found


def resident(pid: int) -> float:
    """Resident memory in MB (of 10**6 bytes), as ``ps`` and ``top`` show it."""
    told = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return int(told or 0) * 1024 / 1e6


def proportional(pids: list[int]) -> float | None:
    """Resident memory of several processes together in MB, with what they share counted once; None where untold."""
    with suppress(OSError):
        maps = [(_PROC / str(pid) / "smaps_rollup").read_text() for pid in pids]
        return sum(int(found[1]) for text in maps if (found := re.search(r"^Pss: +(\d+)", text, re.MULTILINE))) * (
            1024 / 1e6
        )
    return None


def processor(pids: list[int]) -> float | None:
    """Processor seconds that several processes have used; None where untold."""
    with suppress(OSError):
        ticks = 0
        for pid in pids:
            # The name, which is in brackets, may hold blanks.
            fields = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")
    return None

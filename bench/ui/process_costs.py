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
    parents = _parents()
    found = [pid]
    for parent in found:
        found += [child for child, its in parents if its == parent]
    return found


def _parents() -> list[tuple[int, int]]:
    """Every process with its parent: as Linux tells it, or ``ps`` where a system has that instead."""
    if _PROC.is_dir():
        found = []
        for process in _PROC.glob("[0-9]*"):
            # It may have ended meanwhile.
            with suppress(OSError):
                found.append((int(process.name), int(_fields(int(process.name))[1])))
        return found
    listed = subprocess.run(["ps", "-axo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    return [(int(child), int(parent)) for child, parent in map(str.split, listed.splitlines())]


def _fields(pid: int) -> list[str]:
    """The fields of a process behind its name, which is in brackets and may hold blanks."""
    return (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()


def resident(pid: int) -> float:
    """Resident memory in MB (of 10**6 bytes), as ``ps`` and ``top`` show it; 0 when the process has ended."""
    if _PROC.is_dir():
        with suppress(OSError):
            return int((_PROC / str(pid) / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        return 0
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
            fields = _fields(pid)
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")
    return None


def wakes(pids: list[int]) -> int | None:
    """How often all threads of several processes have gone to sleep of their own accord; None where untold.

    Each time, something has woken them before. The count does not depend on what else the machine does.
    """
    with suppress(OSError):
        found = 0
        for pid in pids:
            for thread in (_PROC / str(pid) / "task").iterdir():
                told = re.search(r"^voluntary_ctxt_switches:\s+(\d+)", (thread / "status").read_text(), re.MULTILINE)
                found += int(told[1]) if told else 0
        return found
    return None

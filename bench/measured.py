"""The measured part of a page: one block between two comments, which `scripts/bench --page` writes anew as a whole."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tests.support.root import ROOT

BEGIN, END = "<!-- measured by scripts/bench -->", "<!-- end of the measured part -->"
_BLOCK = re.compile(f"{re.escape(BEGIN)}\\n(.*?)\\n{re.escape(END)}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class MeasuredTable:
    """A table of figures under a sentence about them."""

    about: str
    head: Sequence[str]
    rows: Sequence[Sequence[object]]

    def __str__(self) -> str:
        head, *rows = ("| " + " | ".join(map(shown, line)) + " |" for line in (self.head, *self.rows))
        return "\n".join((self.about, "", head, f"|{'---|' * len(self.head)}", *rows))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where figures come from, so that somebody can measure them again."""

    command: str
    date: str
    commit: str
    machine: str

    @classmethod
    def now(cls, command: str) -> Origin:
        """The origin of what is about to be measured by a command: the load is that before it."""
        return cls(command, datetime.now(UTC).date().isoformat(), commit(), machine())

    def __str__(self) -> str:
        return f"Measured on {self.date} by `{self.command}` at {self.commit} on {self.machine}."


def shown(value: object) -> str:
    """A value as it stands in a table: thousands apart, no empty fractions."""
    if isinstance(value, float):
        return f"{value:,.0f}" if value.is_integer() else f"{value:,}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def block(origin: Origin, tables: Sequence[MeasuredTable]) -> str:
    """The measured part of a page, its two comments included."""
    return "\n\n".join((f"{BEGIN}\n{origin}", *map(str, tables))) + f"\n{END}"


def found(page: str) -> list[str]:
    """The measured parts of a page, without their comments."""
    return _BLOCK.findall(page)


def find(path: Path) -> str:
    """The measured part of a page, without its comments.

    Raises:
        ValueError: when it has none, or several.
    """
    parts = found(path.read_text(encoding="utf-8"))
    if len(parts) != 1:
        raise ValueError(f"{path} must have one measured part, between {BEGIN} and {END}.")
    return parts[0]


def write(path: Path, text: str) -> None:
    """Put a measured part in the place of the one that a page has; raises what `find` does."""
    find(path)
    page = path.read_text(encoding="utf-8")
    path.write_text(_BLOCK.sub(lambda _: text, page), encoding="utf-8")


def commit() -> str:
    """The commit that is measured; says so when files beside the pages have changed since."""
    try:
        name = _git("rev-parse", "--short=8", "HEAD")
        changed = _git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs")
    except (OSError, subprocess.CalledProcessError):
        return "an unknown commit"
    return f"`{name}`" + (" with changes" if changed else "")


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def machine() -> str:
    """The machine, its load at the moment, and the Python."""
    cores = os.cpu_count() or 1
    parts = [_processor(), f"{cores} core{'s' * (cores > 1)}"]
    if hasattr(os, "getloadavg"):
        parts.append(f"load {os.getloadavg()[0]:.1f}")
    return ", ".join((*parts, f"Python {platform.python_version()}"))


def _processor() -> str:
    """The name of the processor, as Linux tells it; else what Python knows."""
    try:
        told = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        told = None
    return f"{platform.system()} on {told[1].strip() if told else platform.machine()}"

"""Day notes: of which days' deals hints were asked for, and which were played for practice, in a file of this account.

The log of a game knows neither. What a line says that this version does not know is left as it is.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from net.base.filesystem import read_file
from net.base.paths import private_file, private_folder, state_path

if TYPE_CHECKING:
    from citadels_tui.session.session import Session

HINTS, PRACTICE = "hints", "practice"
_MOST_BYTES = 256 * 1024


def aid(session: Session) -> None:
    """Turn hints on in the deal of the day; its picture says so from now on."""
    session.aided = True
    if session.day is not None:
        with suppress(OSError):
            DayNotes().add(session.day.date, HINTS)


def look_up_aid(session: Session) -> None:
    """Find out whether hints were turned on in this deal of the day before it was left."""
    if session.day is not None and session.counts_for_day:
        session.aided = session.day.date in DayNotes().hinted


class DayNotes:
    """The file of these notes; it need not exist yet. A line has a day and a word."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or state_path() / "daily.txt"

    @property
    def hinted(self) -> frozenset[date]:
        """The days in whose deal hints were turned on."""
        return self._days(HINTS)

    @property
    def practiced(self) -> frozenset[date]:
        """The days whose deal was played when they were over: it counts no more."""
        return self._days(PRACTICE)

    def add(self, day: date, word: str) -> None:
        """Note something of a day, once.

        Raises:
            OSError: when the file cannot be read or written.
        """
        lines = self._lines()
        if f"{day} {word}" not in lines:
            private_folder(self.path.parent)
            private_file(self.path, "".join(f"{line}\n" for line in [*lines, f"{day} {word}"]).encode(), over=True)

    def _days(self, word: str) -> frozenset[date]:
        found = set()
        with suppress(OSError):
            for line in self._lines():
                with suppress(ValueError):
                    day, said = line.split()
                    found |= {date.fromisoformat(day)} if said == word else set()
        return frozenset(found)

    def _lines(self) -> list[str]:
        try:
            return read_file(self.path, _MOST_BYTES).decode(errors="replace").splitlines()
        except FileNotFoundError:
            return []

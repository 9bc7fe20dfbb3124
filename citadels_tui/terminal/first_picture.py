"""The first picture of a game on this machine: an empty table, before the packages of the table and screens are loaded.

Loading them takes ten times as long as this. Textual's first frame takes its place.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from citadels_tui.texts import _, home

_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
"""Shows the other page of a terminal, without a cursor, and goes back."""
_CITY = 33
"""The column in which cities begin on a board of 80x24."""
_PLACES, _PLACE = 7, 5
"""Places of a city, and columns of one, at most."""
_ENDING = ("SIGHUP", "SIGTERM", "SIGQUIT")
"""Signals that may end the client before Textual would see to it."""


@contextmanager
def shown(seats: int, *, ascii: bool = False) -> Iterator[bool]:
    """Paint the table in the terminal that Textual will draw in, and take it away again when something goes wrong.

    Where Textual has taken it away before, that changes nothing. Nothing is painted where nothing could be drawn.

    Args:
        seats: Players.
        ascii: Whether to paint with ASCII only; so it is where the terminal can do no better.

    Yields:
        Whether it was painted.
    """
    terminal = _terminal()
    if terminal is None:
        yield False
        return
    try:
        for name in _ENDING:
            with suppress(AttributeError, ValueError):
                signal.signal(getattr(signal, name), _end)
        ascii = ascii or "utf" not in terminal.encoding.lower()
        _write(terminal, _ENTER + picture(seats, *_size(terminal), ascii=ascii))
        yield True
    except BaseException:
        _write(terminal, _LEAVE)
        raise


def picture(seats: int, columns: int, lines: int, *, ascii: bool) -> str:
    """Write it: the rows, each in its line, in a terminal that is empty then."""
    painted = []
    for line, row in enumerate(rows(seats, columns, lines, ascii=ascii), 1):
        if text := row.lstrip():
            painted.append(f"\x1b[{line};{len(row) - len(text) + 1}H{text}")
    return "\x1b[H\x1b[2J\x1b[2m" + "".join(painted) + "\x1b[0m"


def rows(seats: int, columns: int, lines: int, *, ascii: bool) -> list[str]:
    """Draw it: an empty city for each seat, and that the table is being set."""
    place, rule = ".-" if ascii else "·─"
    left = _CITY if columns >= 2 * _CITY else 2
    city = " ".join([place * max(1, min((columns - left) // _PLACES - 1, _PLACE))] * _PLACES)
    drawn = ["Citadels", "", "", *[" " * left + city] * seats, rule * columns, f" {_(home.BUSY_LOCAL)}"]
    return [row[:columns] for row in drawn[:lines]]


def _end(*_: object) -> None:
    raise SystemExit(0)


def _terminal() -> TextIO | None:
    streams = [stream for stream in (sys.__stdin__, sys.__stdout__) if stream is not None and stream.isatty()]
    # On Windows a console draws only once Textual has told it to.
    if len(streams) < 2 or os.environ.get("TERM") == "dumb" or os.name == "nt":
        return None
    errors = sys.__stderr__
    return errors if errors is not None and errors.isatty() else sys.__stdout__


def _size(terminal: TextIO) -> tuple[int, int]:
    try:
        return os.get_terminal_size(terminal.fileno())
    except OSError:
        return 80, 24


def _write(terminal: TextIO, text: str) -> None:
    with suppress(OSError, UnicodeError):
        terminal.write(text)
        terminal.flush()

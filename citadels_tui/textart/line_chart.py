"""Line chart: how figures went from round to round, a line for each player, drawn with the dots of Braille.

Where only ASCII can be shown each line is drawn with its number. The names stand where the lines end, so that no colour
is needed to tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content

from citadels_tui.textart.cells import fit
from citadels_tui.textart.symbols import Symbols

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a Braille cell, from above to below, left and right."""
NAME_CELLS = 14
"""Cells of a name at the end of its line, at most."""


@dataclass(frozen=True, slots=True)
class Series:
    """The line of one player."""

    name: str
    values: tuple[int, ...]
    """One for each round."""
    style: str


def line_chart(
    series: Sequence[Series],
    rounds: Sequence[int],
    width: int,
    height: int,
    symbols: Symbols,
    top: int = 1,
    bottom: int = 0,
) -> Content:
    """Draw a chart.

    Args:
        series: The lines; the last one lies above the others.
        rounds: The number of each round.
        width: Cells.
        height: Lines, of which the last one has the rounds.
        symbols: What to draw with.
        top: The value of the highest line, unless a figure is higher.
        bottom: The value of the lowest line; no figure is lower.
    """
    top = max(top, bottom + 1, *(value for line in series for value in line.values))
    left = len(str(top)) + 2
    right = min(max(cell_len(line.name) for line in series), NAME_CELLS) + len(str(top)) + (5 if symbols.ascii else 3)
    cells, rows = max(width - left - right, 2), max(height - 1, 2)
    canvas = _Canvas(cells, rows, symbols.ascii)
    for number, line in enumerate(series, 1):
        canvas.draw([(value - bottom) / (top - bottom) for value in line.values], line.style, f"{number}")
    names = _names(series, top, bottom, right, rows, symbols)
    middle = (bottom + top) // 2
    # Each figure stands at the height at which a line has it.
    mark = {round((top - middle) / (top - bottom) * (rows - 1)): middle, 0: top, rows - 1: bottom}
    axis = "|" if symbols.ascii else "│"
    lines = [
        Content.assemble((f"{mark.get(row, ''):>{left - 1}}", "$muted"), (axis, "$muted"), canvas.row(row), names[row])
        for row in range(rows)
    ]
    return Content("\n").join([*lines, Content.styled(" " * left + _ticks(rounds, cells), "$muted")])


def _ticks(rounds: Sequence[int], cells: int) -> str:
    """The numbers of the rounds below their places, as many as have room."""
    line = [" "] * (cells + 3)
    free = 0
    for index, number in enumerate(rounds):
        place = index * (cells - 1) // max(len(rounds) - 1, 1)
        if place >= free:
            text = f"{number}"
            line[place : place + len(text)] = text
            free = place + len(text) + 1
    return "".join(line).rstrip()


def _names(series: Sequence[Series], top: int, bottom: int, width: int, rows: int, symbols: Symbols) -> list[Content]:
    """Name and last value of each line, as near to its end as the others leave it."""
    order = sorted(range(len(series)), key=lambda index: -series[index].values[-1])
    names = [Content("")] * rows
    row = -1
    for place, index in enumerate(order):
        line = series[index]
        wanted = round((top - line.values[-1]) / (top - bottom) * (rows - 1))
        # Those who come after need their lines, too.
        row = min(max(wanted, row + 1), rows - len(order) + place)
        if 0 <= row < rows:
            number = f"{index + 1} " if symbols.ascii else ""
            name = fit(Content(f"{number}{line.name}"), width - len(str(top)) - 2, symbols)
            names[row] = Content.assemble(" ", (name.plain, line.style), f" {line.values[-1]:>{len(str(top))}}")
    return names


class _Canvas:
    """Cells of two by four dots each; in ASCII of one."""

    def __init__(self, cells: int, rows: int, ascii: bool) -> None:
        self._across, self._down = (1, 1) if ascii else (2, 4)
        self._cells, self._rows = cells, rows
        self._ascii = ascii
        self._marks: dict[tuple[int, int], tuple[int, str, str]] = {}
        """The dots in a cell, its style, and its sign in ASCII."""

    def draw(self, heights: Sequence[float], style: str, sign: str) -> None:
        """Draw a line through heights from 0 to 1, from the left edge to the right one."""
        wide, high = self._cells * self._across - 1, self._rows * self._down - 1
        points = [
            (round(index * wide / max(len(heights) - 1, 1)), round((1 - each) * high))
            for index, each in enumerate(heights)
        ]
        for start, end in zip(points, points[1:] or points, strict=False):
            for x, y in _straight(start, end):
                self._dot(x, y, style, sign)

    def _dot(self, x: int, y: int, style: str, sign: str) -> None:
        place = x // self._across, y // self._down
        dots = self._marks.get(place, (0, "", ""))[0]
        self._marks[place] = dots | DOTS[y % self._down][x % self._across], style, sign

    def row(self, row: int) -> Content:
        """One line."""
        parts: list[str | tuple[str, str]] = []
        for cell in range(self._cells):
            dots, style, sign = self._marks.get((cell, row), (0, "", ""))
            parts.append((sign if self._ascii else chr(0x2800 + dots), style) if dots else " ")
        return Content.assemble(*parts)


def _straight(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The dots from one point to another."""
    (x, y), (to_x, to_y) = start, end
    steps = max(abs(to_x - x), abs(to_y - y), 1)
    for step in range(steps + 1):
        yield round(x + (to_x - x) * step / steps), round(y + (to_y - y) * step / steps)

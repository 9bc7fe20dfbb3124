"""Skyline: a city drawn as buildings, each as high as it costs, over the names of its districts.

The shape of a roof and the sign below it say the type of a district; its colour repeats that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content, Span

from citadels_tui.textart.links import link
from citadels_tui.textart.symbols import Symbols

HIGHEST = 6
"""The cost whose building fills the sky."""
LEAST_LETTERS = 3
"""Letters of a name that is cut, at least: from fewer nobody can tell what it is."""
LEAST_FOR_TWO = 2
"""Lines of a city from which on names may take two of them."""
LEAST_CELLS = 2
"""A place in a city, at least: sign and cost."""
LEAST_PLOTS = (LEAST_CELLS, 1, 0)
"""Least cells of an empty plot, step by step, so that names have room: at last nothing, as figures say it."""
WIDEST = 12
"""Cells of a building, at most."""


class Lot(NamedTuple):
    """One district of a city."""

    code: str
    """Its sign and its cost."""
    name: str
    type: str
    """Empty for a card that is no building."""
    cost: int
    style: str
    lit: bool = False
    """Whether a choice aims at it."""
    card: str = ""
    """Id of the card that its place leads to; empty: none."""
    falls: int = 0
    """How many steps of its fall it has behind it; 0: it stands."""

    @property
    def cells(self) -> int:
        """The room it takes when it is written out."""
        return cell_len(self.code) + 1 + cell_len(self.name) if self.name else cell_len(self.code)


FALL_STEPS = 3
"""The steps in which a building falls."""


WINDOWS = {"noble": "▜█", "religious": "▐█", "trade": "▟█", "military": "██▜", "unique": "▚█"}
"""The walls of buildings by their type: what repeats below the roof."""
ROOFS = {
    8: {"noble": ("█", "▙", "█"), "religious": ("▟", "█", "▙"), "military": ("█", "▄", "█"), "unique": ("▗", "█", "▖")},
    4: {"noble": ("▄", "▂", "▄"), "religious": ("▗", "▄", "▖"), "military": ("▄", "▂", "▄"), "unique": ("▂", "▄", "▂")},
}
"""How buildings end above by their height in the last line and their type: left, in the middle, and right."""


class _Line:
    """A line that grows piece by piece: much faster than putting contents together."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.spans: list[Span] = []
        self.length = 0

    def add(self, text: str, style: str = "", card: str = "") -> None:
        """Add a piece, which may lead to a card."""
        if style and text:
            self.spans.append(Span(self.length, self.length + len(text), style))
        if card and text:
            self.spans.append(Span(self.length, self.length + len(text), link(card)))
        self.texts.append(text)
        self.length += len(text)

    def content(self) -> Content:
        """The whole line."""
        return Content("".join(self.texts), self.spans)


def skyline(
    lots: Sequence[Lot],
    symbols: Symbols,
    width: int,
    height: int,
    *,
    plots: int = 0,
    complete: bool = False,
    named: int = 1,
) -> list[Content]:
    """A city in so many lines: the sky, and the names below it.

    Args:
        lots: The districts.
        symbols: What to draw with.
        width: Cells of a line.
        height: Lines; one alone has the names.
        plots: Places that are still empty.
        complete: Whether the city is finished.
        named: Lines for the names, at least.
    """
    widths, empty, labels = _named(lots, symbols, width, height, plots)
    below = max([named, *map(len, labels)])
    labels = [(*label, *[""] * (below - len(label))) for label in labels]
    sky = height - below
    lines = [_sky(lots, widths, empty, plots, symbols, row, sky, complete) for row in range(sky, 0, -1)]
    lines += _names(lots, labels, widths, empty, plots, symbols, below, chips=not sky)
    # What stands last is followed by a blank that may have no room.
    return [line.truncate(width) for line in lines]


def letters(lots: Sequence[Lot], plots: int, width: int, height: int, symbols: Symbols) -> int:
    """How many letters of the districts' names a city shows; the parameters are those of `skyline`."""
    return _letters(_named(lots, symbols, width, height, plots)[2])


def unnamed(lots: Sequence[Lot], plots: int, width: int, height: int, symbols: Symbols) -> list[int]:
    """The places of the districts that have not their whole names; the parameters are those of `skyline`."""
    labels = _named(lots, symbols, width, height, plots)[2]
    named = [" ".join(label).split()[1:] == lot.name.split() for lot, label in zip(lots, labels, strict=True)]
    return [place for place, whole in enumerate(named) if not whole]


def lines_of_names(lots: Sequence[Lot], plots: int, width: int, height: int, symbols: Symbols) -> int:
    """How many lines the names of a city take; the parameters are those of `skyline`."""
    return max(map(len, _named(lots, symbols, width, height, plots)[2]), default=1)


def _named(
    lots: Sequence[Lot], symbols: Symbols, width: int, height: int, plots: int
) -> tuple[tuple[int, ...], int, list[tuple[str, ...]]]:
    """The cells of each district and of each empty plot, and the names as they are written.

    Where not all names fit in a line, what gives way is, in this order: a line of the sky, for names in two lines; the
    empty plots, down to nothing; the ends of the longest names; whole names. Each only if more can then be read.
    """
    dots = len(symbols.more)
    found = []
    for plot in LEAST_PLOTS if plots else (LEAST_CELLS,):
        for lines, cells in ((1, _one_line_cells), (2, _two_line_cells))[: 1 + (height >= LEAST_FOR_TWO)]:
            wanted = tuple((cells(lot), cell_len(lot.code)) for lot in lots)
            widths, empty = _shared(wanted, plots, width, dots, plot)
            labels = [_label(lot, room, lines, symbols) for lot, room in zip(lots, widths, strict=True)]
            if all(room >= whole for room, (whole, _code) in zip(widths, wanted, strict=True)):
                return widths, empty, labels
            found.append((widths, empty, labels))
    return max(found, key=lambda each: _letters(each[2]))


@lru_cache(maxsize=4096)
def _shared(
    labels: tuple[tuple[int, int], ...], plots: int, width: int, dots: int, plot: int
) -> tuple[tuple[int, ...], int]:
    """The cells of each district and of each empty plot: as alike as can be, and the longest names are cut first.

    A name of which too little would be left is left out, and makes room for the others.

    Args:
        labels: What each district takes with its name, and without.
        plots: How many are empty.
        width: Cells of the line.
        dots: Cells of the sign that a name was cut.
        plot: Cells of an empty plot, at least; 0: they are not shown.
    """
    room = width - len(labels) - plots * (plot > 0) + 1
    for cells in range(WIDEST, plot - 1, -1) if plot else (0,):
        wanted = [max(whole, cells, LEAST_CELLS) for whole, _code in labels]
        if sum(wanted) + plots * cells <= room:
            return tuple(wanted), cells
    room -= plots * plot
    widest = max((whole for whole, _code in labels), default=0)
    shared = [whole for whole, _code in labels]
    while widest > LEAST_CELLS and sum(shared) > room:
        widest -= 1
        shared = [min(whole, max(widest, code)) for whole, code in labels]
    for place, (whole, code) in enumerate(labels):
        if shared[place] < min(whole, code + 1 + LEAST_LETTERS + dots):
            shared[place] = code
    spare = max(room - sum(shared), 0)
    # The building that lacks least gets its whole name, then the first ones a part of it.
    for place in sorted(range(len(labels)), key=lambda place: labels[place][0] - shared[place]):
        lacks = labels[place][0] - shared[place]
        if lacks <= spare:
            shared[place] += lacks
            spare -= lacks
    for place, (whole, code) in enumerate(labels):
        least = min(code + 1 + LEAST_LETTERS + dots, whole)
        more = min(spare, whole - shared[place])
        if shared[place] + more >= least:
            shared[place] += more
            spare -= more
    return tuple(shared), plot


def _letters(labels: Sequence[Sequence[str]]) -> int:
    """The number of letters of the names that can be read."""
    return sum(map(str.isalpha, "".join("".join(label) for label in labels)))


def _one_line_cells(lot: Lot) -> int:
    """The room that a district takes in one line."""
    return lot.cells


def _two_line_cells(lot: Lot) -> int:
    """The room that a district takes in two lines."""
    return next(cells for cells in range(1, lot.cells + 1) if len(_broken(lot, cells)) <= 2)


@lru_cache(maxsize=4096)
def _broken(lot: Lot, cells: int) -> tuple[str, ...]:
    """Sign, cost and name in lines of so many cells, with no word broken; more than two where that cannot be."""
    lines = [lot.code]
    for word in lot.name.split():
        if cell_len(lines[-1]) + 1 + cell_len(word) <= cells:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines) if max(map(cell_len, lines)) <= cells else (*lines, *lines, "")


def _label(lot: Lot, cells: int, lines: int, symbols: Symbols) -> tuple[str, ...]:
    """Sign and cost, and the name as far as there is room; one that is cut says so, and keeps some letters.

    Args:
        lot: The district.
        cells: How many there are in a line.
        lines: One or two.
        symbols: What to draw with.
    """
    blank = ("",) * (lines - 1)
    if lot.cells <= cells:
        return (f"{lot.code} {lot.name}" if lot.name else lot.code), *blank
    broken = _broken(lot, cells)
    if len(broken) <= lines:
        return broken
    above = cell_len(lot.code) + 1 if lines == 1 else 0
    room = cells - above - len(symbols.more)
    if room < LEAST_LETTERS:
        return lot.code[:cells], *blank
    if not above:
        return lot.code, f"{lot.name[:room].rstrip()}{symbols.more}"
    return f"{lot.code} {lot.name[:room].rstrip()}{symbols.more}", *blank


def _eighths(cost: int, rows: int) -> int:
    """How high a building is, in eighths of a line: in half lines where there are enough of them."""
    step = 4 if rows >= HIGHEST // 2 else 1
    return min(max(round(cost * rows * 8 / HIGHEST / step) * step, step), rows * 8)


def _sky(
    lots: Sequence[Lot],
    widths: Sequence[int],
    empty: int,
    plots: int,
    symbols: Symbols,
    row: int,
    rows: int,
    complete: bool,
) -> Content:
    """One line of the sky, counted from the ground, from 1 on."""
    line = _Line()
    # Over a single line it would only fill the gaps between buildings.
    above = symbols.roof if complete and row == rows > 1 else " "
    for lot, cells in zip(lots, widths, strict=True):
        high = _eighths(lot.cost, rows) if lot.type else 0
        if lot.falls:
            high = high * (FALL_STEPS - lot.falls) // FALL_STEPS
        level = high - 8 * (row - 1)
        block = _block(lot, min(cells, WIDEST), level, symbols) if level > 0 else ""
        if lot.falls and not block and row == 1:
            block = symbols.rubble * min(cells, WIDEST)
        line.add(block, "$warning" if lot.lit else lot.style, lot.card)
        line.add(above * (cells + 1 - len(block)), "$gold" if above != " " else "")
    if row == 1 and plots and empty:
        line.add(" ".join([symbols.plot * empty] * plots), "$muted")
    return line.content()


def _block(lot: Lot, cells: int, level: int, symbols: Symbols) -> str:
    """A building's part of one line; a level of 8 is a whole line, of more is one with others above it."""
    if not symbols.levels:
        return symbols.types[lot.type] * cells if level >= 4 else "_" * cells
    if level > 8 and cells > 3:
        return f"█{(WINDOWS[lot.type] * cells)[: cells - 2]}█"
    if level > 8 or level not in ROOFS or cells < 3:
        return symbols.levels[min(level, 8)] * cells
    left, middle, right = ROOFS[level].get(lot.type, (symbols.levels[level],) * 3)
    return left + (middle * cells)[: cells - 2] + right


def _names(
    lots: Sequence[Lot],
    labels: Sequence[Sequence[str]],
    widths: Sequence[int],
    empty: int,
    plots: int,
    symbols: Symbols,
    count: int,
    *,
    chips: bool,
) -> list[Content]:
    """The lines with sign, cost and name of each district; without a sky the signs stand for the buildings."""
    lines = []
    for number in range(count):
        line = _Line()
        for lot, label, cells in zip(lots, labels, widths, strict=True):
            said = label[number]
            blank = " " * (cells - cell_len(said) + 1)
            style = f"{lot.style} reverse" if lot.lit else lot.style
            if chips and not number and lot.style and not lot.lit:
                code = said[: len(lot.code)]
                line.add(code, f"{style} bold reverse", lot.card)
                line.add(said[len(code) :] + blank, style, lot.card)
            else:
                line.add(said, style, lot.card)
                line.add(blank)
        if chips and plots and empty and not number:
            line.add(" ".join([symbols.plot * empty] * plots), "$muted")
        lines.append(line.content())
    return lines

"""Skyline: a city drawn as buildings, each as high as it costs, over the names of its districts.

The shape of a roof and the sign below it say the type of a district; its colour repeats that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len
from textual.content import Content, Span

from citadels_tui.links import link
from citadels_tui.symbols import Symbols

HIGHEST = 6
"""The cost whose building fills the sky."""
LEAST_CELLS = 2
"""A place in a city, at least: sign and cost."""
WIDEST = 12
"""Cells of a building, at most."""


@dataclass(frozen=True, slots=True)
class Lot:
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
        """What it takes to write it out."""
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
    lots: Sequence[Lot], symbols: Symbols, width: int, height: int, *, plots: int = 0, complete: bool = False
) -> list[Content]:
    """A city in so many lines: the sky, and the names below it.

    Args:
        lots: The districts.
        symbols: What to draw with.
        width: Cells of a line.
        height: Lines; a single one has the names alone.
        plots: Places that are still empty.
        complete: Whether the city is finished.
    """
    widths, empty = _shared(tuple((lot.cells, cell_len(lot.code)) for lot in lots), plots, width)
    lines = [_sky(lots, widths, empty, plots, symbols, row, height - 1, complete) for row in range(height - 1, 0, -1)]
    return [*lines, _names(lots, widths, empty, plots, symbols, chips=height == 1)]


@lru_cache(maxsize=4096)
def _shared(labels: tuple[tuple[int, int], ...], plots: int, width: int) -> tuple[tuple[int, ...], int]:
    """The cells of each district and of each empty plot: as alike as can be, and the longest names are cut first.

    Args:
        labels: What each district takes with its name, and without.
        plots: How many are empty.
        width: Cells of the line.
    """
    room = width - len(labels) - plots + 1
    for plot in range(WIDEST, LEAST_CELLS - 1, -1):
        wanted = [max(whole, plot) for whole, _code in labels]
        if sum(wanted) + plots * plot <= room:
            return tuple(wanted), plot
    room -= plots * LEAST_CELLS
    widest = max((whole for whole, _code in labels), default=0)
    shared = [whole for whole, _code in labels]
    while widest > LEAST_CELLS and sum(shared) > room:
        widest -= 1
        shared = [min(whole, max(widest, code)) for whole, code in labels]
    spare = max(room - sum(shared), 0)
    longer = [place for place, (whole, _code) in enumerate(labels) if whole > shared[place]][:spare]
    return tuple(cells + (place in longer) for place, cells in enumerate(shared)), LEAST_CELLS


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
    above = symbols.roof if complete and row == rows else " "
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
    if row == 1 and plots:
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
    lots: Sequence[Lot], widths: Sequence[int], empty: int, plots: int, symbols: Symbols, *, chips: bool
) -> Content:
    """The line with sign, cost and name of each district; without a sky over it the signs stand for the buildings."""
    line = _Line()
    for lot, cells in zip(lots, widths, strict=True):
        code = lot.code if cell_len(lot.code) <= cells else lot.code[:cells]
        name = f" {lot.name}"[: cells - cell_len(code)] if lot.name else ""
        blank = " " * (cells - cell_len(code) - cell_len(name) + 1)
        style = f"{lot.style} reverse" if lot.lit else lot.style
        if chips and lot.style and not lot.lit:
            line.add(code, f"{style} bold reverse", lot.card)
            line.add(name + blank, style, lot.card)
        else:
            line.add(code + name, style, lot.card)
            line.add(blank)
    if chips and plots:
        line.add(" ".join([symbols.plot * empty] * plots), "$muted")
    return line.content()

"""Home city: the skyline over the menu, as wide and as high as there is room for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

from textual.content import Content
from textual.widget import Widget

from citadels_tui.textart.skyline import Lot, skyline
from citadels_tui.textart.symbols import Symbols

BUILDINGS = (
    ("trade", 2, 6),
    ("noble", 4, 9),
    ("military", 1, 4),
    ("religious", 5, 8),
    ("trade", 3, 7),
    ("unique", 6, 10),
    ("military", 3, 8),
    ("trade", 1, 5),
    ("noble", 5, 11),
    ("religious", 2, 5),
    ("unique", 4, 7),
    ("military", 5, 9),
    ("trade", 4, 8),
    ("religious", 3, 6),
    ("noble", 3, 6),
    ("trade", 5, 7),
)
"""Type, cost and width of each; from the left on, again and again."""


class HomeCity(Widget):
    """Rows of districts down to the ground."""

    DEFAULT_CSS = """
    HomeCity { width: 100%; height: 1fr; text-wrap: nowrap; }
    """

    def __init__(self, symbols: Symbols) -> None:
        super().__init__(id="city")
        self.symbols = symbols

    def render(self) -> Content:
        """The city."""
        width, height = self.content_size
        # The line of names is the ground here.
        sky = skyline(list(_lots(width)), self.symbols, max(width, 1), height)[:-1]
        sky = [line.truncate(width) for line in sky]
        return Content("\n").join([*sky, Content.styled(self.symbols.rule * width, "$muted")])


def _lots(width: int) -> Iterator[Lot]:
    """The buildings that stand side by side in so many cells."""
    for type, cost, cells in islice(cycle(BUILDINGS), width):
        width -= cells + 1
        if width < -1:
            return
        yield Lot("", "-" * (cells - 1), type, cost, f"${type}")

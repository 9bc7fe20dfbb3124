"""Theme preview: a small city and a few words in the colours that are being chosen."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from citadels_tui.textart.cells import flow
from citadels_tui.textart.skyline import Lot, skyline
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, names, settings
from citadels_tui.wording.voice import TYPE_STYLES
from engine.editions import EDITIONS

CITY = ("manor", "temple", "harbor", "watchtower", "library", "palace")
"""Every type, and buildings of every height."""
SKY = 3


class ThemePreview(Widget):
    """Drawn in the colours of now, so it follows them."""

    DEFAULT_CSS = """
    ThemePreview { height: 7; text-wrap: nowrap; }
    """

    def __init__(self, symbols: Symbols) -> None:
        super().__init__()
        self.symbols = symbols

    def render(self) -> Content:
        """The city, and the words below it."""
        samples = [Content.styled(_(text), style) for style, text in settings.SAMPLES.items()]
        # Each district is followed by a cell of sky, the last one, too: without room for it the lines would be wrapped.
        width = self.content_size.width - 1
        city = skyline(lots(CITY, self.symbols), self.symbols, width, SKY + 1, complete=True)
        return Content("\n").join([*city, *flow(samples, width, gap="  ")])


def lots(city: tuple[str, ...], symbols: Symbols) -> list[Lot]:
    """Districts to be drawn, with their names."""
    facts = [names.district(id, next(iter(EDITIONS))) for id in city]
    return [Lot(f"{symbols.types[f.type]}{f.cost}", f.name, f.type, f.cost, TYPE_STYLES[f.type]) for f in facts]

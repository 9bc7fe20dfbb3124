"""A line to type."""

from __future__ import annotations

from collections.abc import Sequence

from textual.filter import LineFilter
from textual.widgets import Input

from citadels_tui.bidi import Bars


class LineInput(Input):
    """A line of text. Pasted text may come from anywhere and act on the terminal: only what shows is kept."""

    def replace(self, text: str, start: int, end: int) -> None:
        """Put text in the place of other text, or nothing's; whatever is typed or pasted comes this way."""
        super().replace("".join(char for char in text if char.isprintable()), start, end)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """One's own words are shown letter by letter, without the bars that those of others need."""
        return [found for found in super().get_line_filters() if not isinstance(found, Bars)]

"""The notebook's page beside the board, where there is room for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.textart.cells import wrap
from citadels_tui.wording.voice import EMPTY

Writer = Callable[[int], Sequence[Content]]
"""Writes the page in lines of so many cells."""

LEAST_LINES = 3
"""Fewest lines of a last part that is cut: its two headings and one more."""


class NotesPanel(Widget):
    """Shows the page as it is written."""

    DEFAULT_CSS = """
    NotesPanel { text-wrap: nowrap; }
    """

    lines: reactive[tuple[Content, ...]] = reactive(())
    """The lines that are shown."""

    def __init__(self) -> None:
        super().__init__(id="notes")
        self._write: Writer | None = None

    def show(self, write: Writer) -> None:
        """Show a page: it is painted anew only if it says something else."""
        self._write = write
        width = self.content_size.width
        if width:
            self.lines = tuple(line for text in write(width) for line in (wrap(text, width) or [EMPTY]))

    def on_resize(self) -> None:
        """Write it for the new width."""
        if self._write is not None:
            self.show(self._write)

    def render(self) -> Content:
        """The lines that fit; a part of which only its heading would be seen is left out."""
        height = self.content_size.height
        shown = self.lines[:height]
        if len(self.lines) > height:
            last = max((place for place, line in enumerate(shown) if not line), default=0)
            shown = shown[:last] if len(shown) - last - 1 < LEAST_LINES else shown
        return Content("\n").join(shown)

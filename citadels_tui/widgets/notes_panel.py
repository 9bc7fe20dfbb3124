"""The notebook's page beside the board, where there is room for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.voice import EMPTY

Writer = Callable[[int], Sequence[Content]]
"""Writes the page in lines of so many cells."""


class NotesPanel(Widget):
    """Shows the page as it is written."""

    DEFAULT_CSS = """
    NotesPanel { text-wrap: nowrap; }
    """

    write: reactive[Writer | None] = reactive(None)
    """What is shown."""

    def __init__(self) -> None:
        super().__init__(id="notes")

    def render(self) -> Content:
        """The page, wrapped."""
        width, height = self.content_size
        if self.write is None or not width:
            return EMPTY
        lines = [line for text in self.write(width) for line in (text.wrap(width) or [EMPTY])]
        return Content("\n").join(lines[:height])

"""First frame: an app that begins with a game still shows the empty table that its command has painted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.app import App
from textual.content import Content
from textual.screen import Screen

from citadels_tui.terminal import first_picture
from citadels_tui.textart.symbols import Symbols


class EmptyTable(Screen[None]):
    """A table at which nobody sits yet."""

    def __init__(self, rows: Sequence[str]) -> None:
        super().__init__()
        self._rows = rows

    def render(self) -> Content:
        """The rows as they were drawn."""
        return Content.styled("\n".join(self._rows), "dim")


class FirstFrameApp(App[int]):
    """An app whose first screen is an empty table, where it begins with a game on this machine."""

    symbols: Symbols
    seats_shown_first = 0
    """The seats of that table; 0: there is none."""
    page_turned = False
    """Whether the command has turned to the terminal's other page, and painted the table there."""

    def first_picture(self, columns: int, lines: int) -> str:
        """Paint until there is a frame; nothing once a frame was painted."""
        if not self.seats_shown_first or self.screen_stack:
            return ""
        return first_picture.picture(self.seats_shown_first, columns, lines, ascii=self.symbols.ascii)

    def get_default_screen(self) -> Screen[Any]:
        """The screen until the table is there."""
        if not self.seats_shown_first:
            return super().get_default_screen()
        return EmptyTable(first_picture.rows(self.seats_shown_first, *self.size, ascii=self.symbols.ascii))

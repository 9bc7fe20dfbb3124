"""Films of a screen in the format of asciinema (asciicast, version 2): lines of JSON, which its players show."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from rich.color import ColorSystem
from textual._compositor import LayoutUpdate
from textual.screen import Screen

from citadels_tui.terminal.shown_cells import ShownCells
from citadels_tui.terminal.terminal_colours import Paint

BEGIN = "\x1b[?25l\x1b[H\x1b[2J"
"""Without a cursor, on an empty screen."""


class Film:
    """Pictures of a screen, one after another, in all colours; of each only the cells that have changed are kept.

    Args:
        screen: What is filmed, as large as it is now.
        title: What players of films call it.
    """

    def __init__(self, screen: Screen[Any], title: str) -> None:
        self._screen = screen
        self._size = screen.size
        head = {"version": 2, "width": screen.size.width, "height": screen.size.height, "title": title}
        self._lines = [json.dumps(head), json.dumps([0, "o", BEGIN])]
        self._shown = ShownCells(Paint(ColorSystem.TRUECOLOR))
        self._time = 0.0

    async def add_frame(self, seconds: float) -> None:
        """Take a picture of what the screen is about to show, to be seen for so many seconds."""
        drawn = asyncio.Event()
        self._screen.call_after_refresh(drawn.set)
        await drawn.wait()
        rows = self._screen._compositor.render_strips()[: self._size.height]
        update = LayoutUpdate([(row.crop(0, self._size.width),) for row in rows], self._size.region)
        self._lines.append(json.dumps([round(self._time, 3), "o", self._shown.written(update)]))
        self._time += seconds

    def text(self) -> str:
        """The film, as it is kept in a file; its last picture stays for its time."""
        return "\n".join([*self._lines, json.dumps([round(self._time, 3), "o", ""]), ""])

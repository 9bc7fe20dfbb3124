"""Cover of a window that is smaller than the board."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from citadels_tui.texts import board, say

LEAST_WIDTH, LEAST_HEIGHT = 40, 20


class PleaseEnlarge(Widget):
    """Covers the screen while it is too small; the game goes on behind it."""

    DEFAULT_CSS = """
    PleaseEnlarge {
        layer: cover;
        dock: top;
        width: 100%;
        height: 100%;
        background: $background;
        content-align: center middle;
        text-align: center;
        display: none;
    }
    """

    def render(self) -> Content:
        """The size of the window, and the size that is needed."""
        size = self.app.size
        return say(
            board.TOO_SMALL,
            width=size.width,
            height=size.height,
            need_width=LEAST_WIDTH,
            need_height=LEAST_HEIGHT,
        )

"""The log: tells the story, shows its end, and stays where the reader has scrolled to."""

from __future__ import annotations

from collections.abc import Sequence

from textual.binding import Binding
from textual.content import Content

from citadels_tui.story.telling import Line
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, board, say
from citadels_tui.widgets.story_rows import StoryRows


class StoryLog(StoryRows):
    """The log beside the board."""

    BINDINGS = [
        Binding("up,k", "scroll_up", "Up", id="log.up", show=False, tooltip="Scroll up"),
        Binding("down,j", "scroll_down", "Down", id="log.down", show=False, tooltip="Scroll down"),
    ]

    def __init__(
        self, symbols: Symbols, lines: Sequence[Line] = (), *, id: str | None = None, title: str = board.LOG
    ) -> None:
        super().__init__(symbols, lines, id=id)
        self.title = title
        """The title over it while it is at its end."""
        self._following = True
        self._unread = 0
        """Lines of chat that have come while the reader was looking back."""

    def on_mount(self) -> None:
        """Say what this is."""
        self.name_it()

    @property
    def at_end(self) -> bool:
        """Whether the newest lines are shown."""
        return self._following

    def add(self, lines: Sequence[Line]) -> None:
        """Add lines at the end."""
        super().add(lines)
        if not self._following:
            self._unread += sum(line.kind == "chat" for line in lines)
            self.name_it()

    def name_it(self) -> None:
        """Say in the title where the reader is, and what there is to read."""
        if self._following:
            self._unread = 0
        title = Content(_(self.title if self._following else board.LOG_BACK))
        self.border_title = say(board.LOG_UNREAD, amount=self._unread) if self._unread else title

    def resized(self) -> None:
        """Show the newest lines, unless the reader has scrolled back."""
        super().resized()
        self._follow()
        # The scrollable height may be another one after the layout; and below another screen there is none for now.
        self.call_after_refresh(self._follow)

    def on_resize(self) -> None:
        """Stay at the end in another height, too."""
        super().on_resize()
        self._follow()

    def _follow(self) -> None:
        if self._following:
            self.scroll_end(animate=False, x_axis=False, immediate=True)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Stay where the reader scrolls back to, and say so in the title."""
        super().watch_scroll_y(old_value, new_value)
        if new_value >= self.max_scroll_y:
            self._following = True
        elif new_value < old_value:
            self._following = False
        self.name_it()

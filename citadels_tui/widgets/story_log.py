"""The log: tells the story, shows its end, and stays where the reader has scrolled to."""

from __future__ import annotations

from collections.abc import Sequence

from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from citadels_tui.bidi import BACKWARDS
from citadels_tui.story import Line
from citadels_tui.symbols import Symbols
from citadels_tui.texts import _, board

STYLES = {
    "round": "bold $accent",
    "turn": "bold",
    "alert": "bold $warning",
    "chat": "italic",
    "note": "$muted",
    "mark": "$accent",
}
"""How the kinds of lines look."""

INDENT = 2


class StoryLog(ScrollView, can_focus=True):
    """Lines of the log, wrapped to the width."""

    DEFAULT_CSS = """
    StoryLog { scrollbar-size-vertical: 1; overflow-x: hidden; overflow-y: scroll; }
    """

    BINDINGS = [
        Binding("up,k", "scroll_up", "Up", id="log.up", show=False, tooltip="Scroll up"),
        Binding("down,j", "scroll_down", "Down", id="log.down", show=False, tooltip="Scroll down"),
    ]

    def __init__(self, symbols: Symbols, lines: Sequence[Line] = ()) -> None:
        super().__init__()
        self.symbols = symbols
        self.story: list[Line] = list(lines)
        self._rows: list[Content] = []
        self._width = 0
        self._following = True

    def add(self, lines: Sequence[Line]) -> None:
        """Add lines at the end; show them unless the reader has scrolled back."""
        if not lines:
            return
        self.story += lines
        if any(line.kind == "mark" for line in lines):
            self._rewrap()
        else:
            self._rows += [row for line in lines for row in self._wrap(line)]
        self._resized()

    def on_resize(self) -> None:
        """Wrap anew when the width has changed."""
        width = self.scrollable_content_region.width
        if width != self._width:
            self._width = width
            self._rewrap()
            self._resized()

    def _rewrap(self) -> None:
        """Set all lines anew; of the marks only the last is shown."""
        last = max((i for i, line in enumerate(self.story) if line.kind == "mark"), default=-1)
        shown = [line for i, line in enumerate(self.story) if line.kind != "mark" or i == last]
        self._rows = [row for line in shown for row in self._wrap(line)]

    def _resized(self) -> None:
        self.virtual_size = Size(self._width, len(self._rows))
        if self._following:
            # The scrollable height is known only after the layout.
            self.call_after_refresh(self.scroll_end, animate=False, x_axis=False)
        self.refresh()

    def _wrap(self, line: Line) -> list[Content]:
        width = self._width
        if width <= INDENT * 3:
            return []
        style = STYLES.get(line.kind, "")
        if line.kind in {"round", "mark"}:
            text = Content.assemble(self.symbols.rule * 2, " ", line.text, " ")
            rest = max(width - text.cell_length, 0)
            return [Content.assemble(text, self.symbols.rule * rest).stylize(style)]
        return wrapped(line, width)

    def render_line(self, y: int) -> Strip:
        """One row of the wrapped lines."""
        index = y + self.scroll_offset.y
        width = self.scrollable_content_region.width
        style = self.visual_style
        if index >= len(self._rows):
            return Strip.blank(width, style.rich_style)
        strips = Visual.to_strips(self, self._rows[index], width, 1, style)
        return strips[0].adjust_cell_length(width, style.rich_style) if strips else Strip.blank(width)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Stay where the reader scrolls back to, and say so in the title."""
        super().watch_scroll_y(old_value, new_value)
        if new_value >= self.max_scroll_y:
            self._following = True
        elif new_value < old_value:
            self._following = False
        self.border_title = Content(_(board.LOG if self._following else board.LOG_BACK))


def wrapped(line: Line, width: int) -> list[Content]:
    """A line of the story in rows of a width, hanging from its first word."""
    style = STYLES.get(line.kind, "")
    indent = INDENT * line.indent
    text = line.text.stylize_before(style) if style else line.text
    # The bars around what runs from right to left stand in blanks (`citadels_tui.bidi`).
    spare = 1 if BACKWARDS.search(text.plain) else 0
    first, *rest_lines = text.wrap(max(width - indent - INDENT - spare, 1)) or [Content("")]
    hanging = " " * (indent + INDENT)
    return [Content.assemble(" " * indent, first), *(Content.assemble(hanging, more) for more in rest_lines)]

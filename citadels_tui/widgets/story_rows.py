"""Story rows: lines of the log wrapped to the width, to scroll through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from citadels_tui.story.telling import Line
from citadels_tui.textart.bidi import BACKWARDS
from citadels_tui.textart.cells import wrap
from citadels_tui.textart.symbols import Symbols

STYLES = {
    "round": "bold $accent",
    "turn": "bold",
    "silence": "$muted",
    "alert": "bold $warning",
    "chat": "italic",
    "note": "$muted",
    "mark": "$accent",
}
"""How the kinds of lines look."""

INDENT = 2


class StoryRows(ScrollView, can_focus=True):
    """The lines of a story; of the marks where your turns ended only the last is shown."""

    DEFAULT_CSS = """
    StoryRows { scrollbar-size-vertical: 1; overflow-x: hidden; overflow-y: scroll; }
    """

    def __init__(self, symbols: Symbols, lines: Sequence[Line] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.symbols = symbols
        self.story: list[Line] = list(lines)
        self._rows: list[Content] = []
        self._lines: list[int] = []
        """The place in the story of each row's line."""
        self._width = 0

    def add(self, lines: Sequence[Line]) -> None:
        """Add lines at the end."""
        if not lines:
            return
        first = len(self.story)
        self.story += lines
        if any(line.kind == "mark" for line in lines):
            self.rewrap()
        else:
            self._write(range(first, len(self.story)))
            self.resized()

    def retell(self, lines: Sequence[Line]) -> None:
        """Show the story in other words."""
        self.story = list(lines)
        self.rewrap()

    def on_resize(self) -> None:
        """Wrap anew when the width has changed."""
        width = self.scrollable_content_region.width
        if width != self._width:
            self._width = width
            self.rewrap()

    def shown(self) -> Iterable[int]:
        """The places of the lines to show."""
        last = max((place for place, line in enumerate(self.story) if line.kind == "mark"), default=-1)
        return (place for place, line in enumerate(self.story) if line.kind != "mark" or place == last)

    def rewrap(self) -> None:
        """Set all lines anew."""
        self._rows, self._lines = [], []
        self._write(self.shown())
        self.resized()

    def _write(self, places: Iterable[int]) -> None:
        for place in places:
            rows = self._wrap(self.story[place])
            self._rows += rows
            self._lines += [place] * len(rows)

    def resized(self) -> None:
        """There are other rows."""
        self.virtual_size = Size(self._width, len(self._rows))
        self.refresh()

    def _wrap(self, line: Line) -> list[Content]:
        width = self._width
        if width <= INDENT * 3:
            return []
        if line.kind in {"round", "mark"}:
            rule = self.symbols.rule
            *above, last = (Content.assemble(" ", row, " ") for row in wrap(line.text, width - INDENT - 1))
            rows = [*above, Content.assemble(last, rule * (width - INDENT - last.cell_length))]
            return [
                Content.assemble(" " * INDENT if place else rule * INDENT, row).stylize(STYLES[line.kind])
                for place, row in enumerate(rows)
            ]
        return wrapped(line, width)

    def render_line(self, y: int) -> Strip:
        """One row of the wrapped lines."""
        index = y + self.scroll_offset.y
        row = self.dressed(index) if index < len(self._rows) else None
        return drawn_row(self, row, index, self.scrollable_content_region.width)

    def get_selection(self, selection: Selection) -> tuple[str, str]:
        """The text that is marked in the rows."""
        return selection.extract("\n".join(row.plain for row in self._rows)), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """Show what is marked."""
        self.refresh()

    def dressed(self, index: int) -> Content:
        """A row as it is shown."""
        return self._rows[index]


def wrapped(line: Line, width: int) -> list[Content]:
    """A line of the story in rows of a width, hanging from its first word."""
    style = STYLES.get(line.kind, "")
    indent = INDENT * line.indent
    text = line.text.stylize_before(style) if style else line.text
    # The bars around what runs from right to left stand in blanks (`citadels_tui.textart.bidi`).
    spare = 1 if BACKWARDS.search(text.plain) else 0
    first, *rest_lines = wrap(text, max(width - indent - INDENT - spare, 1)) or [Content("")]
    hanging = " " * (indent + INDENT)
    return [Content.assemble(" " * indent, first), *(Content.assemble(hanging, more) for more in rest_lines)]


def drawn_row(widget: Widget, row: Content | None, index: int, width: int) -> Strip:
    """A row as cells, with what is marked of it.

    Args:
        widget: Whose row it is.
        row: Its text; None: there is none.
        index: Its place among all rows.
        width: Cells of it.
    """
    style = widget.visual_style
    if row is None:
        return Strip.blank(width, style.rich_style)
    span = widget.text_selection.get_span(index) if widget.text_selection else None
    if span is not None:
        start, end = span
        row = row.stylize("reverse", start, len(row) if end < 0 else end)
    strips = Visual.to_strips(widget, row, width, 1, style, apply_selection=False)
    strip = strips[0].adjust_cell_length(width, style.rich_style) if strips else Strip.blank(width)
    return strip.apply_offsets(0, index)

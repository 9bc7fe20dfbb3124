"""A drawn row: one line of a widget that draws only those of its lines which are seen."""

from __future__ import annotations

from textual.content import Content
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget


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

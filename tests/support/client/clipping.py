"""What does not fit on a screen: words that are cut, by a sign that says so or by the edge of their place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from textual.app import App
from textual.content import Content
from textual.geometry import Region
from textual.widget import Widget

from citadels_tui.textart.symbols import UNICODE
from citadels_tui.widgets.action_list_view import ActionListView

_LONE_KEY = re.compile(r"\S {3}\S+:$")

CITIES = ("PlayerPanel", "ResultPage")
"""Where names may be cut: those of districts, each with a sign and a cost that are not; `i` and a click show them."""


def clipped(app: App[int]) -> list[str]:
    """Everything on the top screen that is cut, each with where; what lies behind a box is not looked at."""
    boxes = [box.region for box in app.screen.query(".box")] if app.screen.is_modal else [app.screen.region]
    lines = [strip.text for strip in app.screen._compositor.render_strips()]
    return [*_signed(app, boxes, lines), *_parted(lines), *_at_edges(app, boxes)]


def _signed(app: App[int], boxes: list[Region], lines: list[str]) -> Iterator[str]:
    """The lines in which a sign says that something is missing."""
    opening = {
        row.label.plain + UNICODE.more
        for action_list in app.screen.query(ActionListView)
        for row in action_list.actions.rows
        if row.opens
    }
    allowed = [city.region for city in app.screen.query(", ".join(CITIES))]
    for y, line in enumerate(lines):
        if UNICODE.more not in line:
            continue
        seen = "".join(
            char
            for x, char in enumerate(line)
            if any(box.contains(x, y) for box in boxes) and not any(place.contains(x, y) for place in allowed)
        )
        for label in opening:
            seen = seen.replace(label, "")
        if UNICODE.more in seen:
            yield seen.strip()


def _parted(lines: list[str]) -> Iterator[str]:
    """The lines in which the sign beside a value, or a key, stands apart from what it belongs to."""
    for line in map(str.strip, lines):
        if line in ("<", ">") or _LONE_KEY.search(line):
            yield line


def _at_edges(app: App[int], boxes: list[Region]) -> Iterator[str]:
    """The lines that are longer than their place, and the texts that have more lines than theirs."""
    for widget in app.screen.query("*"):
        if not widget.is_on_screen or not any(box.overlaps(widget.region) for box in boxes):
            continue
        said = widget.render() if type(widget).render is not Widget.render else None
        if not isinstance(said, Content) or not widget.content_size:
            continue
        width, height = widget.content_size
        lines = said.split("\n") if widget.styles.text_wrap == "nowrap" else said.wrap(width)
        yield from (f"{type(widget).__name__}: {line.plain}" for line in lines if line.rstrip().cell_length > width)
        if len(lines) > height:
            yield f"{type(widget).__name__}: {lines[height].plain}"

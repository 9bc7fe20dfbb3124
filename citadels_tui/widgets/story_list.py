"""Story list: the log with a mark, to be searched, narrowed and walked by lines or rounds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from textual.binding import Binding
from textual.content import Content
from textual.events import Click
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive

from citadels_tui.story.filter import EVERYTHING, filtered, found
from citadels_tui.story.telling import Line
from citadels_tui.textart.symbols import Symbols
from citadels_tui.widgets.story_rows import StoryRows

MARGIN = 2
"""Rows to see before and after the marked line."""


class StoryList(StoryRows, inherit_bindings=False):
    """The lines of a story, one of them marked."""

    BINDINGS = [
        Binding("up,k", "move(-1)", "Up", id="story.up", show=False, tooltip="The line above"),
        Binding("down,j", "move(1)", "Down", id="story.down", show=False, tooltip="The line below"),
        Binding("pageup", "page(-1)", "Page up", id="story.page_up", show=False, tooltip="A page up"),
        Binding("pagedown", "page(1)", "Page down", id="story.page_down", show=False, tooltip="A page down"),
        Binding("home", "edge(0)", "First", id="story.first", show=False, tooltip="To the first line"),
        Binding("end", "edge(-1)", "Last", id="story.last", show=False, tooltip="To the last line"),
    ]

    cursor: reactive[int] = reactive(-1)
    """The marked line, by its place in the story; -1 while there is none."""

    now: reactive[int | None] = reactive(None)
    """The moment that is shown beside it: what was told later is dim; None: nothing is."""

    class Marked(Message):
        """The reader has marked another line."""

        def __init__(self, line: Line) -> None:
            super().__init__()
            self.line = line

    class Chosen(Message):
        """The reader has clicked on a line, which is marked."""

        def __init__(self, line: Line) -> None:
            super().__init__()
            self.line = line

    def __init__(self, symbols: Symbols, lines: Sequence[Line] = ()) -> None:
        super().__init__(symbols, lines)
        self.wanted = EVERYTHING
        """The filter that the story is narrowed to (`citadels_tui.story.filter`)."""
        self.sought = ""
        """Words that are lit up."""
        self.set_reactive(StoryList.cursor, max(self.shown(), default=-1))

    @property
    def line(self) -> Line | None:
        """The marked line; None while no line is shown."""
        return self.story[self.cursor] if 0 <= self.cursor < len(self.story) and not self.empty else None

    @property
    def empty(self) -> bool:
        """Whether there is no line to show."""
        return not self.shown()

    def shown(self) -> list[int]:
        """The places of the lines to show."""
        kept = set(filtered(self.story, self.wanted))
        return [place for place in super().shown() if place in kept]

    def add(self, lines: Sequence[Line]) -> None:
        """Add lines at the end; the mark goes along when it is there."""
        at_end = not self._lines or self.cursor == self._lines[-1]
        self.show_story([*self.story, *lines])
        if at_end and self._lines:
            self.cursor = self._lines[-1]

    def show_story(self, story: Sequence[Line]) -> None:
        """Tell another story."""
        self.story = list(story)
        self.rewrap()

    def resized(self) -> None:
        """Keep the marked line in sight."""
        super().resized()
        self.call_after_refresh(self._show_cursor)

    def dressed(self, index: int) -> Content:
        """A row as it is shown: marked, and with the words that are sought lit up."""
        row = self._rows[index]
        if self.sought.strip():
            for hit in re.finditer(re.escape(self.sought.strip()), row.plain, re.IGNORECASE):
                row = row.stylize("bold underline $warning", *hit.span())
        place = self._lines[index]
        if self.now is not None and self.story[place].moment > self.now:
            row = row.stylize("$muted")
        if place == self.cursor:
            row = row.truncate(self._width, pad=True).stylize("reverse" if self.has_focus else "bold underline")
        return row

    # Going to a line

    def watch_cursor(self) -> None:
        """Show the mark in its new place."""
        self._show_cursor()
        self.refresh()

    def _show_cursor(self) -> None:
        rows = [index for index, place in enumerate(self._lines) if place == self.cursor]
        if rows:
            around = Region(0, max(rows[0] - MARGIN, 0), 1, len(rows) + 2 * MARGIN)
            self.scroll_to_region(around, animate=False, force=True, x_axis=False)

    def mark(self, place: int) -> None:
        """Mark a line, and tell."""
        self.cursor = place
        if self.line is not None:
            self.post_message(self.Marked(self.line))

    def at(self, moment: int) -> int:
        """The place of the last shown line that was told up to a moment; the first one when there is none."""
        shown = list(self.shown())
        return max((place for place in shown if self.story[place].moment <= moment), default=min(shown, default=-1))

    def narrow(self, wanted: str) -> None:
        """Show only some lines; the marked one stays so, or the nearest before it."""
        self.wanted = wanted
        self.rewrap()
        if self._lines and self.cursor not in self._lines:
            self.mark(max((place for place in self._lines if place <= self.cursor), default=self._lines[0]))

    def search(self, words: str) -> bool:
        """Light up words, and mark the nearest line that has them; says whether there is one."""
        self.sought = words
        self.refresh()
        return self.find(0)

    def hits(self) -> list[int]:
        """The places of the shown lines that have the words that are sought."""
        shown = set(self._lines)
        return [place for place in found(self.story, self.sought) if place in shown]

    def find(self, step: int) -> bool:
        """Mark the next line with the words that are sought (1), the one before (-1), or this one if it has them (0).

        Returns:
            Whether there is one.
        """
        hits = self.hits()
        if hits and step < 0:
            self.mark(max((place for place in hits if place < self.cursor), default=hits[-1]))
        elif hits:
            self.mark(min((place for place in hits if place >= self.cursor + step), default=hits[0]))
        return bool(hits)

    def action_move(self, step: int) -> None:
        """Mark a line above or below."""
        places = list(dict.fromkeys(self._lines))
        if places:
            index = places.index(self.cursor) if self.cursor in places else len(places) - 1
            self.mark(places[min(max(index + step, 0), len(places) - 1)])

    def action_page(self, step: int) -> None:
        """Mark a line a page further."""
        self.action_move(step * max(self.scrollable_content_region.height - 2, 1))

    def action_edge(self, end: int) -> None:
        """Mark the first line, or the last."""
        if self._lines:
            self.mark(self._lines[end])

    def to_round(self, step: int) -> None:
        """Mark the heading of the next round, or of this one or the one before."""
        heads = [place for place in dict.fromkeys(self._lines) if self.story[place].kind == "round"]
        further = [place for place in heads if (place > self.cursor if step > 0 else place < self.cursor)]
        if further:
            self.mark(further[0] if step > 0 else further[-1])

    def on_click(self, event: Click) -> None:
        """Choose the line under the mouse."""
        offset = event.get_content_offset(self)
        index = offset.y + self.scroll_offset.y if offset else len(self._lines)
        if index >= len(self._lines):
            return
        self.mark(self._lines[index])
        if self.line is not None:
            self.post_message(self.Chosen(self.line))

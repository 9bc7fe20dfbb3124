"""The parts of the result: its page, and charts, each as wide as there is room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click, Resize
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from citadels_tui.pages.result_page import ResultLines, Story, result_lines
from citadels_tui.textart.line_chart import Series, line_chart
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _


class ResultPage(VerticalScroll):
    """A finished game on one page, laid out for the room that there is; what has none is scrolled to."""

    class Chosen(Message):
        """A line of why was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, story: Story, **options: Any) -> None:
        super().__init__(**options)
        self.story = story
        self.shown = ResultLines([], {})
        """The page as it is laid out."""

    def compose(self) -> ComposeResult:
        """The page, to be drawn when there is room."""
        yield Static()

    def on_resize(self, event: Resize) -> None:
        """Lay it out anew, without lines that nothing stands in."""
        self.tell(self.story._replace(waited=False))

    def tell(self, story: Story) -> None:
        """Tell the game anew: more is known of it."""
        self.story = story
        width, height = self.scrollable_content_region.size
        if width and self.is_attached:
            self.shown = result_lines(story, width, height)
            self.query_one(Static).update(Content("\n").join(self.shown.lines))

    def on_click(self, event: Click) -> None:
        """A click on a line of why leads to its moment."""
        place = self.shown.causes.get(event.screen_offset.y - self.content_region.y + round(self.scroll_y))
        if place is not None:
            self.post_message(self.Chosen(place))


class FiguresChart(Widget):
    """One figure of all players, round by round, under its title.

    The parameters but the title are those of `line_chart`.
    """

    def __init__(
        self,
        title: str,
        series: Sequence[Series],
        rounds: Sequence[int],
        symbols: Symbols,
        top: int = 1,
        bottom: int = 0,
    ) -> None:
        super().__init__()
        self.title, self.series, self.rounds, self.symbols = title, series, rounds, symbols
        self.top, self.bottom = top, bottom

    def render(self) -> Content:
        """Title and chart."""
        width, height = self.size
        chart = line_chart(self.series, self.rounds, width, height - 1, self.symbols, self.top, self.bottom)
        return Content.assemble((_(self.title), "bold"), "\n", chart)

"""The parts of the result: pages to turn, skylines, score table and charts, each as wide as there is room."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click, Resize
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from citadels_tui.pages.ending import city_columns, city_letters, city_rows, lines_of_words, skylines
from citadels_tui.pages.score_table import sources
from citadels_tui.textart.line_chart import Series, line_chart
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, ending
from citadels_tui.wording.voice import Voice
from net.client.updates import Ended

GAP = "   "
NAMED_SKY = 6
"""Lines of a city, at least, where fewer stand beside each other so that more of the names can be read."""
LEAST_SKY, MOST_SKY = 1, 14
"""Lines of a city: in the least of them its districts stand as signs, and more are only empty sky."""
SCROLLED_SKY = 3
"""Lines of a city where not all can be seen at once anyway."""


SMALL = 80
"""Cells of a page that is read part by part."""


class PageTabs(Widget):
    """The names of the pages; a click turns to one.

    Textual's `Tabs` take two lines, move names out of sight where there is no room instead of shortening them, and have
    no sign for the open page, only colours and a line.
    """

    shown: reactive[int] = reactive(0)
    """The page that is open."""

    class Chosen(Message):
        """A page was clicked."""

        def __init__(self, page: int) -> None:
            super().__init__()
            self.page = page

    def __init__(self, symbols: Symbols) -> None:
        super().__init__()
        self.symbols = symbols

    def _tabs(self) -> list[Content]:
        """The names; in a narrow window the others are numbers."""
        for brief in (False, True):
            tabs = []
            for page, name in enumerate(ending.PAGES.values()):
                mark = f"{self.symbols.acting} " if page == self.shown else "  "
                said = f"{page + 1}" if brief and page != self.shown else _(name)
                tabs.append(Content.styled(f"{mark}{said}", "bold $accent" if page == self.shown else "$muted"))
            if Content(GAP).join(tabs).cell_length <= self.size.width:
                break
        return tabs

    def render(self) -> Content:
        """The page titles in a line, and the keys that turn them where these have room."""
        tabs, hint = Content(GAP).join(self._tabs()), Content.styled(_(ending.PAGES_HINT), "$muted")
        whole = Content.assemble(tabs, GAP, hint)
        return whole if whole.cell_length <= self.size.width else tabs

    def on_click(self, event: Click) -> None:
        """Turn to the page."""
        ends = list(accumulate(tab.cell_length + len(GAP) for tab in self._tabs()))
        page = next((page for page, end in enumerate(ends) if event.x < end), None)
        if page is not None:
            self.post_message(self.Chosen(page))


class ScorePage(VerticalScroll):
    """The cities side by side, and the points by source, as large as there is room."""

    def __init__(self, ended: Ended, voice: Voice, **options: Any) -> None:
        super().__init__(**options)
        self.ended, self.voice = ended, voice

    def compose(self) -> ComposeResult:
        """Both, to be drawn when there is room."""
        yield Static()

    def on_resize(self, event: Resize) -> None:
        """Draw both anew."""
        width, height = self.scrollable_content_region.size
        points = list(sources(self.ended, self.voice, width))
        ended, voice = self.ended, self.voice

        def sky(columns: int) -> int:
            return min((height - len(points) - 1) // city_rows(ended, columns) - 1, MOST_SKY)

        most, *fewer = city_columns(ended, width)
        columns = max(
            [most, *(columns for columns in fewer if sky(columns) >= NAMED_SKY)],
            key=lambda columns: city_letters(ended, voice, width, max(sky(columns), LEAST_SKY), columns),
        )
        high = sky(columns)
        words = lines_of_words(ended, voice, width, max(high, LEAST_SKY), columns)
        if words > high >= LEAST_SKY and width > SMALL:
            # All at a glance is worth more than every name, unless the page has to be scrolled anyway.
            words = 0
        fits = high >= max(LEAST_SKY, words)
        high = high if fits else max(SCROLLED_SKY, words)
        drawn = skylines(ended, voice, width, high, columns, words)
        # What cannot be seen at once begins with the points.
        parts = (drawn, points) if fits else (points, drawn)
        self.query_one(Static).update(Content("\n").join([*parts[0], Content(""), *parts[1]]))


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

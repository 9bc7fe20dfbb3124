"""Standings: the people and bots that the player has met, with their ratings over time."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from citadels_tui.history.played_games import PlayedGame
from citadels_tui.history.standings import FigureHistory, StandingRow, history, standings
from citadels_tui.pages.standings_page import DRAWN, charted, standing_lines
from citadels_tui.screens.base import BaseScreen
from citadels_tui.texts import _
from citadels_tui.texts import standings as texts
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.result_parts import FiguresChart


class StandingsScreen(BaseScreen):
    """A table to scroll, and a chart below it."""

    CSS_PATH = "games.tcss"

    BINDINGS = [
        Binding("escape,q,p", "dismiss", "Back", id="standings.back", tooltip="Back to the statistics"),
    ]

    def __init__(self, played: Sequence[PlayedGame]) -> None:
        super().__init__()
        # The client has verified each of one's own at its end.
        self.facts = [game.facts.model_copy(update={"sound": True}) for game in played if game.counts]
        self.rows: Sequence[StandingRow] | None = None
        """The players, the best first; None until they are counted."""

    def parts(self) -> ComposeResult:
        """The table, and room for the chart."""
        with Vertical(id="pages"):
            page = VerticalScroll(Static(id="standings"), id="page")
            page.border_title = Content(_(texts.TITLE))
            yield page
            yield Vertical(id="charts")
        yield KeyBar()

    def on_mount(self) -> None:
        """The page takes the keys, and the games are counted meanwhile."""
        self.query_one(VerticalScroll).focus()
        self._count()

    def on_resize(self, event: Resize) -> None:
        """Write the table as there is room for it."""
        self.call_after_refresh(self._show)

    @work(thread=True, exclusive=True)
    def _count(self) -> None:
        found = standings(self.facts)
        told = history(self.facts, found[:DRAWN])
        with suppress(RuntimeError):  # the app has ended meanwhile
            self.app.call_from_thread(self._counted, found, told)

    def _counted(self, found: Sequence[StandingRow], told: FigureHistory) -> None:
        self.rows = found
        self._show()
        if len(told.numbers) > 1 and self.is_attached:
            title, lines, bottom = charted(told, found)
            chart = FiguresChart(title, lines, told.numbers, self.symbols, bottom=bottom)
            self.query_one("#charts").mount(chart)

    def _show(self) -> None:
        if self.rows is None or not self.is_attached:
            return
        said = self.query_one("#standings", Static)
        lines = list(standing_lines(self.rows, self.symbols, said.content_size.width)) if self.rows else []
        if self.rows and self.rows[0].rating is None:
            lines += [Content(""), Content.styled(_(texts.UNRATED), "$muted")]
        said.update(Content("\n").join(lines) if lines else Content(_(texts.NONE)))

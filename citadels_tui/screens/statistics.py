"""Statistics: games, wins and points of the games played, by what they were played with."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from citadels_tui.game_list import statistics_page
from citadels_tui.played_games import Statistics
from citadels_tui.screens.base import BaseScreen
from citadels_tui.texts import _, games
from citadels_tui.widgets.key_bar import KeyBar


class StatisticsScreen(BaseScreen):
    """One page to scroll."""

    CSS_PATH = "games.tcss"

    BINDINGS = [
        Binding("escape,q,s", "dismiss", "Back", id="statistics.back", tooltip="Back to the games"),
    ]

    def __init__(self, figures: Statistics) -> None:
        super().__init__()
        self.figures = figures

    def parts(self) -> ComposeResult:
        """The page alone."""
        page = VerticalScroll(Static(Content("\n").join(list(statistics_page(self.figures, self.symbols)))), id="page")
        page.border_title = Content(_(games.STATISTICS_TITLE))
        yield page
        yield KeyBar()

    def on_mount(self) -> None:
        """The page takes the keys."""
        self.query_one(VerticalScroll).focus()

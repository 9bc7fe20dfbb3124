"""Statistics: games, wins and points of the games played, by what they were played with."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from citadels_tui.history.game_list import (
    CHARTED,
    by_challenge,
    by_character,
    by_day,
    by_game,
    of_other_keys,
    series,
    shares,
)
from citadels_tui.history.played_games import PlayedGame, statistics
from citadels_tui.screens.base import COMPACT_WIDTH, BaseScreen
from citadels_tui.texts import _, games
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.result_parts import FiguresChart


class StatisticsScreen(BaseScreen):
    """A page to scroll."""

    CSS_PATH = "games.tcss"

    BINDINGS = [
        Binding("p", "players", "Players", id="statistics.players", tooltip="The standings of everybody you have met"),
        Binding("escape,q,s", "dismiss", "Back", id="statistics.back", tooltip="Back to the games"),
    ]

    def __init__(self, played: Sequence[PlayedGame]) -> None:
        """Show figures.

        Args:
            played: The games, the newest first.
        """
        super().__init__()
        self.played = played
        self.figures = statistics(played)

    def parts(self) -> ComposeResult:
        """The tables, beside each other in a wide window, and there charts below them."""
        tables = [Static(id=id) for id in ("by-game", "by-character")]
        strange = Content("\n").join(of_other_keys(self.played)).stylize("$muted")
        with Vertical(id="pages", classes="-charted" if self.figures.total.games > 1 else "") as pages:
            page = VerticalScroll(Container(*tables, id="tables"), Static(strange), id="page")
            page.border_title = Content(_(games.STATISTICS_TITLE))
            yield page
            if pages.has_class("-charted"):
                with Horizontal(id="charts"):
                    numbers = range(1, self.figures.total.games + 1)[-CHARTED:]
                    yield FiguresChart(games.CHART, series(self.played), numbers, self.symbols)
                    yield FiguresChart(games.SHARE_CHART, shares(self.played), numbers, self.symbols, 100)
        yield KeyBar()

    def on_resize(self, event: Resize) -> None:
        """Write the tables as there is room for them."""
        narrow = event.size.width < COMPACT_WIDTH
        characters = by_character(self.figures, self.symbols, narrow=narrow)
        written = {
            "by-game": list(by_game(self.figures, self.symbols, narrow=narrow)),
            "by-character": [*characters, *by_day(self.played), *by_challenge(self.played)],
        }
        for id, lines in written.items():
            self.query_one(f"#{id}", Static).update(Content("\n").join(lines))

    def action_players(self) -> None:
        """The standings of all whom the player has met."""
        from citadels_tui.screens.standings import StandingsScreen

        self.app.push_screen(StandingsScreen(self.played))

    def on_mount(self) -> None:
        """The page takes the keys."""
        self.query_one(VerticalScroll).focus()

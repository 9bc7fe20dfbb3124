"""The deal of the day: today's game, and what came of those before."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from citadels_tui.history.daily import Results, daily_game, results, today
from citadels_tui.history.played_games import PlayedGame
from citadels_tui.pages.daily_page import daily_lines, shared
from citadels_tui.screens.own_games import OwnGamesScreen
from citadels_tui.texts import _, daily
from citadels_tui.widgets.key_bar import KeyBar


class DailyScreen(OwnGamesScreen):
    """A page to scroll."""

    CSS_PATH = "games.tcss"

    BINDINGS = [
        Binding("enter,p", "play", "Play", id="daily.play", tooltip="Play today's deal"),
        Binding("c", "copy", "Copy", id="daily.copy", tooltip="Copy the city of the last day, to paste it into a chat"),
        Binding("escape,q,d", "dismiss", "Back", id="daily.back", tooltip="Back to the home screen"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.found: Results = {}
        """Results by day."""

    def parts(self) -> ComposeResult:
        """The page alone."""
        page = VerticalScroll(Static(id="said"), id="page")
        page.border_title = Content(_(daily.TITLE))
        yield page
        yield KeyBar()

    def on_mount(self) -> None:
        """The page takes the keys."""
        self.query_one(VerticalScroll).focus()
        self._show()

    def show_games(self, played: Sequence[PlayedGame]) -> None:
        """Show the days among them."""
        self.found = results(played)
        self._show()

    def _show(self) -> None:
        lines = daily_lines(self.found, today(), ascii=self.symbols.ascii)
        self.query_one("#said", Static).update(Content("\n").join(lines))
        self.show_keys()

    def of_use(self, action: str) -> bool:
        """Whether there is a city to copy."""
        return bool(self.found) if action == "copy" else True

    def action_play(self) -> None:
        """Play today's deal; once more, if one likes."""
        app = self.citadels_app
        if today() in self.found:
            self.notify(_(daily.AGAIN), timeout=6)
        app.begin(daily_game(app.player, today(), float(app.settings.pause)))

    def action_copy(self) -> None:
        """Put the city of the last day on the clipboard."""
        if self.found:
            self.app.copy_to_clipboard("\n".join(shared(self.found, max(self.found), ascii=self.symbols.ascii)))
            self.notify(_(daily.COPIED), timeout=6)
        else:
            self.notify(_(daily.NOTHING_YET), timeout=4)

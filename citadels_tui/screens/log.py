"""The whole log on the whole screen."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Footer

from citadels_tui.screens.base import BaseScreen
from citadels_tui.session import Session
from citadels_tui.story import Line
from citadels_tui.texts import _, help
from citadels_tui.widgets.story_log import StoryLog
from net.client.updates import Update


class LogScreen(BaseScreen):
    """Shows the story so far, and goes on with it."""

    CSS_PATH = "table.tcss"

    BINDINGS = [
        Binding("escape,l,q", "back", "Back to the board", id="log.back", tooltip="Back to the board"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def parts(self) -> ComposeResult:
        """The log alone."""
        log = StoryLog(self.symbols, self.session.story)
        log.border_title = Content(_(help.LOG))
        yield log
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """The log takes the keys; something may have happened meanwhile."""
        log = self.query_one(StoryLog)
        log.add(self.session.story[len(log.story) :])
        log.focus()

    def updated(self, update: Update, lines: list[Line]) -> None:
        """Go on with the story."""
        self.query_one(StoryLog).add(lines)

    def action_back(self) -> None:
        """Back to the board."""
        self.app.pop_screen()

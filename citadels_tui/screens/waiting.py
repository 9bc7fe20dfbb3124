"""The waiting screen: a table is being set, or looked for."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Static

from citadels_tui.screens.base import BaseScreen
from citadels_tui.widgets.home_city import HomeCity
from citadels_tui.widgets.key_bar import KeyBar


class WaitingScreen(BaseScreen):
    """Says what is waited for, and nothing while the player is asked something first; it gives way to the table."""

    CSS_PATH = "form.tcss"

    BINDINGS = [
        Binding("escape,q", "app.give_up", "Cancel", id="waiting.cancel", tooltip="Wait no longer"),
    ]

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence

    def say(self, sentence: str) -> None:
        """Say that something else is waited for."""
        self.sentence = sentence
        self.query_one("#waiting", Static).update(Content(sentence))

    def parts(self) -> ComposeResult:
        """The city, and the sentence below it."""
        yield HomeCity(self.symbols)
        yield Static(Content(self.sentence), id="waiting")
        yield KeyBar()

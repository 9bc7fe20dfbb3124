"""The question at the first start: whether the game is known."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from citadels_tui.screens.base import Dialog
from citadels_tui.symbols import Symbols
from citadels_tui.texts import _, home
from citadels_tui.widgets.menu_item import MenuItem


class WelcomeScreen(Dialog[bool]):
    """Asks once; Escape leads on to the menu or the game. The menu has the lesson, too."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [
        Binding("y,escape", "answer(True)", "Yes", id="welcome.yes", tooltip="To the menu"),
        Binding("n", "answer(False)", "No", id="welcome.no", tooltip="To the guided game"),
        Binding("up,k", "app.focus_previous", "Up", id="welcome.up", show=False, tooltip="The other answer"),
        Binding("down,j", "app.focus_next", "Down", id="welcome.down", show=False, tooltip="The other answer"),
    ]

    def __init__(self, symbols: Symbols, *, playing: bool = False) -> None:
        """Prepare the question.

        Args:
            symbols: The signs in use.
            playing: Whether a game was asked for, which begins then, instead of the menu.
        """
        super().__init__()
        self.symbols = symbols
        self._known = home.PLAYED_YES_PLAYING if playing else home.PLAYED_YES

    def compose(self) -> ComposeResult:
        """The question and its answers."""
        box = Vertical(
            Static(Content(_(home.PLAYED)), classes="question"),
            MenuItem("y", _(self._known[0]), _(self._known[1]), self.symbols, id="yes"),
            MenuItem("n", _(home.PLAYED_NO[0]), _(home.PLAYED_NO[1]), self.symbols, id="no"),
            classes="box",
        )
        box.border_title = Content(_(home.WELCOME))
        yield box

    def on_mount(self) -> None:
        """Whoever is new here needs only enter."""
        self.query_one("#no").focus()

    def action_answer(self, answer: bool) -> None:
        """Close with an answer."""
        self.dismiss(answer)

    @on(MenuItem.Pressed)
    def pressed(self, event: MenuItem.Pressed) -> None:
        """Close with the chosen answer."""
        self.dismiss(event.item.id == "yes")

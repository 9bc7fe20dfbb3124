"""The question at the first start: whether the game is known."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content

from citadels_tui.screens.confirm import YesOrNo
from citadels_tui.session.start import PlayGame, ShowHome, Start
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, home
from citadels_tui.widgets.key_bar import KeyBar


class WelcomeScreen(YesOrNo):
    """Asks once; Escape leads on to the menu or the game. The menu has the lesson, too."""

    BINDINGS = [
        Binding("y,escape", "answer(True)", "Yes", id="welcome.yes", tooltip="To the menu"),
        Binding("n", "answer(False)", "No", id="welcome.no", tooltip="To the guided game"),
        Binding("up,k", "app.focus_previous", "Up", id="welcome.up", show=False, tooltip="The other answer"),
        Binding("down,j", "app.focus_next", "Down", id="welcome.down", show=False, tooltip="The other answer"),
    ]

    def __init__(self, symbols: Symbols, start: Start) -> None:
        """Prepare the question.

        Args:
            symbols: The signs in use.
            start: What was asked for, which begins when the game is known: the menu, a game, or somebody's table.
        """
        super().__init__(symbols)
        self._known = home.PLAYED_YES_GUEST
        if isinstance(start, ShowHome | PlayGame):
            self._known = home.PLAYED_YES if isinstance(start, ShowHome) else home.PLAYED_YES_PLAYING

    def compose(self) -> ComposeResult:
        """The question and its answers; a new player needs only enter."""
        yield self.box(Content(_(home.PLAYED)), self._known, home.PLAYED_NO, home.WELCOME)
        yield KeyBar()

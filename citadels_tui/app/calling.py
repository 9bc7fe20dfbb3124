"""Calling: who looks elsewhere is told that it is their turn, by a bell, the window's title or a notification."""

from __future__ import annotations

from citadels_tui.settings.settings import Settings
from citadels_tui.terminal import signals as terminal
from citadels_tui.terminal.parts import TerminalApp
from citadels_tui.texts import _, board
from citadels_tui.texts import settings as settings_text


class CallingApp(TerminalApp):
    """An app that can call its player."""

    settings: Settings
    """What is remembered of the player."""

    def __init__(self) -> None:
        super().__init__()
        self._called = False
        """Whether the title of the window calls the player."""

    def call_player(self) -> None:
        """It is the player's turn: call them, if they look elsewhere."""
        if self.app_focus:
            return
        if self.settings.call == "bell":
            self.bell()
        elif self.settings.call == "title":
            self.write(terminal.title(_(settings_text.YOUR_TURN_TITLE)))
            self._called = True
        elif self.settings.call == "notification":
            self.write(terminal.notification(_(settings_text.YOUR_TURN)))

    def watch_app_focus(self, focus: bool) -> None:
        """The player looks at the terminal again: stop calling them."""
        if focus and self._called:
            self._called = False
            self.write(terminal.title(_(board.TITLE)))

"""One line to say to the table."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input

from citadels_tui.screens.base import Dialog
from citadels_tui.texts import _, help
from citadels_tui.widgets.line_input import LineInput


class ChatScreen(Dialog[str]):
    """Asks for a line; an empty one says nothing."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [Binding("escape", "dismiss('')", "Close", id="chat.close", tooltip="Say nothing")]

    def compose(self) -> ComposeResult:
        """The line."""
        box = Vertical(LineInput(max_length=280, compact=True), classes="box")
        box.border_title = Content(_(help.CHAT))
        yield box

    @on(Input.Submitted)
    def say(self, event: Input.Submitted) -> None:
        """Close with what was typed."""
        self.dismiss(event.value.strip())

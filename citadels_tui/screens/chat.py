"""One line to say to the table."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from citadels_tui.screens.base import Dialog
from citadels_tui.story.telling import Line
from citadels_tui.texts import _, help, phrases, why
from citadels_tui.widgets.line_input import LineInput
from net.base.errors import NetError
from net.base.text import TextError, clean_chat

LAST = 5
"""Lines of the chat that are shown over the line to type."""


class ChatScreen(Dialog[str]):
    """Asks for a line; an empty one says nothing."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [Binding("escape", "dismiss('')", "Close", id="chat.close", tooltip="Say nothing")]

    def __init__(self, said: Sequence[Line] = (), draft: str = "", *, by_number: bool = True) -> None:
        """Show what was said last.

        Args:
            said: The lines of a story; those of the chat are shown.
            draft: What stands in the line at first.
            by_number: Whether a number alone says a phrase.
        """
        super().__init__()
        self._draft = draft
        self._by_number = by_number
        self._said = [line for line in said if line.kind == "chat"][-LAST:]

    def compose(self) -> ComposeResult:
        """The last of the chat, and the line."""
        said = Static(Content("\n").join(line.text for line in self._said), id="said")
        said.display = bool(self._said)
        offered = Static(Content(phrases.phrases_listed()), id="phrases")
        offered.display = self._by_number
        line = LineInput(self._draft, max_length=280, compact=True, select_on_focus=False)
        box = Vertical(said, line, offered, classes="box")
        box.border_title = Content(_(help.CHAT))
        yield box

    @on(Input.Submitted)
    def say(self, event: Input.Submitted) -> None:
        """Close with what was typed, unless it cannot be said: then it stays, to be changed."""
        typed = event.value.strip()
        try:
            self.dismiss(clean_chat(typed) if typed else "")
        except TextError as error:
            self.notify(why(NetError("chat_bad", error.args[0])), severity="warning", timeout=6)

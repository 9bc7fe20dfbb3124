"""One line to say to the table."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.events import Key
from textual.widgets import Input, Static

from citadels_tui.screens.base import Dialog
from citadels_tui.story.telling import Line
from citadels_tui.texts import _, help, phrases, touched, why
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.menu_item import MenuItem
from citadels_tui.widgets.sheet import Sheet
from net.base.errors import NetError
from net.base.text import TextError, clean_chat

LAST = 5
"""Lines of the chat that are shown over the line to type."""


class ChatScreen(Dialog[str]):
    """Asks for a line; an empty one says nothing."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [
        Binding("escape", "dismiss('')", "Close", id="chat.close", tooltip="Say nothing"),
        Binding("up", "app.focus_previous", "Up", id="chat.up", show=False, tooltip="The line above"),
        Binding("down", "app.focus_next", "Down", id="chat.down", show=False, tooltip="The phrase below"),
    ]

    def __init__(self, said: Sequence[Line] = (), draft: str = "", *, by_number: bool = True) -> None:
        """Show what was said last.

        Args:
            said: The lines of a story; those of the chat are shown.
            draft: What stands in the line at first.
            by_number: Whether there are phrases, which a number alone says, too.
        """
        super().__init__()
        self._draft = draft
        self._by_number = by_number
        self._said = [line for line in said if line.kind == "chat"][-LAST:]

    def compose(self) -> ComposeResult:
        """The last of the chat, and the line."""
        said = Static(Content("\n").join(line.text for line in self._said), id="said")
        said.display = bool(self._said)
        line = LineInput(self._draft, placeholder=_(help.LINE), max_length=280, compact=True, select_on_focus=False)
        symbols = self.citadels_app.symbols
        rows = [
            MenuItem(f"{number}", _(phrase), "", symbols, id=f"phrase-{number}")
            for number, phrase in enumerate(phrases.PHRASES.values(), 1)
            if self._by_number
        ]
        box = Sheet(said, line, *rows, classes="box")
        box.border_title = Content(_(help.CHAT))
        yield box

    def on_mount(self) -> None:
        """The line takes the keys; where it would bring a phone's keyboard over the phrases, only once it is tapped."""
        rows = self.query(MenuItem)
        if touched() and rows and not self._draft:
            rows.first().focus(scroll_visible=False)
        else:
            self.query_one(LineInput).focus()

    def on_key(self, event: Key) -> None:
        """Letters are for the line, wherever the cursor is: a phone's keyboard may be shown over the phrases."""
        line = self.query_one(LineInput)
        if event.is_printable and event.character and event.character != " " and not line.has_focus:
            event.stop()
            line.focus()
            line.insert_text_at_cursor(event.character)

    @on(MenuItem.Pressed)
    def say_phrase(self, event: MenuItem.Pressed) -> None:
        """Close with a phrase, by its number."""
        self.dismiss(event.item.key)

    @on(Input.Submitted)
    def say(self, event: Input.Submitted) -> None:
        """Close with what was typed, unless it cannot be said: then it stays, to be changed."""
        typed = event.value.strip()
        try:
            self.dismiss(clean_chat(typed) if typed else "")
        except TextError as error:
            self.notify(why(NetError("chat_bad", error.args[0])), severity="warning", timeout=6)

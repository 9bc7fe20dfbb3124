"""A question with two answers, before something that cannot be undone."""

from __future__ import annotations

from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from citadels_tui.screens.base import Dialog
from citadels_tui.symbols import Symbols
from citadels_tui.texts import _, table
from citadels_tui.widgets.menu_item import MenuItem


class ConfirmScreen(Dialog[bool]):
    """Asks; Escape means no."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [
        Binding("y", "answer(True)", "Yes", id="confirm.yes", tooltip="Yes"),
        Binding("n,escape", "answer(False)", "No", id="confirm.no", tooltip="No"),
        Binding("up,k,left,h", "app.focus_previous", "Up", id="confirm.up", show=False, tooltip="The other answer"),
        Binding("down,j,right,l", "app.focus_next", "Down", id="confirm.down", show=False, tooltip="The other answer"),
    ]

    def __init__(
        self,
        question: Callable[[], Content],
        symbols: Symbols,
        *,
        title: str = "",
        answers: tuple[str, str] = (table.YES, table.NO),
    ) -> None:
        """Prepare a question.

        Args:
            question: Says it, in the language of the moment.
            symbols: The signs in use.
            title: The text over it; empty: none.
            answers: The texts of yes and no.
        """
        super().__init__()
        self.question = question
        self.symbols = symbols
        self.box_title = title
        self.answers = answers

    def compose(self) -> ComposeResult:
        """The question and its answers."""
        box = Vertical(
            Static(self.question(), classes="question"),
            MenuItem("y", _(self.answers[0]), "", self.symbols, id="yes"),
            MenuItem("n", _(self.answers[1]), "", self.symbols, id="no"),
            classes="box",
        )
        if self.box_title:
            box.border_title = Content(_(self.box_title))
        yield box

    def on_mount(self) -> None:
        """No is under the cursor."""
        self.query_one("#no").focus()

    def action_answer(self, answer: bool) -> None:
        """Close with an answer."""
        self.dismiss(answer)

    @on(MenuItem.Pressed)
    def pressed(self, event: MenuItem.Pressed) -> None:
        """Close with the chosen answer."""
        self.dismiss(event.item.id == "yes")

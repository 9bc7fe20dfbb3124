"""Questions with two answers, as the one before something that cannot be undone."""

from __future__ import annotations

from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from citadels_tui.screens.base import Dialog
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, table
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.menu_item import MenuItem


class YesOrNo(Dialog[bool]):
    """A question with two answers; no is under the cursor.

    Yes has the key it begins with in the language that is spoken, too: *j* for a German *Ja*, which moves nothing then.
    """

    CSS_PATH = "modal.tcss"

    def __init__(self, symbols: Symbols) -> None:
        super().__init__()
        self.symbols = symbols
        self._name_yes()

    def _name_yes(self) -> None:
        """Let the first letter of yes answer it, even if that letter does something else elsewhere."""
        self._yes_key = _(table.YES)[0].casefold()
        from citadels_tui.terminal.own_keys import give_key

        give_key(self, "y", self._yes_key)

    async def reword(self) -> None:
        """Say everything in the language that is spoken now, the key of yes, too."""
        self._name_yes()
        await super().reword()

    def box(self, question: Content, yes: tuple[str, str], no: tuple[str, str], title: str) -> Vertical:
        """The question over its answers; each of these has a text and an explanation, which may be empty."""
        box = Vertical(
            Static(question, classes="question"),
            MenuItem(self._yes_key, _(yes[0]), yes[1] and _(yes[1]), self.symbols, id="yes"),
            MenuItem("n", _(no[0]), no[1] and _(no[1]), self.symbols, id="no"),
            classes="box",
        )
        box.border_title = Content(_(title))
        return box

    def on_mount(self) -> None:
        """Put the cursor on *No*."""
        self.query_one("#no").focus()

    def action_answer(self, answer: bool) -> None:
        """Close with an answer."""
        self.dismiss(answer)

    @on(MenuItem.Pressed)
    def pressed(self, event: MenuItem.Pressed) -> None:
        """Close with the chosen answer."""
        self.dismiss(event.item.id == "yes")


class ConfirmScreen(YesOrNo):
    """Asks; Escape means no."""

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
        title: str,
        *,
        answers: tuple[str, str] = (table.YES, table.NO),
    ) -> None:
        """Prepare a question.

        Args:
            question: Says it, in the language of the moment.
            symbols: The signs in use.
            title: The text over it.
            answers: The texts of yes and no.
        """
        super().__init__(symbols)
        self.question = question
        self.box_title = title
        self.answers = answers

    def compose(self) -> ComposeResult:
        """The question and its answers."""
        yes, no = self.answers
        yield self.box(self.question(), (yes, ""), (no, ""), self.box_title)
        yield KeyBar()

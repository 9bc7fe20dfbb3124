"""Something to press: a key, a name and a short explanation."""

from __future__ import annotations

from textual.binding import Binding
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from citadels_tui.drawing.cells import fit
from citadels_tui.drawing.symbols import Symbols

LABEL_CELLS = 18


class MenuItem(Widget, can_focus=True):
    """One line of a menu; Enter, its key or a click presses it."""

    DEFAULT_CSS = """
    MenuItem {
        height: 1;
        padding: 0 1;
        text-wrap: nowrap;
        &:focus { background: $block-hover-background; text-style: bold; }
    }
    """

    BINDINGS = [
        Binding("enter,space", "press", "Choose", id="menu.choose", show=False, tooltip="Choose what is marked"),
    ]

    class Pressed(Message):
        """The item was chosen."""

        def __init__(self, item: MenuItem) -> None:
            super().__init__()
            self.item = item

        @property
        def control(self) -> MenuItem:
            """The item."""
            return self.item

    def __init__(
        self, key: str, label: str, about: str, symbols: Symbols, *, id: str, cells: int = LABEL_CELLS
    ) -> None:
        super().__init__(id=id)
        self.key = key
        self.label = label
        self.about = about
        self.symbols = symbols
        self.cells = cells
        """Room for the label, where it is explained."""

    def action_press(self) -> None:
        """Choose it."""
        self.post_message(self.Pressed(self))

    def on_click(self, event: Click) -> None:
        """Choose it."""
        event.stop()
        self.action_press()

    def render(self) -> Content:
        """The line."""
        mark = self.symbols.acting if self.has_focus else " "
        key = Content.styled(f"{self.key}  " if self.key else "", "bold $accent")
        line = Content.assemble(
            mark,
            " ",
            key,
            fit(Content(self.label), self.cells, self.symbols) if self.about else Content(self.label),
            Content.styled(self.about, "$muted"),
        )
        return fit(line, self.content_size.width, self.symbols)

"""Menu item: a key, a name and a short explanation, to be pressed."""

from __future__ import annotations

from textual.binding import Binding
from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from citadels_tui.textart.cells import NARROW, fit, hanging
from citadels_tui.textart.symbols import Symbols

LABEL_CELLS = 18


class MenuItem(Widget, can_focus=True):
    """A line of a menu, or some in a narrow window; Enter, its key or a click presses it.

    Textual's `OptionList` lays out its prompts once and knows no width: it has no explanation in a column, below the
    name where there is no room, or only while the line is marked.
    """

    DEFAULT_CSS = """
    MenuItem {
        height: auto;
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
        self,
        key: str,
        label: str,
        about: str,
        symbols: Symbols,
        *,
        id: str,
        cells: int = LABEL_CELLS,
        brief: bool = False,
    ) -> None:
        super().__init__(id=id)
        self.key = key
        self.label = label
        self.about = about
        self.symbols = symbols
        self.cells = cells
        """Room for the label, where it is explained."""
        self.brief = brief
        """Whether a narrow window explains it only while it is marked."""

    def on_focus(self) -> None:
        """It may be explained now."""
        self.refresh(layout=self.brief)

    def on_blur(self) -> None:
        """It may be explained no more."""
        self.refresh(layout=self.brief)

    def action_press(self) -> None:
        """Choose it."""
        self.post_message(self.Pressed(self))

    def on_click(self, event: Click) -> None:
        """Choose it."""
        event.stop()
        self.action_press()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines it needs."""
        return len(self._lines(width))

    def render(self) -> Content:
        """The lines."""
        return Content("\n").join(self._lines(self.content_size.width))

    def _lines(self, width: int) -> list[Content]:
        mark = self.symbols.acting if self.has_focus else " "
        head = Content.assemble(f"{mark} ", (f"{self.key}  " if self.key else "", "bold $accent"))
        about = Content.styled(self.about, "$muted")
        if not self.about:
            return [fit(Content.assemble(head, self.label), width, self.symbols)]
        if width >= NARROW:
            return hanging(Content.assemble(head, fit(Content(self.label), self.cells, self.symbols)), about, width)
        told = [] if self.brief and not self.has_focus else hanging(Content(" " * head.cell_length), about, width)
        return [fit(Content.assemble(head, self.label), width, self.symbols), *told]

"""Sheet: a page of lines to walk over, and the line that says which keys move in it."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.textart.cells import HINTS, flow
from citadels_tui.texts import _, home
from citadels_tui.widgets.choice import Choice


class Sheet(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolls to the line that has the focus; up and down belong to the screen."""


class Hint(Widget):
    """Keys and what they do, in as many lines as they need; none is parted from what it does."""

    DEFAULT_CSS = """
    Hint { height: auto; color: $muted; }
    """

    def __init__(self, said: str = "", classes: str | None = None) -> None:
        """Say something.

        Args:
            said: The keys, with three blanks between them.
            classes: Names for style sheets.
        """
        super().__init__(classes=classes)
        self._said = said

    @property
    def said(self) -> str:
        """The keys."""
        return self._said

    def _lines(self, width: int) -> list[Content]:
        return flow([Content(item) for item in self.said.split(HINTS)], width, HINTS)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines it needs."""
        return sum(len(line.wrap(max(width, 1))) for line in self._lines(width))

    def render(self) -> Content:
        """The lines."""
        return Content("\n").join(self._lines(self.content_size.width))


class FormHint(Hint):
    """Always on the screen, however long the form is; it names the keys that do something where the focus is."""

    DEFAULT_CSS = """
    FormHint { padding: 0 0 0 5; }
    """

    changes: reactive[bool] = reactive(False)
    """Whether the marked line has values to choose from."""

    def on_mount(self) -> None:
        """Follow the focus."""
        self.watch(self.screen, "focused", self._follow)

    def _follow(self) -> None:
        self.changes = isinstance(self.screen.focused, Choice)

    @property
    def said(self) -> str:
        """The keys for what is marked."""
        return _(home.FORM_HINT if self.changes else home.MENU_HINT)

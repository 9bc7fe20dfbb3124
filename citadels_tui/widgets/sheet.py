"""Sheet: a page of lines to walk over, and the line below a form that says which keys move in it."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.texts import _, home
from citadels_tui.widgets.choice import Choice


class Sheet(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolls to the line that has the focus; up and down belong to the screen."""


class FormHint(Widget):
    """Always on the screen, however long the form is; it names the keys that do something where the focus is."""

    DEFAULT_CSS = """
    FormHint { height: auto; padding: 0 0 0 5; color: $muted; }
    """

    changes: reactive[bool] = reactive(False)
    """Whether the marked line has values to choose from."""

    def on_mount(self) -> None:
        """Follow the focus."""
        self.watch(self.screen, "focused", self._follow)

    def _follow(self) -> None:
        self.changes = isinstance(self.screen.focused, Choice)

    def render(self) -> Content:
        """The line."""
        return Content(_(home.FORM_HINT if self.changes else home.MENU_HINT))

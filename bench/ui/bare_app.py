"""Bare app: the least that Textual can show, as the unit of the client's figures. Run with ``python -m``."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Footer, OptionList, Static

READY = "bare app"
"""Its text."""


class BareApp(App[None]):
    """A line, a list with a cursor, a footer."""

    BINDINGS = [("q", "quit", "Quit")]

    def compose(self) -> ComposeResult:
        """The parts."""
        yield Static(READY)
        yield OptionList(*(f"line {number}" for number in range(30)))
        yield Footer()


if __name__ == "__main__":
    BareApp().run()

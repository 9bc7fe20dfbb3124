"""Stock parts: Textual's own app and screen, with the methods that the improved ones give a meaning to."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.notifications import Notification
from textual.screen import Screen

from citadels_tui.terminal.crash import FailFastApp
from citadels_tui.terminal.terminal_colours import Paint

if TYPE_CHECKING:
    from textual.driver import Driver

Answer = TypeVar("Answer")


class StockApp(FailFastApp):
    """An app that draws as Textual does."""

    def get_driver_class(self) -> type[Driver]:
        """The usual driver of this system; where that is a terminal's, with what the client asks of one."""
        usual = super().get_driver_class()
        if sys.platform == "win32" or usual.__name__ != "LinuxDriver":
            return usual
        from citadels_tui.terminal.terminal_driver import TerminalDriver

        return TerminalDriver

    def write(self, sequence: str) -> None:
        """Write a sequence of control characters to the terminal, if there is one yet."""
        # Textual lacks a way to write one, but for the bell's.
        if self._driver is not None:
            self._driver.write(sequence)

    def paint(self, paint: Paint) -> None:
        """Write styles in another way from now on; Textual writes them in its own."""

    def action_redraw(self) -> None:
        """Paint everything, whatever the terminal shows: another program may have written to it."""
        self.refresh()

    @property
    def current_notices(self) -> Sequence[Notification]:
        """The notices that are on the screen, as far as that can be known."""
        return ()

    def withdraw(self, notice: Notification) -> None:
        """Take a notice away before its time, and the room it takes."""

    def sweep_notices(self) -> None:
        """Take away the room of notices that are gone."""


class StockScreen(Screen[Answer]):
    """A screen that is painted as Textual does."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close, once: who types faster than the screen goes may ask twice, which would close what lies below, too."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class StockPalette(CommandPalette):
    """A command palette in Textual's own words."""

    def nothing_found(self) -> str:
        """The sentence that nothing was found; Textual has its own."""
        return ""

"""Stock parts: Textual's own app, screen and palette, with the methods that the improved ones give a meaning to.

The improved ones build on them. They stand in files of their own, which are not loaded where the switch is off.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from textual.app import App
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.notifications import Notification
from textual.worker import WorkerFailed

from citadels_tui.terminal.clicks import ClickedScreen
from citadels_tui.terminal.input_events import ReadingEnded
from citadels_tui.terminal.terminal_colours import Paint

if TYPE_CHECKING:
    from textual.driver import Driver

Answer = TypeVar("Answer")


class InputFailed(Exception):
    """Reading the terminal has failed; its cause says by what."""


class StockApp(App[int]):
    """An app that draws as Textual does, ends at its first fault and keeps that for its caller.

    Textual would print a traceback with the values of everything around, cards and keys among them. It lacks a way to
    end with an exception and without that. So this end is never switched off.
    """

    fault: BaseException | None = None
    """The first fault of the app itself."""

    def on_load(self) -> None:
        """Hear of what fails while nobody waits for it."""
        asyncio.get_running_loop().set_exception_handler(self._unexpected)

    def _handle_exception(self, error: Exception) -> None:
        # First of all: where there is no memory left, no more than that may come to pass.
        self.fault = self.fault or (error.error if isinstance(error, WorkerFailed) else error)
        self._return_code = 1
        if self._exception is None:
            # Textual's pilot raises it.
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()

    def on_reading_ended(self, message: ReadingEnded) -> None:
        """End because the terminal's input cannot be read any more."""
        failed = InputFailed()
        failed.__cause__ = message.cause
        self._handle_exception(failed)

    def panic(self, *renderables: object) -> None:
        """End, which Textual asks for when its own input thread fails."""
        self._handle_exception(InputFailed())

    def _unexpected(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        # Connections may fail; who uses them is told in another way.
        if isinstance(error, Exception) and not isinstance(error, OSError):
            self._handle_exception(error)

    def get_driver_class(self) -> type[Driver]:
        """The usual driver of this system; where that is a terminal's, with what the client asks of one."""
        usual = super().get_driver_class()
        if sys.platform == "win32" or usual.__name__ != "LinuxDriver":
            return usual
        from citadels_tui.terminal.terminal_driver import TerminalDriver

        return TerminalDriver

    def copy_to_clipboard(self, text: str) -> None:
        """Put a text on the terminal's clipboard; nothing is never put there, for something else may lie on it."""
        if text:
            super().copy_to_clipboard(text)

    def write(self, sequence: str) -> None:
        """Write a sequence of control characters to the terminal, if there is one yet."""
        # Textual lacks a way to write one, but for the bell's.
        if self._driver is not None:
            self._driver.write(sequence)

    def paint(self, paint: Paint) -> None:
        """Write styles in another way from now on; Textual writes them in its own."""

    def action_redraw(self) -> None:
        """Paint everything, not only what has changed: another program may have written to it."""
        self.refresh()

    @property
    def current_notices(self) -> Sequence[Notification]:
        """The notices that are on the screen, as far as that can be known."""
        return ()

    def withdraw(self, notice: Notification) -> None:
        """Take a notice away before its time, and the room it takes."""

    def sweep_notices(self) -> None:
        """Take away the room of notices that are gone."""


class StockScreen(ClickedScreen[Answer]):
    """A screen that is painted as Textual does."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close, once: who types faster than the screen goes may ask twice, which would close what lies below, too."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class StockPalette(CommandPalette, ClickedScreen[None]):
    """A command palette in Textual's own words."""

    def nothing_found(self) -> str:
        """The sentence that nothing was found; Textual has its own."""
        return ""

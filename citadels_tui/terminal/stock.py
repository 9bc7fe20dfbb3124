"""Stock parts: Textual's own app, screen and palette, with the methods that the improved ones give a meaning to.

The improved ones build on them. They stand in files of their own, which are not loaded where the switch is off.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from textual import on
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.await_remove import AwaitRemove
from textual.command import CommandPalette
from textual.css.query import NoMatches
from textual.errors import NoWidget
from textual.events import Click, Mount, Resize
from textual.message_pump import MessagePump
from textual.notifications import Notification
from textual.screen import Screen
from textual.worker import Worker, WorkerFailed

from citadels_tui.terminal.clicks import ClickedScreen
from citadels_tui.terminal.input_events import ReadingEnded
from citadels_tui.terminal.terminal_colours import Paint

if TYPE_CHECKING:
    from textual.driver import Driver

Answer = TypeVar("Answer")

_PATIENCE = 1.0
"""Seconds that a screen has for its parts to come before it is taken away."""


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
        fault = error.error if isinstance(error, WorkerFailed) else error
        # Textual gives screens no parts any more once the app is asked to end, and these look for them.
        if self._exit and isinstance(fault, NoMatches):
            return
        self.fault = self.fault or fault
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

    def run_worker(self, *arguments: Any, **options: Any) -> Worker[Any]:
        """Run a worker, given as a function: of a coroutine that never begins Python would warn at the end."""
        # Textual's types take no function whose coroutine waits for something.
        return super().run_worker(*arguments, **options)

    # Textual lacks this wait. Parts that come while their screen is taken away get no parts of their own, and fail.
    async def _replace_screen(self, screen: Screen[Any]) -> Screen[Any]:
        await _until_whole(screen)
        return await super()._replace_screen(screen)

    async def _close_all(self) -> None:
        for screen in self.screen_stack:
            await _until_whole(screen)
        await super()._close_all()

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


def _ended(call: Callable[..., Any]) -> bool:
    """Whether a call is that of a part which has ended."""
    part = getattr(getattr(call, "func", call), "__self__", None)
    return isinstance(part, MessagePump) and not part.is_running


async def _until_whole(screen: Screen[Any]) -> None:
    """Wait until all parts of a screen are there; not for ever, for it may have failed before that."""
    if not screen.is_mounted:
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await screen._mounted_event.wait()


class WholeScreen(ClickedScreen[Answer]):
    """A screen that ends whole, for nothing that it has begun looks for parts that are gone; and has one size."""

    def remove(self) -> AwaitRemove:
        """Remove it, its workers first: Textual cancels them last."""
        self.workers.cancel_node(self)
        return super().remove()

    def run_worker(self, *arguments: Any, **options: Any) -> Worker[Any]:
        """Run a worker; none that is begun while the screen is taken away."""
        worker = super().run_worker(*arguments, **options)
        if self._pruning:
            worker.cancel()
        return worker

    @on(Resize)
    def keep_to_newest(self, event: Resize) -> None:
        """Take no size that is not the window's any more: with two on their way Textual would go on between them."""
        if event.size != self.app.size:
            event.prevent_default()

    # Textual lacks this look at whose calls they are. It makes those of a part that has ended, too.
    async def _invoke_and_clear_callbacks(self) -> None:
        self._callbacks = [each for each in self._callbacks if not _ended(each[0])]
        await super()._invoke_and_clear_callbacks()


class StockScreen(WholeScreen[Answer]):
    """A screen that is painted as Textual does."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close, once: who types faster than the screen goes may ask twice, which would close what lies below, too."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class StockPalette(CommandPalette, WholeScreen[None]):
    """A command palette in Textual's own words."""

    def on_mount(self, event: Mount) -> None:
        """Ask for no commands of the screen below once that is gone, and this palette with it."""
        if self not in self.app.screen_stack:
            event.prevent_default()

    def on_click(self, event: Click) -> None:
        """Take no click outside the window, which may have shrunk since."""
        try:
            self.get_widget_at(event.screen_x, event.screen_y)
        except NoWidget:
            event.prevent_default()

    # Textual lacks a look at whether the lines of new commands have been counted yet.
    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):
            super()._action_command_list(action)

    def nothing_found(self) -> str:
        """The sentence that nothing was found; Textual has its own."""
        return ""

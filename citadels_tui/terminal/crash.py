"""Faults of this program: the client ends without a traceback."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from textual.app import App
from textual.driver import Driver
from textual.worker import WorkerFailed


class InputFailed(Exception):
    """Reading the terminal has failed; its cause says by what."""


class FailFastApp(App[int]):
    """An app that ends at its first fault and keeps it for its caller.

    Textual would print a traceback with the values of everything around, cards and keys among them.
    """

    fault: BaseException | None = None
    """What has gone wrong in the app itself."""

    def on_load(self) -> None:
        """Hear of what fails while nobody waits for it."""
        asyncio.get_running_loop().set_exception_handler(self._unexpected)

    def _handle_exception(self, error: Exception) -> None:
        self._return_code = 1
        if self._exception is None:
            # Textual's pilot raises it.
            self._exception = error
            self._exception_event.set()
        self.fault = self.fault or (error.error if isinstance(error, WorkerFailed) else error)
        self._close_messages_no_wait()

    def _build_driver(self, *arguments: Any, **options: Any) -> Driver:
        driver = super()._build_driver(*arguments, **options)
        read = getattr(driver, "run_input_thread", None)
        if read is not None:
            vars(driver)["run_input_thread"] = partial(self._reading, read)
        return driver

    def _reading(self, read: Callable[[], None]) -> None:
        """Read the terminal, in a thread. Textual would tell of a fault by a text that has the values around it."""
        try:
            read()
        except BaseException as error:
            self.call_later(self._input_failed, error)

    def _input_failed(self, cause: BaseException) -> None:
        failed = InputFailed()
        failed.__cause__ = cause
        self._handle_exception(failed)

    def panic(self, *renderables: object) -> None:
        """End because the terminal's input cannot be read any more."""
        self._handle_exception(InputFailed())

    def _unexpected(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        # Connections may fail; who uses them is told in another way.
        if isinstance(error, Exception) and not isinstance(error, OSError):
            self._handle_exception(error)

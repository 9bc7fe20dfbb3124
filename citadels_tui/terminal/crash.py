"""Faults of this program: the client ends without a traceback."""

from __future__ import annotations

import asyncio
from typing import Any

from textual.app import App
from textual.message import Message
from textual.worker import WorkerFailed


class InputFailed(Exception):
    """Reading the terminal has failed; its cause says by what."""


class ReadingEnded(Message):
    """The thread that reads the terminal has ended with a fault."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__()
        self.cause = cause


class FailFastApp(App[int]):
    """An app that ends at its first fault and keeps it for its caller; never switched off.

    Textual would print a traceback with the values of everything around, cards and keys among them. It lacks a way to
    end with an exception and without that.
    """

    fault: BaseException | None = None
    """What has gone wrong in the app itself."""

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
        """End because the terminal's input cannot be read any more."""
        self._handle_exception(InputFailed())

    def _unexpected(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        # Connections may fail; who uses them is told in another way.
        if isinstance(error, Exception) and not isinstance(error, OSError):
            self._handle_exception(error)

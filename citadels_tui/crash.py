"""Faults of this program: the client ends without a traceback, and says how to go on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.worker import WorkerFailed

from citadels_tui.start import HostTable, JoinTable, ResumeTable, Start
from citadels_tui.texts import _, home

if TYPE_CHECKING:
    from citadels_tui.session import Session


class InputFailed(Exception):
    """Reading the terminal has failed."""


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

    def panic(self, *renderables: object) -> None:
        """End because the terminal's input cannot be read any more."""
        self._handle_exception(InputFailed())

    def _unexpected(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        # Connections may fail; who uses them is told in another way.
        if isinstance(error, Exception) and not isinstance(error, OSError):
            self._handle_exception(error)


def way_back(asked: Start, opened: Start | None, session: Session | None) -> str:
    """How to go on after the client has ended where it is, as a clause.

    Args:
        asked: What the command asked for.
        opened: The way to the table in progress.
        session: The table in progress.
    """
    if session is None:
        kept = isinstance(opened, ResumeTable)
    else:
        kept = not session.over and (session.started or isinstance(opened, HostTable | JoinTable))
    if not kept:
        return _(home.NOT_PLAYING)
    if isinstance(opened, JoinTable):
        return _(home.KEPT_SEAT)
    return _(home.KEPT_TABLE if isinstance(asked, HostTable) and opened is asked else home.KEPT_GAME)

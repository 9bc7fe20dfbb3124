"""Catching up: lines of the story as they come, and of what was before this client came only the last ones."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from citadels_tui.plain.console import Console
from citadels_tui.story.telling import Line
from citadels_tui.texts import plain, say

LINES = 20
"""Lines of the log that are shown unless more are asked for."""
QUIET = 1.0
"""Seconds without news after which nothing more of the past is awaited."""


def say_line(console: Console, line: Line) -> None:
    """Say a line of the story."""
    if line.kind == "round":
        console.say()
    console.say(line.text, 2 * line.indent)


class CatchingUp:
    """Says what happens; the past, which comes in at once, when all of it is there."""

    def __init__(self, console: Console, *, late: bool) -> None:
        """Begin to listen.

        Args:
            console: Where it is said.
            late: Whether the table may have a past.
        """
        self._console = console
        self._past: list[Line] | None = [] if late else None
        """Lines from before this client came, as long as they come in; None afterwards."""
        self._quiet: asyncio.TimerHandle | None = None

    def add(self, lines: Iterable[Line]) -> None:
        """Say new lines, or keep them while the past comes in."""
        told = [line for line in lines if line.kind != "mark"]
        if self._past is None:
            for line in told:
                say_line(self._console, line)
            return
        self._past += told
        if self._quiet is not None:
            self._quiet.cancel()
        self._quiet = asyncio.get_running_loop().call_later(QUIET, self.done)

    def done(self) -> None:
        """The past is complete: say the last of it."""
        past, self._past = self._past or [], None
        if len(past) > LINES:
            self._console.say(say(plain.EARLIER, amount=len(past) - LINES))
        for line in past[-LINES:]:
            say_line(self._console, line)

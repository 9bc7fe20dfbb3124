"""Bot pace: whoever opened a table makes its bots wait longer or less, or skips their pauses for a while."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from citadels_tui.table.session import PAUSES, Session
from net.protocol.client_messages import SetPause


class BotPace:
    """The pause between the moves of the bots at one table."""

    def __init__(self, session: Session, send: Callable[[Awaitable[None]], None]) -> None:
        """Begin with the pause of the table.

        Args:
            session: The table.
            send: Sends a request to it.
        """
        self._session = session
        self._send = send
        self._before: float | None = None
        """The pause to go back to, while the bots' pauses are skipped."""

    @property
    def skipping(self) -> bool:
        """Whether the bots do not wait for now."""
        return self._before is not None

    def skip(self) -> None:
        """Let the bots not wait until `resume`."""
        self._before = self._session.pause
        self._set(0.0)

    def resume(self) -> None:
        """Let the bots wait again as before."""
        pause, self._before = self._before, None
        if pause is not None:
            self._set(pause)

    def change(self, step: int) -> float:
        """Make the bots faster (1) or slower (-1).

        Returns:
            Their new pause in seconds.
        """
        nearest = min(range(len(PAUSES)), key=lambda i: abs(PAUSES[i] - self._session.pause))
        pause = PAUSES[min(max(nearest - step, 0), len(PAUSES) - 1)]
        self.set(pause)
        return pause

    def set(self, seconds: float) -> None:
        """Let the bots wait so long from now on, also when their pauses were skipped."""
        self._before = None
        self._set(seconds)

    def _set(self, seconds: float) -> None:
        self._send(self._session.feed.request(partial(SetPause, ms=round(seconds * 1000))))

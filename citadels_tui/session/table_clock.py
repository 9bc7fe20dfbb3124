"""Time at a table: the clock of the player who is asked, rests of the game, and how fast bots play."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic
from typing import get_args

from citadels_tui.session.feed import Feed
from citadels_tui.settings.settings import Pause
from engine.view import View
from net.client.updates import Closed, Held, LobbyView, Update
from net.protocol.client_messages import SetOptions
from net.protocol.host_messages import ClockNote, OptionsNote
from net.protocol.table_options import TableOptions

PAUSES = tuple(map(float, get_args(Pause)))
"""The speeds a player can choose: seconds bots wait between moves."""


class TableClock:
    """The time of one table, as the host told it last."""

    def __init__(self) -> None:
        self.held = False
        """Whether the game rests."""
        self.options = TableOptions()
        """The options of the table now."""
        self._note: ClockNote | None = None
        """The clock of the player who is asked, as of `_at`."""
        self._at = 0.0

    def apply_update(self, update: Update) -> None:
        """Fold one update."""
        match update:
            case LobbyView(options=options) | OptionsNote(options=options):
                self.options = options
            case ClockNote():
                self._note, self._at = update, monotonic()
            case Held(on=on):
                self.held = on
            case Closed():
                self._note = None

    @property
    def pause(self) -> float:
        """Seconds bots wait between moves now."""
        return self.options.bot_pause

    def next(self) -> TableClock:
        """The time between two games: bots keep their pace."""
        after = TableClock()
        after.options = self.options
        return after

    def seconds_left(self, view: View, now: float) -> float | None:
        """The time left to the player whom a view asks, the reserve included; None when no time runs.

        Args:
            view: What the seat sees.
            now: Seconds of `time.monotonic`.
        """
        note = self._note
        if note is None or self.held or view.asked is None or view.asked.seat != note.seat:
            return None
        return max(0.0, (note.ms + note.reserve) / 1000 - (now - self._at))


class BotPace:
    """The owner's setting of how long bots wait, and skipping their pauses for a while."""

    def __init__(self, clock: TableClock, feed: Feed, send: Callable[[Awaitable[None]], None]) -> None:
        self._clock = clock
        self._feed = feed
        self._send = send
        self._before: float | None = None
        """The pause to go back to, while the bots' pauses are skipped."""

    @property
    def skipping(self) -> bool:
        """Whether the bots' pauses are skipped at present."""
        return self._before is not None

    def skip(self) -> None:
        """Let the bots not wait until `resume`."""
        self._before = self._clock.pause
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
        nearest = min(range(len(PAUSES)), key=lambda i: abs(PAUSES[i] - self._clock.pause))
        pause = PAUSES[min(max(nearest - step, 0), len(PAUSES) - 1)]
        self.set(pause)
        return pause

    def set(self, seconds: float) -> None:
        """Let the bots wait so long from now on, also when their pauses were skipped."""
        self._before = None
        self._set(seconds)

    def _set(self, seconds: float) -> None:
        options = self._clock.options.model_copy(update={"bot_pause": seconds})
        self._send(self._feed.request(partial(SetOptions, options=options)))

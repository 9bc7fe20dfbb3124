"""Judging: a bot judges a finished game. It takes seconds, tells how far it is, and can be stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from citadels_tui.history.recording import Recording

if TYPE_CHECKING:
    from engine.review.causes import Explanation
    from engine.review.review import Review


class Judging:
    """A bot's judgement of one game, in progress.

    Args:
        told: Told how many percent are done.
        stopped: Whether nobody waits for it any more.
        step: Percent from one time that it is told to the next.
    """

    def __init__(
        self,
        recording: Recording,
        *,
        told: Callable[[int], None] = lambda percent: None,
        stopped: Callable[[], bool] = lambda: False,
        step: int = 1,
    ) -> None:
        self._recording = recording
        self._told = told
        self._stopped = stopped
        self._step = step
        self._percent = -1

    def review(self) -> Review:
        """Find each player's chance to win, and the turns that cost most.

        Raises:
            InterruptedError: when it was stopped.
        """
        # The bots are loaded when they are needed.
        from engine.review.review import review

        return review(self._recording.record, told=self._tell, levels=self._recording.levels)

    def causes(self, seat: int) -> Explanation:
        """Find out why the game ended for a seat as it did; once that is known, it is kept with the game.

        Raises:
            InterruptedError: when it was stopped.
            ValueError: when the game is not over.
        """
        from citadels_tui.history.kept_causes import keep_causes, kept_causes
        from engine.review.causes import explain

        found = kept_causes(self._recording, seat)
        if found is None:
            found = explain(self._recording.record, seat, told=self._tell, levels=self._recording.levels)
            keep_causes(self._recording, found)
        return found

    def _tell(self, share: float) -> None:
        if self._stopped():
            raise InterruptedError
        percent = int(100 * share / self._step) * self._step
        if percent > self._percent:
            self._percent = percent
            self._told(percent)

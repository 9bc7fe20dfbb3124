"""Judging: a bot judges a finished game, beside the client. What it finds first is told, and it can be stopped."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from citadels_tui.history.judge_process import beside
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

    def review(self, first: Callable[[Review], None] = lambda found: None) -> Review:
        """Find each player's chance to win, and the turns that cost most.

        Args:
            first: Told what is found so far: the chances soon, and then the turns, round by round.

        Raises:
            InterruptedError: when it was stopped.
        """
        # The bots are loaded when they are needed.
        from engine.review.review import review

        found: Review = beside(
            partial(review, self._recording.record, levels=self._recording.levels), self._tell, first
        )
        return found

    def causes(self, seat: int, first: Callable[[Explanation], None] = lambda found: None) -> Explanation:
        """Find out why the game ended for a seat as it did; once that is known, it is kept with the game.

        Args:
            seat: The seat.
            first: Told the causes, and then the turns as well; the mistakes take longest.

        Raises:
            InterruptedError: when it was stopped.
            ValueError: when the game is not over.
        """
        from citadels_tui.history.kept_causes import keep_causes, kept_causes
        from engine.review.causes import explain

        found: Explanation | None = kept_causes(self._recording, seat)
        if found is None:
            task = partial(explain, self._recording.record, seat, levels=self._recording.levels)
            found = beside(task, self._tell, first)
            keep_causes(self._recording, found)
        return found

    def _tell(self, share: float) -> None:
        if self._stopped():
            raise InterruptedError
        percent = int(100 * share / self._step) * self._step
        if percent > self._percent:
            self._percent = percent
            self._told(percent)

"""Judgements of a game in its replay: the review, the turns that cost much, and what a bot weighed."""

from __future__ import annotations

from textual import work

from citadels_tui.history.recording import Recording
from citadels_tui.pages.choice_text import choice_told
from citadels_tui.screens.base import BaseScreen
from citadels_tui.story.timeline import Timeline
from citadels_tui.texts import _
from citadels_tui.texts import review as texts


class JudgedReplay(BaseScreen):
    """A replay whose moves a bot judges."""

    moment: int
    """The moment that is shown."""
    timeline: Timeline
    """The game as it is seen, with the seat whose eyes it is."""
    recording: Recording | None
    """The game, when it is over."""

    def go(self, moment: int) -> None:
        """Show a moment."""
        raise NotImplementedError

    def stop(self) -> None:
        """Play no further."""
        raise NotImplementedError

    def action_review(self) -> None:
        """Let a bot review the game."""
        from citadels_tui.screens.review import ReviewScreen

        if self.recording is not None:
            self.app.push_screen(ReviewScreen(self.recording, self.action_costly))

    def action_costly(self) -> None:
        """The next turn of the seat whose eyes these are that the review says has cost much; after the last the first.

        With all hands open the turns of all count.
        """
        from citadels_tui.pages.review_page import costly, turn_told

        if self.recording is None or self.recording.review is None:
            return
        turns = costly(self.recording.review, self.timeline.start.seat)
        if not turns:
            self.notify(_(texts.NO_TURNS))
        turn = next((turn for turn in turns if turn.choice.moment > self.moment), turns[0] if turns else None)
        if turn is not None:
            self.stop()
            self.go(turn.choice.moment)
            self.notify(turn_told(turn, self.recording, self.symbols).plain, timeout=12, markup=False)

    @work(thread=True, exclusive=True, group="why")
    def action_why(self) -> None:
        """Ask the bot that made the move again."""
        if self.recording is not None:
            told = choice_told(self.recording, self.moment, self.symbols).plain
            self.app.call_from_thread(self.notify, told, timeout=12, markup=False)

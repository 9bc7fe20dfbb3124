"""The board as it was at the marked line of a log: whose turn it was, and every city."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from citadels_tui.session.board import player_summaries
from citadels_tui.session.session import Session
from citadels_tui.texts import _, replay, say
from citadels_tui.widgets.player_panel import PlayerPanel


class BoardThen(Vertical):
    """The players at one moment of a timeline."""

    DEFAULT_CSS = """
    BoardThen PlayerPanel { height: 1fr; min-height: 2; max-height: 12; }
    """

    def __init__(self, session: Session) -> None:
        """Show the newest moment.

        Args:
            session: Whose timeline it is; something has happened in it.
        """
        super().__init__()
        assert session.story.timeline
        self.session, self.timeline = session, session.story.timeline
        self.moment = session.story.timeline.last

    def compose(self) -> ComposeResult:
        """A panel for each player."""
        for number, summary in enumerate(player_summaries(self.timeline.view(self.moment), self.session.people.seats)):
            yield PlayerPanel(self.session.voice, summary, number)

    def on_mount(self) -> None:
        """Begin with the newest moment."""
        self.show(self.moment)

    def show(self, moment: int) -> None:
        """Show another moment, if there was one."""
        if not 0 <= moment < len(self.timeline):
            return
        self.moment, view = moment, self.timeline.view(moment)
        rounds, moves = self.timeline.view(self.timeline.last).round, self.timeline.last
        now = say(replay.MOMENT, round=view.round, rounds=rounds, move=moment, moves=moves)
        self.border_title = Content.assemble(_(replay.TITLE), "  ", now)
        summaries = player_summaries(view, self.session.people.seats)
        for panel, summary in zip(self.query(PlayerPanel), summaries, strict=True):
            panel.summary = summary

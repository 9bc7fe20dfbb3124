"""Table pages: everything that is opened over a table to look closer, and closed again."""

from __future__ import annotations

import asyncio

from textual import on, work

from citadels_tui.screens.base import BaseScreen
from citadels_tui.session.session import Session
from citadels_tui.widgets.player_panel import PlayerPanel
from citadels_tui.widgets.prompt import DetailText
from citadels_tui.wording.errors import CommandError
from citadels_tui.wording.voice import Voice
from engine.view import View


class TablePages(BaseScreen):
    """A table from which pages about cards, players and the game so far are opened."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    @property
    def view(self) -> View:
        """The newest view.

        Raises:
            ValueError: before the start.
        """
        if self.session.view is None:
            raise ValueError("the game has not begun")
        return self.session.view

    @property
    def voice(self) -> Voice:
        """How names are written here."""
        return self.session.voice

    def look(self, id: str) -> None:
        """Look at a card, a character or a player by id."""
        from citadels_tui.screens.inspect import InspectScreen

        self.app.push_screen(InspectScreen(self.view, self.voice, id, self.session.people.seats))

    @on(DetailText.Opened)
    def look_up(self, event: DetailText.Opened) -> None:
        """Look at a card that the explanation names."""
        if event.card in self.view.rules.characters or event.card in self.view.rules.uniques:
            self.look(event.card)
        else:
            self.citadels_app.action_cards(event.card)

    @on(PlayerPanel.Picked)
    def inspect_player(self, event: PlayerPanel.Picked) -> None:
        """Look at the player that was clicked."""
        self.look(f"p{event.seat + 1}")

    def action_notebook(self) -> None:
        """Open the notebook."""
        from citadels_tui.screens.notebook import NotebookScreen

        self.app.push_screen(NotebookScreen(self.session))

    def action_log(self) -> None:
        """The whole log."""
        from citadels_tui.screens.log import LogScreen

        self.session.talk.read()
        self.app.push_screen(LogScreen(self.session, self._look_back))

    def action_replay(self) -> None:
        """The game so far, from its newest moment; one that is over, through anybody's eyes."""
        if self.session.ending.over:
            self._replay_finished()
        elif self.session.story.timeline:
            self._look_back(self.session.story.timeline.last)

    @work(exclusive=True, group="replay")
    async def _replay_finished(self) -> None:
        from citadels_tui.history.recording import kept_recording
        from citadels_tui.screens.replay import ReplayScreen

        session, recording = self.session, None
        try:
            recording = await asyncio.to_thread(kept_recording, session.ending.verified)
        except CommandError as error:
            self.notify(str(error), severity="warning", markup=False)
        if recording is not None:
            session = recording.session(session.you, self.symbols)
        if self.is_current and session.story.timeline:
            self.app.push_screen(ReplayScreen(session, session.story.timeline.last, recording))

    def _look_back(self, moment: int) -> None:
        """The board as it was at a moment."""
        from citadels_tui.screens.replay import ReplayScreen

        self.app.push_screen(ReplayScreen(self.session, moment))

    def action_chat(self) -> None:
        """Say something."""
        from citadels_tui.screens.chat import ChatScreen

        self.session.talk.read()
        self.app.push_screen(ChatScreen(self.session.story.lines), self.citadels_app.say)

    def action_people(self) -> None:
        """Decide something about the table itself."""
        from citadels_tui.screens.people import PeopleScreen

        self.app.push_screen(PeopleScreen(self.session))

    def action_result(self) -> None:
        """The result again."""
        from citadels_tui.screens.result import ResultScreen

        self.app.push_screen(ResultScreen(self.session))

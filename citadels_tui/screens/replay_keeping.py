"""Keeping a replay, to be shown to others: as a page for browsers, or as a film for terminals."""

from __future__ import annotations

from textual import work

from citadels_tui.history.game_file import kept_path
from citadels_tui.history.recording import Recording
from citadels_tui.screens.base import BaseScreen
from citadels_tui.session.session import Session
from citadels_tui.story.timeline import Timeline
from citadels_tui.terminal.film import Film
from citadels_tui.terminal.progress import Told
from citadels_tui.texts import _, showing
from citadels_tui.wording.voice import Voice
from net.base.paths import private_file, private_folder

FILMED, BEGUN, LAST = 1.2, 2.5, 6.0
"""Seconds for a moment of a film: any, the first of a round, and the end."""


class KeptReplay(BaseScreen):
    """A replay of which a page or a film can be made."""

    session: Session
    """The game as its seat has seen it."""
    timeline: Timeline
    voice: Voice

    def __init__(self, moment: int, recording: Recording | None) -> None:
        super().__init__()
        self.moment = moment
        """The moment that is shown."""
        self.recording = recording
        """The game, when it is over."""
        self.filming = False
        """Whether it goes through its moments to be filmed."""

    def go(self, moment: int) -> None:
        """Show a moment."""
        raise NotImplementedError

    def stop(self) -> None:
        """Play no further."""
        raise NotImplementedError

    @work(thread=True, exclusive=True, group="kept")
    def action_page(self) -> None:
        """Keep the game as a page."""
        from citadels_tui.export.game_page import game_page

        assert self.recording is not None
        page = game_page(self.recording)
        self.app.call_from_thread(self._keep, "html", page, showing.PAGE_KEPT)

    @work(exclusive=True, group="kept")
    async def action_film(self) -> None:
        """Keep the game as a film of this screen, through the eyes that are chosen."""
        self.stop()
        self.app.clear_notifications()
        before, self.filming = self.moment, True
        self.refresh_bindings()
        try:
            film = await self.film(lambda _done, _total: None)
        finally:
            self.filming = False
            # Stopped by Escape it stays where it is; otherwise it may just be taken away.
            if self in self.app.screen_stack:
                self.refresh_bindings()
                self.go(before)
        self._keep("cast", film.text(), showing.FILM_KEPT)

    async def film(self, told: Told) -> Film:
        """Film the game from its beginning: each moment of which anything is told.

        Args:
            told: Told how far it has come.
        """
        film = Film(self, _(showing.PAGE["title"]).format(players=", ".join(self.voice.names)))
        rounds, last = self.timeline.rounds(), self.timeline.last
        moments = sorted({max(line.moment, 0) for line in self.session.story.lines} | {last})
        for number, moment in enumerate(moments):
            self.go(moment)
            await film.add_frame(LAST if moment == last else BEGUN if moment in rounds else FILMED)
            told(number + 1, len(moments))
        return film

    def _keep(self, kind: str, content: str, said: str) -> None:
        assert self.recording is not None
        path = kept_path(self.recording.checked.proof, kind)
        try:
            private_folder(path.parent)
            private_file(path, content.encode(), over=True)
        except OSError as error:
            self.notify(_(showing.NOT_KEPT).format(reason=error.strerror), severity="warning", markup=False)
            return
        self.notify(_(said).format(path=path), timeout=12, markup=False)

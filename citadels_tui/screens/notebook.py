"""The notebook: who may be who this round, who was who in the last one, and what you saw while choosing."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click, Resize
from textual.widgets import Static

from citadels_tui.pages.notebook_page import written
from citadels_tui.screens.base import BaseScreen
from citadels_tui.story.telling import Line
from citadels_tui.table.session import Session
from citadels_tui.texts import _, notebook
from citadels_tui.widgets.key_bar import KeyBar
from net.client.updates import Update


class NotebookScreen(BaseScreen):
    """A page of the seat's notebook; it goes on with the game."""

    CSS_PATH = "notebook.tcss"

    BINDINGS = [
        Binding("escape,w,q", "back", "Back to the board", id="notebook.back", tooltip="Back to the board"),
    ]

    def __init__(self, session: Session, moment: int | None = None) -> None:
        """Open the notebook.

        Args:
            session: Whose.
            moment: A moment of its timeline; None: now.
        """
        super().__init__()
        self.session = session
        self.moment = moment

    def parts(self) -> ComposeResult:
        """The page alone."""
        page = VerticalScroll(Static(id="page"))
        page.border_title = Content(_(notebook.TITLE))
        yield page
        yield KeyBar()

    def on_mount(self) -> None:
        """The page takes the keys."""
        self.query_one(VerticalScroll).focus()

    def on_resize(self, event: Resize) -> None:
        """Set the columns anew."""
        self.call_after_refresh(self.show)

    def updated(self, update: Update, lines: list[Line]) -> None:
        """Go on with the game."""
        self.show()

    def show(self) -> None:
        """Write the page as it is now."""
        session, page = self.session, self.query_one("#page", Static)
        view, book = session.view, session.notes.notebook
        rounds = book.rounds if book is not None else {}
        if self.moment is not None and session.story.timeline is not None:
            view, book = session.story.timeline.view(self.moment), session.story.timeline.notebook(self.moment)
        if view is not None and book is not None:
            lines = written(view, session.voice, book, page.content_size.width, rounds)
            page.update(Content("\n").join(lines))

    @on(Click)
    def action_back(self) -> None:
        """Back to the board."""
        self.dismiss()

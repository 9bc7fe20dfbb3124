"""The notebook: who may be who this round, who was who in the last one, and what you saw while choosing."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click, Resize
from textual.widgets import Static

from citadels_tui.pages.notebook_page import Marks, written
from citadels_tui.screens.base import BaseScreen
from citadels_tui.session.holders import MAYBE, grid
from citadels_tui.session.session import Session
from citadels_tui.story.telling import Line
from citadels_tui.texts import _, notebook
from citadels_tui.widgets.key_bar import KeyBar
from net.client.updates import Update


class NotebookScreen(BaseScreen):
    """A page of the seat's notebook; it goes on with the game."""

    CSS_PATH = "notebook.tcss"

    BINDINGS = [
        Binding("m", "mark", "Mark", id="notebook.mark", tooltip="Mark who you think is likely, or not"),
        Binding(
            "up,k",
            "go(-1, 0)",
            "Mark",
            id="notebook.up",
            show=False,
            priority=True,
            tooltip="While marking: the character above",
        ),
        Binding(
            "down,j",
            "go(1, 0)",
            "Mark",
            id="notebook.down",
            show=False,
            priority=True,
            tooltip="While marking: the character below",
        ),
        Binding(
            "left,h",
            "go(0, -1)",
            "Mark",
            id="notebook.left",
            show=False,
            priority=True,
            tooltip="While marking: the player on the left",
        ),
        Binding(
            "right,l",
            "go(0, 1)",
            "Mark",
            id="notebook.right",
            show=False,
            priority=True,
            tooltip="While marking: the player on the right",
        ),
        Binding(
            "enter,space",
            "change",
            "Mark",
            id="notebook.change",
            show=False,
            priority=True,
            tooltip="While marking: likely, unlikely, or neither",
        ),
        Binding("escape,w,q", "back", "Back to the board", id="notebook.back", tooltip="Back to the board"),
    ]

    def __init__(self, session: Session, moment: int | None = None) -> None:
        """Open the notebook.

        Args:
            session: The game as its seat has seen it.
            moment: A moment of its timeline; None: now.
        """
        super().__init__()
        self.session = session
        self.moment = moment
        self.at: tuple[int, int] | None = None
        """Rank and seat of the mark that enter changes; None: no marks are made."""

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
            marks = Marks(session.notes.marks if self.moment is None else {}, self.at)
            pane = self.query_one(VerticalScroll)
            lines = written(view, session.voice, book, pane.size.width, rounds, marks)
            fits = sum(len(line.wrap(max(pane.size.width, 1))) or 1 for line in lines) <= pane.size.height
            # The scroll bar that is there now may only be that of other lines.
            pane.styles.overflow_y = "hidden" if fits else "auto"
            if not fits:
                width = pane.size.width - pane.styles.scrollbar_size_vertical
                lines = written(view, session.voice, book, width, rounds, marks)
            page.update(Content("\n").join(lines))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Marks are for the round that is played; their keys are those of the page while none is made."""
        if action == "mark":
            return self.moment is None and self.session.notes.notebook is not None
        return self.at is not None if action in ("go", "change") else True

    def action_mark(self) -> None:
        """Make marks, or no more of them."""
        self.at = next(iter([*self._possible(), (1, 0)])) if self.at is None else None
        self.show()

    def action_go(self, ranks: int, seats: int) -> None:
        """Go to the mark beside."""
        view = self.session.view
        if self.at is not None and view is not None:
            rank, seat = self.at[0] + ranks, self.at[1] + seats
            self.at = (min(max(rank, 1), len(view.rules.characters)), min(max(seat, 0), view.rules.players - 1))
            self.show()

    def action_change(self) -> None:
        """Change the mark, where nothing is known for certain."""
        if self.at in self._possible():
            self.session.notes.mark(*self.at)
            self.show()
        else:
            self.notify(_(notebook.KNOWN), timeout=4)

    def _possible(self) -> list[tuple[int, int]]:
        """Rank and seat wherever somebody may have a character, and may not."""
        view, page = self.session.view, self.session.notes.page
        if view is None or page is None:
            return []
        rows = enumerate(grid(view, page), start=1)
        return [(rank, seat) for rank, row in rows for seat, sure in enumerate(row[:-1]) if sure == MAYBE]

    @on(Click)
    def action_back(self) -> None:
        """Back to the board, or first to the page without the keys for marks."""
        if self.at is not None:
            self.action_mark()
        else:
            self.dismiss()

"""The review of a game: each player's chance to win, and the turns that cost most, to be looked at on the board."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static
from textual.worker import Worker, get_current_worker

from citadels_tui.history.judging import Judging
from citadels_tui.history.recording import Recording
from citadels_tui.pages.review_page import costly, method_lines, review_lines
from citadels_tui.screens.base import BaseScreen, Dialog
from citadels_tui.texts import _, say
from citadels_tui.texts import review as texts
from citadels_tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from engine.review.review import Review

BAR_CELLS = 30


class MethodScreen(Dialog[None]):
    """How a review is made; the same key again leads to the help with all keys."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [
        Binding("escape,q,enter", "dismiss", "Close", id="method.close", tooltip="Back to the review"),
        Binding(
            "question_mark,f1", "help", "Keys", id="method.keys", key_display="?", tooltip="Keys, symbols and rules"
        ),
    ]

    def compose(self) -> ComposeResult:
        """The method."""
        box = Vertical(Static(Content("\n").join(method_lines())), classes="box")
        box.border_title = Content(_(texts.METHOD))
        yield box
        yield KeyBar()

    def action_help(self) -> None:
        """On to the help."""
        self.dismiss()
        self.call_later(self.citadels_app.action_help)


class ReviewScreen(BaseScreen):
    """One page to scroll: the chances stand there at once, and the turns come as they are found."""

    CSS_PATH = "review.tcss"

    BINDINGS = [
        Binding("escape,r,q", "back", "Back", id="review.back", tooltip="Back to the board"),
        Binding(
            "question_mark,f1", "method", "Help", id="review.method", key_display="?", tooltip="How this was found"
        ),
        Binding("n", "turn", "Next", id="review.next", tooltip="The next turn that cost much, on the board"),
    ]

    def __init__(self, recording: Recording, go: Callable[[], None]) -> None:
        """Review a game.

        Args:
            recording: The game.
            go: Shows the next turn that cost much on the board.
        """
        super().__init__()
        self.recording = recording
        self._go = go
        self._found = recording.review
        """What is found so far."""
        self._percent = 0

    def parts(self) -> ComposeResult:
        """The page alone."""
        page = VerticalScroll(Static(id="page"))
        page.border_title = Content(_(texts.TITLE))
        yield page
        yield KeyBar()

    def on_mount(self) -> None:
        """The page takes the keys, and the work begins."""
        self.query_one(VerticalScroll).focus()
        if self.recording.review is None:
            self._judge()
        self.show()

    def on_resize(self, event: Resize) -> None:
        """Draw the charts anew."""
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Write what there is, and how far the work has come."""
        if not self.is_attached:
            return
        page, found, whole = self.query_one("#page", Static), self._found, self.recording.review is not None
        working = say(texts.WORKING, percent=self._percent)
        if found is None:
            bar = self.symbols.bar * (BAR_CELLS * self._percent // 100)
            page.update(Content.assemble(working, "\n", (bar, "$accent")))
            return
        self.query_one(VerticalScroll).border_subtitle = Content() if whole else working
        self.refresh_bindings()
        width = page.content_size.width or 40
        page.update(Content("\n").join(review_lines(found, self.recording, self.symbols, width, whole=whole)))

    def _show_progress(self, percent: int) -> None:
        self._percent = percent
        if self._found is None:
            self.show()
        elif self.is_attached:
            self.query_one(VerticalScroll).border_subtitle = say(texts.WORKING, percent=percent)

    def _show_found(self, found: Review) -> None:
        self._found = found
        self.show()

    @work(thread=True, exclusive=True, group="review")
    def _judge(self) -> None:
        worker: Worker[None] = get_current_worker()
        judging = Judging(
            self.recording,
            told=lambda percent: self.app.call_from_thread(self._show_progress, percent),
            stopped=lambda: worker.is_cancelled,
        )
        # Stopped, or the app is gone: nobody waits for it any more.
        with suppress(InterruptedError, RuntimeError):
            self.recording.review = judging.review(lambda found: self.app.call_from_thread(self._show_found, found))
            self.app.call_from_thread(self._show_found, self.recording.review)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is a turn to go to."""
        found = self.recording.review
        return bool(found and costly(found)) if action == "turn" else True

    def action_method(self) -> None:
        """Say how it was found."""
        self.app.push_screen(MethodScreen())

    def action_turn(self) -> None:
        """On to the board."""
        self.dismiss()
        self._go()

    def action_back(self) -> None:
        """Back to the board."""
        self.dismiss()

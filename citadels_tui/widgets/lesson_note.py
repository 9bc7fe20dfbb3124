"""The note of the guided game: a page to read, or the sentence for the decision at hand."""

from __future__ import annotations

from textual.binding import Binding
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.textart.cells import short_title
from citadels_tui.texts import _, lesson
from citadels_tui.wording.voice import EMPTY


class LessonNote(Widget, can_focus=True):
    """A few lines below the table. While there is a page to read it takes the keys."""

    DEFAULT_CSS = """
    LessonNote { height: auto; min-height: 4; padding: 0 1; border-top: solid $success; border-title-color: $success;
        border-title-style: bold; color: $foreground; }
    """

    BINDINGS = [
        Binding("enter,space", "turn", "Go on", id="lesson.turn", show=False, tooltip="The next page"),
    ]

    said: reactive[Content] = reactive(EMPTY, layout=True)
    """The words that are shown."""
    waits: reactive[bool] = reactive(False)
    """Whether it is a page that is to be read."""

    class Turned(Message):
        """A page has been read."""

    def on_mount(self) -> None:
        """Say what this is."""
        self.watch_waits()

    def watch_waits(self) -> None:
        """Say which key goes on."""
        title = _(lesson.PAGE_TITLE if self.waits else lesson.TITLE)
        self.border_title = Content(short_title(title, self.size.width - 2) if self.size else title)

    def on_resize(self) -> None:
        """There may be room for the keys in the title, or none."""
        self.watch_waits()

    def action_turn(self) -> None:
        """The page has been read."""
        if self.waits:
            self.post_message(self.Turned())

    def on_click(self, event: Click) -> None:
        """A click goes on, too."""
        self.action_turn()

    def render(self) -> Content:
        """The words."""
        return self.said

"""Text in which the names of cards are links, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from citadels_tui.textart.links import card_under
from citadels_tui.widgets.story_rows import drawn_row
from citadels_tui.wording.card_links import CardLink, card_links, linked
from citadels_tui.wording.card_text import Passage
from citadels_tui.wording.voice import EMPTY


class LinkedText(Widget):
    """Paragraphs as wide as there is room. A link is chosen with `step`, and opened with `open` or a click."""

    DEFAULT_CSS = """
    LinkedText { height: auto; }
    """

    class Opened(Message):
        """A link was opened."""

        def __init__(self, card: str) -> None:
            super().__init__()
            self.card = card

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._passages: list[tuple[Passage, tuple[CardLink, ...]]] = []
        self._marked = -1
        self._rows: dict[int, list[Content]] = {}
        """All rows by the width that they were wrapped to; the last ones alone."""

    def show(self, passages: Iterable[Passage], edition: str, own: str = "") -> None:
        """Show other paragraphs.

        Args:
            passages: The paragraphs.
            edition: Id of the edition whose cards are meant.
            own: The card that all of it is about.
        """
        self._passages = [(passage, card_links(passage.text.plain, edition, own)) for passage in passages]
        self._marked = -1
        self._rows = {}
        self.refresh(layout=True)

    @property
    def marked(self) -> str:
        """The card of the marked link; empty when none is marked."""
        cards = [link.card for _, links in self._passages for link in links]
        return cards[self._marked] if 0 <= self._marked < len(cards) else ""

    def step(self, by: int) -> None:
        """Mark the next link, or one before; behind the last one comes none."""
        count = sum(len(links) for _, links in self._passages)
        self._marked = (self._marked + 1 + by) % (count + 1) - 1
        self._rows = {}
        self.refresh()
        line = self._line_of_marked()
        if line >= 0 and isinstance(self.parent, Widget):
            self.parent.scroll_to_region(Region(0, line, self.size.width, 1), animate=False, force=True)

    def open(self) -> bool:
        """Open the marked link; returns whether there is one."""
        if self.marked:
            self.post_message(self.Opened(self.marked))
        return bool(self.marked)

    def on_click(self, event: Click) -> None:
        """Open the link under the mouse."""
        card = card_under(event)
        if card:
            event.stop()
            self.post_message(self.Opened(card))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines that the paragraphs need."""
        return len(self._wrap(width))

    def render(self) -> Content:
        """The paragraphs, whole: to copy from. What is seen of them is drawn row by row."""
        return Content("\n").join(self._wrap(self.content_size.width))

    def render_line(self, y: int) -> Strip:
        """One row."""
        width = self.content_size.width
        rows = self._wrap(width)
        return drawn_row(self, rows[y] if y < len(rows) else None, y, width)

    def _wrap(self, width: int) -> list[Content]:
        """All rows of a width."""
        if width not in self._rows:
            rows: list[Content] = []
            before = 0
            for passage, links in self._passages:
                text = linked(passage.text, links, self._marked - before)
                before += len(links)
                rows += _wrapped(passage, text, width)
            self._rows = {width: rows}
        return self._rows[width]

    def _line_of_marked(self) -> int:
        """The line in which the marked link begins; -1 when none is marked."""
        line = before = 0
        for passage, links in self._passages:
            if before <= self._marked < before + len(links):
                until = passage.text[: links[self._marked - before].end]
                return line + len(_wrapped(passage, until, self.content_size.width)) - 1
            before += len(links)
            line += len(_wrapped(passage, passage.text, self.content_size.width))
        return -1


def _wrapped(passage: Passage, text: Content, width: int) -> list[Content]:
    """A paragraph's lines, with the first one behind its head and the others below that."""
    indent = passage.head.cell_length
    lines = text.wrap(max(width - indent, 1)) or [EMPTY]
    first, *rest = lines
    return [Content.assemble(passage.head, first), *(Content.assemble(" " * indent, line) for line in rest)]

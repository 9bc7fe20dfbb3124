"""A line to type."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Sequence

from textual.events import Key, Paste
from textual.filter import LineFilter
from textual.widgets import Input

from citadels_tui.textart.bidi import Bars
from net.base.text import ZWJ, ZWNJ, is_part

_JOINERS = (ZWNJ, ZWJ)


class LineInput(Input):
    """A line of text. Pasted text may come from anywhere and act on the terminal: only what shows is kept."""

    def on_key(self, event: Key) -> None:
        """Take what some scripts and keyboards write, too, which Textual does not take for text."""
        if event.character in _JOINERS or _is_blank(event.character):
            event.stop()
            event.prevent_default()
            self.insert_text_at_cursor(event.character or "")

    def on_paste(self, event: Paste) -> None:
        """Take all lines of what is pasted, in one: an invitation may stand in any of a mail's."""
        event.stop()
        event.prevent_default()
        start, end = sorted(self.selection)
        room = (self.max_length or sys.maxsize) - len(self.value) + end - start
        self.replace(" ".join(event.text.split())[:room], start, end)

    def replace(self, text: str, start: int, end: int) -> None:
        """Put text in the place of other text, or nothing's; typed and pasted text comes this way."""
        plain = (" " if _is_blank(char) else char for char in text if not is_part(char))
        super().replace("".join(char for char in plain if char.isprintable() or char in _JOINERS), start, end)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """One's own words are shown letter by letter, without the bars that those of others need."""
        return [found for found in super().get_line_filters() if not isinstance(found, Bars)]


def _is_blank(char: str | None) -> bool:
    """Whether a character is a space of any width."""
    return char is not None and len(char) == 1 and unicodedata.category(char) == "Zs" and char != " "

"""Clicks: what the buttons of a mouse do on every screen, and how what it has marked is copied."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TypeVar

from textual.actions import SkipAction
from textual.errors import NoWidget
from textual.events import Click, Event, MouseDown, MouseEvent, MouseUp
from textual.geometry import Offset
from textual.screen import Screen

from citadels_tui.texts import say, table

Answer = TypeVar("Answer")
LEFT, RIGHT = 1, 3
"""Buttons of a mouse."""


class RightClick(MouseEvent, bubble=True):
    """The right button went down and up in one cell: what is there explains itself, and does nothing."""


_BORDERS = re.compile(r"\s*[\u2500-\u257f]+\s*")


class ClickedScreen(Screen[Answer]):
    """A screen that is clicked by the left button alone, down and up in one cell; and what is marked can be copied.

    Textual takes any button for a click, and any way of the mouse that begins and ends in one part.
    """

    _went_down: tuple[int, Offset] | None = None
    """The button that may click, and where it went down."""
    _held: int | None = None
    """The button that went down last and is not up."""

    def _forward_event(self, event: Event) -> None:
        if not isinstance(event, MouseDown | MouseUp | Click) or event.is_forwarded:
            super()._forward_event(event)
            return
        button, place = event.button or LEFT, event.screen_offset
        if isinstance(event, MouseDown):
            with suppress(NoWidget):
                if not self.get_widget_at(*place)[0].is_attached:
                    # Textual looks for what is around it, though it is only still to be seen.
                    return
            # With two buttons held none of them clicks.
            self._went_down = (button, place) if self._held is None else None
            self._held = button
        here = self._went_down == (button, place)
        if isinstance(event, MouseUp):
            self._held = None
        if button == LEFT:
            if not isinstance(event, Click) or here:
                super()._forward_event(event)
        elif button == RIGHT and here and isinstance(event, MouseUp):
            self._tell_right_click(event)

    def _tell_right_click(self, event: MouseUp) -> None:
        with suppress(NoWidget):
            widget, region = self.get_widget_at(event.x, event.y)
            clicked: MouseEvent = RightClick.from_event(widget, event)
            clicked.style = self.get_style_at(event.screen_x, event.screen_y)
            clicked = clicked if widget is self else clicked._apply_offset(-region.x, -region.y)
            widget.post_message(clicked)

    def to_paste(self, marked: str) -> str:
        """The marked text, as it may be pasted elsewhere."""
        return marked

    def action_copy_text(self) -> None:
        """Copy the marked text, and say how much it was."""
        marked = self.to_paste(plain_text(self.get_selected_text() or ""))
        if not marked:
            raise SkipAction
        self.app.copy_to_clipboard(marked)
        self.notify(say(table.MARKED_COPIED, amount=len(marked)).plain)


def plain_text(marked: str) -> str:
    """Return the marked text without the frames around it."""
    lines = (_BORDERS.sub("  ", line).strip() for line in marked.splitlines())
    return "\n".join(line for line in lines if line.strip("+-| "))

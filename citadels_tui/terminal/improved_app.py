"""Improved app: writes only what changes, parses style sheets once, and shows few notices; and a translated palette."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from rich.console import RenderableType
from textual.cache import LRUCache
from textual.command import CommandList
from textual.content import Content
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.filter import Monochrome
from textual.geometry import Offset
from textual.notifications import Notification
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets._toast import Toast, ToastHolder
from textual.widgets.option_list import Option

from citadels_tui.terminal.lean_strips import make_lean
from citadels_tui.terminal.line_pace import PATIENCE, LinePace
from citadels_tui.terminal.shown_cells import Changes, ShownCells, erases
from citadels_tui.terminal.stock import StockApp, StockPalette
from citadels_tui.terminal.terminal_colours import Paint, colour_system

_SHEETS = 1000
"""Every kind of part on a screen has a sheet of its own: there are more of them than Textual's 64."""


class ImprovedApp(StockApp):
    """An app that writes only what changes: a dialog that closes gives back what it has covered, and no more."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        make_lean()
        self._erases = erases(os.environ)
        self._shown = ShownCells(Paint(colour_system(os.environ)), self._erases)
        self._pace = LinePace()
        self._behind = False
        """Whether a frame was not written, because the line was not done with the one before."""
        self._cursor: tuple[Offset, Widget | None] | None = None
        """Place of the terminal's cursor, and the widget with the keys: the cursor is shown where text is typed."""
        self.stylesheet = ParsedOnce(variables=self.get_css_variables())
        # Textual lacks a choice among its filters. This one makes greys of the colours where none are wanted at all.
        self._filters = [each for each in self._filters if not isinstance(each, Monochrome)]

    async def on_mount(self) -> None:
        """After a rest in the background the terminal shows something else."""
        self.app_resume_signal.subscribe(self, lambda _: self.action_redraw())

    # Textual lacks a hook between what it has rendered and what it writes: it writes all that was rendered anew.
    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if renderable is None or self.is_headless or self._batch_count or not self.is_running:
            super()._display(screen, renderable)
            return
        if self._pace.waits():
            if not self._behind:
                self._behind = True
                # An answer may be lost.
                self.set_timer(PATIENCE, self._paint_waiting)
            return
        if self._behind:
            # What is sent now is what there is to see now, of all that would have been painted meanwhile.
            self._behind = False
            renderable = screen._compositor.render_update(full=True, screen_stack=self._background_screens)
        changes = self._shown.reduced(renderable) if renderable is not None else None
        before, self._cursor = self._cursor, (self.cursor_position, screen.focused)
        if isinstance(changes, Changes) and not changes.text and self._cursor == before:
            # Textual would write where the cursor is, and an answer to a key would end with that, a while later.
            changes = None
        super()._display(screen, changes)
        if changes is None:
            return
        request_status = getattr(self._driver, "request_status", None)
        if request_status and self._pace.asks():
            request_status()

    def line_answered(self) -> None:
        """Take an answer of the terminal, and paint what has waited for it."""
        self._pace.answered()
        self._paint_waiting()

    def _paint_waiting(self) -> None:
        if self._behind and self.screen_stack:
            self.screen.refresh()

    @property
    def answer_owed(self) -> bool:
        """Whether the terminal is about to answer."""
        return self._pace.owed

    def paint(self, paint: Paint) -> None:
        """Write styles in another way from now on."""
        self._shown = ShownCells(paint, self._erases)

    def action_redraw(self) -> None:
        """Paint everything, not only what has changed: another program may have written to it."""
        self._shown.forget()
        super().action_redraw()

    def on_resize(self) -> None:
        """A terminal that gets another size may move what it shows."""
        self._shown.forget()

    def delay_update(self, delay: float = 0.05) -> None:
        """Do not hold painting back while modes change: screens here wait until they are complete."""

    # Textual lacks a list of the notices on the screen, and a way to take one away. It leaves their holders, of a line
    # each.

    @property
    def current_notices(self) -> Sequence[Notification]:
        """The notices that are on the screen."""
        return list(self._notifications)

    def withdraw(self, notice: Notification) -> None:
        """Take a notice away before its time, and the room it takes."""
        self._unnotify(notice)
        self.sweep_notices()

    def sweep_notices(self) -> None:
        """Take away the room of notices that are gone."""
        for screen in self.screen_stack:
            for holder in screen.query(ToastHolder):
                if all(toast._notification not in self._notifications for toast in holder.query(Toast)):
                    holder.remove()


@lru_cache(4)
def _parsed_with(_variables: frozenset[tuple[str, str]]) -> LRUCache[tuple[Any, ...], list[RuleSet]]:
    """The style sheets that any app of this process has parsed with some variables."""
    return LRUCache(_SHEETS)


class ParsedOnce(Stylesheet):
    """Style sheets of an app, each parsed when it is added, and again only when the colours have changed.

    Textual parses all of them again for every screen that is opened, and for every app.
    """

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._parse_cache = _parsed_with(frozenset(self._variables.items()))

    def set_variables(self, variables: dict[str, str]) -> None:
        """Colours and the like; what was parsed with the same ones still holds."""
        # Textual lacks this comparison.
        if variables != self._variables:
            # Textual empties the one that is there.
            self._parse_cache = LRUCache(1)
            super().set_variables(variables)
            self._parse_cache = _parsed_with(frozenset(variables.items()))

    def reparse(self) -> None:
        """Parse what has not been parsed with these variables."""
        self.parse()


class OwnWordsPalette(StockPalette):
    """A command palette that says in the player's language that nothing was found."""

    # Textual lacks a way to give this sentence in another language.
    def _start_no_matches_countdown(self, search_value: str) -> None:
        super()._start_no_matches_countdown("")
        if search_value:
            self._stop_no_matches_countdown()
            self._no_matches_timer = self.set_timer(self._NO_MATCHES_COUNTDOWN, self._say_nothing_found)

    def _say_nothing_found(self) -> None:
        nothing = Option(Content(self.nothing_found()), id=self._NO_MATCHES, disabled=True)
        self.query_one(CommandList).add_option(nothing)
        self._list_visible = True

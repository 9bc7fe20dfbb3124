"""Settled screen: waits until nothing on a screen moves any more, and then paints in one go what has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, cast

from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style
from textual import on
from textual._compositor import Compositor
from textual.await_complete import AwaitComplete
from textual.events import Compose, Resize, ScreenResume
from textual.geometry import Region, Size
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer
from textual.visual import Visual

from citadels_tui.terminal.stock import Answer, StockScreen

TURNS = 8
"""Turns of the loop without a change after which none follows: parts tell each other of theirs in fewer."""
MOST_TURNS = 100
"""Turns of the loop after which it is painted in any case."""
PERIOD = 1 / 60
"""Seconds between two paints at least."""


class SettleTimer:
    """Paints once all that follows from a key has changed, too.

    Textual lacks it: its timer paints at once what has changed by then, and 17 ms later what follows from that.
    """

    def __init__(self, paint: Callable[[], None]) -> None:
        self._paint = paint
        self._next = 0.0
        """The moment from which it may be painted again."""
        self._handle: asyncio.Handle | None = None
        """The next turn; None: nothing has changed."""
        self._turns = self._unchanged = 0

    def resume(self) -> None:
        """Note a change: paint it soon."""
        self._unchanged = 0
        if self._handle is None:
            self._turns = 0
            self._handle = asyncio.get_running_loop().call_at(self._next, self._turn)

    def pause(self) -> None:
        """There is nothing to be painted, or it is being painted."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def painted(self) -> None:
        """It has been painted now."""
        self._next = asyncio.get_running_loop().time() + PERIOD

    def _turn(self) -> None:
        self._turns += 1
        self._unchanged += 1
        if self._unchanged <= TURNS and self._turns <= MOST_TURNS:
            self._handle = asyncio.get_running_loop().call_soon(self._turn)
        else:
            self._handle = None
            self._paint()


class SparingCompositor(Compositor):
    """Works out only those parts that lie where something has changed, and of which something is seen there.

    Textual lacks this look at each part: it takes all whose container has changed, for one list of a table the board,
    and all that lie behind them: every container below its parts, and the screen below a dialog that covers it.
    """

    def _get_renders(self, crop: Region | None = None) -> Iterable[tuple[Region, Region, list[Strip]]]:
        changed = self.size.region if crop is None else crop.intersection(self.size.region)
        covered = [0] * self.size.height
        """A bit for each cell of a line in which a part was worked out: those in front come first."""
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            if there := seen.intersection(changed):
                cells, lines = ((1 << there.width) - 1) << there.x, there.line_range
                if any(covered[line] & cells != cells for line in lines):
                    yield region, clip, widget.render_lines(seen.translate(-region.offset))
                    for line in lines:
                        covered[line] |= cells


class ScreenBelow(Visual):
    """The screen that a dialog lies on, as it is.

    Textual tints what lies below a dialog, letter by letter, also where there is nothing to tint it with.
    """

    def __init__(self, screen: Screen[Any]) -> None:
        self._screen = screen

    def render_strips(self, width: int, height: int | None, style: object, options: object) -> list[Strip]:
        """Its lines. Nothing in them can be clicked."""
        return [
            Strip([Segment(text, _unclickable(style), control) for text, style, control in strip], strip.cell_length)
            for strip in self._screen._compositor.render_strips()
        ]

    def get_optimal_width(self, rules: object, container_width: int) -> int:
        """All there is."""
        return container_width

    def get_height(self, rules: object, width: int) -> int:
        """The height of the screen below."""
        return self._screen.size.height


@lru_cache(4096)
def _unclickable(style: Style | None) -> Style:
    """A style without what happens at a click."""
    return Style() if style is None else style.clear_meta_and_links()


class SettledScreen(StockScreen[Answer]):
    """A screen that comes into sight in one paint: when its parts have found their places, and not at each step.

    Textual lacks a way to hold the painting of one screen back: its `App.batch_update` is for all, and ends by itself.
    """

    _holds = 0
    """How many reasons there are to work it out and not to paint it."""
    _styled = False
    """Whether its style sheet has been applied since it was loaded, which is after the screen was made."""
    _painted = False
    """Whether it has been in sight."""
    _waited = 0
    """How often it has been asked whether its parts have found their places."""
    _unmoved = 0
    """How often since they have moved last."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._compositor = SparingCompositor()
        self._settling = SettleTimer(self._paint_soon)

    def render(self) -> RenderableType:
        """The ground; under a dialog that lets it through, the screen below."""
        ground = super().render()
        if isinstance(ground, BackgroundScreen) and not ground.color.a:
            # Any other part may return either.
            return cast(RenderableType, ScreenBelow(ground.screen))
        return ground

    @property
    def _update_timer(self) -> Timer:
        # Textual asks nothing else of its timer.
        return cast(Timer, self._settling)

    def _paint_soon(self) -> None:
        try:
            self._on_timer_update()
        except Exception as error:
            # As when it is called by a timer of Textual's.
            self.app._handle_exception(error)

    @on(Compose)
    def know_looks(self) -> None:
        """Have its style sheet and the classes of its size before its parts come.

        With its first resize Textual would style all anew. Where tasks begin at once its parts may come before Textual
        loads the style sheet, as under Python 3.13.5 and 3.14.
        """
        self.app._load_screen_css(self)
        for cells, breakpoints in zip(
            self.app.size, (self.HORIZONTAL_BREAKPOINTS, self.VERTICAL_BREAKPOINTS), strict=True
        ):
            reached = [(least, name) for least, name in breakpoints or () if least <= cells]
            if reached:
                self.update_classes({max(reached)[1]: True}, update=False)

    @on(ScreenResume)
    def keep_styles(self, event: ScreenResume) -> None:
        """Keep the styles of what was not in sight yet: all parts have come after the style sheet, only it before.

        Textual styles them all once more, and once more when it tells a screen for the second time that it comes.
        """
        event.refresh_styles = event.refresh_styles and self._painted
        if not self._styled:
            self._styled = True
            self.app.stylesheet.update_nodes([self])

    def on_screen_resume(self) -> None:
        """Paint nothing until all parts know their sizes."""
        self.hold()
        self.call_after_refresh(self._settle)

    @on(Resize)
    def paint_later(self) -> None:
        """Paint a window of another size once its parts have found their places in it."""
        self.hold()
        self.call_after_refresh(self.let_go)

    def _settle(self) -> None:
        """Let everything that was asked for when the sizes were told be done, too."""
        # Where something has gone from above it, that takes until the next frame.
        later = self.call_after_refresh if self._painted else self.call_later
        later(self.let_go)

    def hold(self) -> None:
        """Paint nothing for a moment; what changes is kept in mind."""
        self._holds += 1

    def let_go(self) -> None:
        """Paint what has changed meanwhile, when nothing else holds it back and nothing is about to move."""
        # Nobody waits for the first screen longer than needed; over another one there is something to look at.
        if self._holds == 1 and len(self.app.screen_stack) > 1 and not self._calm:
            # Its parts take their turns first.
            asyncio.get_running_loop().call_soon(self.call_later, self.let_go)
            return
        if self._holds == 1:
            # What is asked for by now is part of it, of those that are seen below it, too.
            for screen in self.app.screen_stack:
                if isinstance(screen, SettledScreen):
                    screen._on_timer_update()
        self._holds -= 1
        if not self._holds:
            self._waited = self._unmoved = 0
            if self.is_current:
                self._painted = True
                self._compositor_refresh()

    @property
    def _calm(self) -> bool:
        """Whether its parts have found their places; they get those that they have asked for now."""
        self._waited += 1
        self._unmoved += 1
        if self._layout_required:
            # Not only with the next frame: what gets another place may make another part move.
            self._on_timer_update()
        return self._unmoved > TURNS or self._waited > MOST_TURNS

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        self._unmoved = 0
        super()._refresh_layout(size, scroll)

    def _compositor_refresh(self) -> None:
        # While Textual gathers changes it would work out what to paint, and throw it away.
        if not self._holds and not self.app._batch_count:
            self._settling.painted()
            super()._compositor_refresh()

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close, once; what lies below is painted when this screen is gone."""
        if not self.is_active:
            return AwaitComplete()
        closed = super().dismiss(result)
        below = self.app.screen
        if isinstance(below, SettledScreen):
            below.hold()
            self._below = below
        return closed

    _below: SettledScreen[Any] | None = None
    """The screen to paint when this one is gone."""

    def on_unmount(self) -> None:
        """It is gone, and what lies below is told so."""
        if self._below is not None:
            self._below.call_after_refresh(self._below.let_go)

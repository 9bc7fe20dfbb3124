"""A setting with a few values: left and right change it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from rich.cells import cell_len
from textual.binding import Binding
from textual.content import Content
from textual.events import Click, MouseEvent, MouseScrollDown, MouseScrollUp
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.textart.cells import NARROW, below, fit, wrap
from citadels_tui.textart.symbols import Symbols

T = TypeVar("T")

LABEL_CELLS = 22
BEFORE, AFTER = " < ", " >"
"""The signs around a value: a click on the first one lowers it, and one on the value or behind it raises it."""


class Choice(Widget, Generic[T], can_focus=True):
    """A line with what is set, and its value between two signs; where both have no room it stands below.

    Textual's `Select` opens a list over the form and cannot be stepped through; its `RadioSet` takes a line for each
    value.
    """

    DEFAULT_CSS = """
    Choice {
        height: auto;
        padding: 0 1;
        text-wrap: nowrap;
        &:focus { background: $block-hover-background; text-style: bold; }
    }
    """

    BINDINGS = [
        Binding("left,h", "change(-1)", "Previous", id="choice.previous", show=False, tooltip="The value before"),
        Binding("enter", "app.focus_next", "Next line", id="choice.on", show=False, tooltip="The next line"),
        Binding("right,l,space", "change(1)", "Next", id="choice.next", show=False, tooltip="The next value"),
    ]

    index: reactive[int] = reactive(0)
    """Place of the chosen value among the options."""

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, choice: Choice[Any]) -> None:
            super().__init__()
            self.choice = choice

        @property
        def control(self) -> Choice[Any]:
            """The setting."""
            return self.choice

    def __init__(
        self,
        label: str,
        options: Sequence[tuple[T, str]],
        value: T,
        symbols: Symbols,
        *,
        id: str | None = None,
        label_cells: int = LABEL_CELLS,
    ) -> None:
        super().__init__(id=id)
        self.label_cells = label_cells
        self.label = label
        self.symbols = symbols
        self.options = list(options)
        self.set_reactive(Choice.index, self._index_of(value))

    def _index_of(self, value: T) -> int:
        return next((i for i, (option, _) in enumerate(self.options) if option == value), 0)

    @property
    def value(self) -> T:
        """The chosen value."""
        return self.options[self.index][0]

    def choose(self, value: T) -> None:
        """Choose a value, if it can be chosen."""
        if any(option == value for option, _ in self.options):
            self.index = self._index_of(value)

    def offer(self, options: Sequence[tuple[T, str]]) -> None:
        """Change what can be chosen; the value stays when it still can be."""
        value = self.value
        self.options = list(options)
        self.index = self._index_of(value)
        self.refresh()
        self.watch_index()

    def action_change(self, step: int) -> None:
        """Choose the next or previous value."""
        self.index = (self.index + step) % len(self.options)
        self.post_message(self.Changed(self))

    def on_click(self, event: Click) -> None:
        """Choose the next value; on the sign before it, the previous one. The label only marks the line."""
        offset, value = event.get_content_offset(self), self._value_at
        if offset is None or self._label_at(offset):
            return
        self.action_change(-1 if offset.x < value.x else 1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Choose the next value, where the mouse is on it."""
        self._wheel(event, 1)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Choose the previous value, where the mouse is on it."""
        self._wheel(event, -1)

    def _wheel(self, event: MouseEvent, step: int) -> None:
        """Go on to the first or last value, and no further; beside the value the wheel moves the page."""
        offset = event.get_content_offset(self)
        value = Region.from_offset(self._value_at, (cell_len(self.options[self.index][1]), 1))
        if offset is None or not value.grow((0, len(AFTER), 0, len(BEFORE))).contains_point(offset):
            return
        event.stop()
        if 0 <= self.index + step < len(self.options):
            self.action_change(step)

    def _label_at(self, offset: Offset) -> bool:
        """Whether the label stands there; in a line of its own the value has everything before it for its sign."""
        value = self._value_at
        return offset.y < value.y or (value.y == 0 and offset.x < value.x - len(BEFORE))

    @property
    def _value_at(self) -> Offset:
        """The place at which the value begins."""
        lines = self._lines(self.content_size.width)
        at = next((y for y, line in enumerate(lines) if BEFORE in line.plain), 0)
        return Offset(cell_len(lines[at].plain.partition(BEFORE)[0]) + len(BEFORE), at)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines it needs."""
        return len(self._lines(width))

    def watch_index(self) -> None:
        """Another value may need another line."""
        if self.content_size.height not in (0, len(self._lines(self.content_size.width))):
            self.refresh(layout=True)

    def render(self) -> Content:
        """The lines."""
        return Content("\n").join(self._lines(self.content_size.width))

    def _lines(self, width: int) -> list[Content]:
        mark = self.symbols.acting if self.has_focus else " "
        value = Content.assemble(BEFORE, (self.options[self.index][1], "bold $accent"), AFTER)
        head = Content.assemble(f"{mark} ", fit(Content(self.label), self.label_cells, self.symbols))
        if self.app.size.width >= NARROW and head.cell_length + value.cell_length <= width:
            return [Content.assemble(head, value)]
        label = Content(f"{mark} {self.label}")
        if value.cell_length <= width:
            return below(label, value, width, 0)
        # No sign stands in a line of its own.
        room = max(width - len(BEFORE + AFTER), 1)
        first, *rest = wrap(Content.styled(self.options[self.index][1], "bold $accent"), room)
        lines = [Content.assemble(BEFORE, first), *rest]
        lines[-1] = Content.assemble(lines[-1], AFTER)
        return [label, *(Content.assemble(" " * (width - line.cell_length), line) for line in lines)]

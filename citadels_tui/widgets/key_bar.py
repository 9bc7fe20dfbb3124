"""Key bar: the last line of a screen, with its keys. A click on one is as good as the key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from textual.content import Content
from textual.events import Click, MouseMove, Resize
from textual.geometry import Offset, Size
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget

PALETTE = "command_palette"
SINGLE, LEAST_FOR_TWO = 60, 28
"""Cells of a window from which on its keys have one line always, and lines of a narrower one in which they have two."""
STROKE = "/"
"""Stands between two keys that are shown in one."""


class KeyEntry(NamedTuple):
    """One key of the bar."""

    key: str
    """Textual's name of the key."""
    shown: str
    """The name that people read."""
    words: str
    """Its effect in a word or two."""
    about: str = ""
    """Its effect as a sentence, for the tooltip."""
    enabled: bool = True
    right: bool = False
    """Whether it stands at the right end, where there is room for it."""
    other: str = ""
    """The key that does the opposite, where both are shown in one: before the stroke stands this one, and behind it
    the other."""
    about_other: str = ""
    """The effect of the other key as a sentence."""
    onwards: bool = False
    """Whether the other is the one that goes on: the words stand for it then."""

    @property
    def label(self) -> str:
        """How it stands there."""
        return f"{self.shown} {self.words}"

    @property
    def cells(self) -> int:
        """How wide it is."""
        return Content(self.label).cell_length

    def key_at(self, cell: int) -> str:
        """The key that a click at this cell stands for."""
        return self.other if self._is_other(cell) else self.key

    def about_at(self, cell: int) -> str:
        """The explanation of that key."""
        return self.about_other if self._is_other(cell) else self.about

    def _is_other(self, cell: int) -> bool:
        if not self.other:
            return False
        return self.onwards if cell >= len(self.shown) else self.shown.index(STROKE) < cell


@runtime_checkable
class KnowsUse(Protocol):
    """A screen that knows which of its keys do something now."""

    def of_use(self, action: str) -> bool:
        """Whether an action does something now; the others only say why they do nothing.

        Args:
            action: Its name, without parameters.
        """
        ...


class KeyBar(Widget):
    """The keys that do something now, in the order in which the screen names them.

    Where there is no room for all of them, the first and the last stay, which are help and the way out; the help shows
    every key. A narrow window that is high has two lines for them.

    Textual's `Footer` moves what has no room out of sight, first the way out, has one line, and makes a widget for
    each key anew whenever the use of any key changes.
    """

    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: auto; background: $panel; color: $foreground; text-wrap: nowrap; }
    """

    entries: reactive[tuple[KeyEntry, ...]] = reactive(())
    """All keys that do something now."""
    pointed: reactive[KeyEntry | None] = reactive(None)
    """The key under the mouse."""

    def on_mount(self) -> None:
        """Follow the keys of the screen."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)
        self._follow(self.screen)

    def _follow(self, screen: Screen[object]) -> None:
        # Of a screen that ends, other parts may be gone before this one.
        if self.is_attached and screen is self.screen and screen.is_running:
            self.follow()

    def follow(self) -> None:
        """Show the keys that do something now."""
        self.entries = tuple(_entries(self.screen))

    def watch_entries(self) -> None:
        """They may need another line."""
        if self.size and self.size.height != self._high(self.size.width, self.app.size):
            self.refresh(layout=True)

    def on_resize(self, event: Resize) -> None:
        """Have notices stand above all of its lines."""
        self.screen.set_class(event.size.height > 1, "-high-keys")

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line, or two."""
        return self._high(width, viewport)

    def _high(self, width: int, window: Size) -> int:
        spare = width < SINGLE and window.height >= LEAST_FOR_TWO
        high = 2 if spare and len(arranged(self.entries, width)) < len(self.entries) else 1
        # The bar of a box covers that of the screen behind it, which may be gone already.
        behind = self.app.screen_stack[-2:-1] if self.screen.is_modal else []
        return max([high, *(bar.size.height for screen in behind for bar in screen.query(KeyBar))])

    def placed(self) -> list[tuple[int, int, KeyEntry]]:
        """The keys there is room for, each with the column and the line where it begins."""
        width, height = self.content_size
        if height < 2:
            return [(column, 0, entry) for column, entry in arranged(self.entries, width)]
        keys = [entry for entry in self.entries if not entry.right]
        least = next((count for count in range(len(keys), 0, -1) if _cells(keys[:count], 1) <= width), 1)
        lines = keys[:least], [*keys[least:], *(entry for entry in self.entries if entry.right)]
        return [(column, y, entry) for y, line in enumerate(lines) for column, entry in arranged(line, width)]

    def render(self) -> Content:
        """The lines."""
        lines = [Content() for _ in range(max(self.content_size.height, 1))]
        for column, y, entry in self.placed():
            style = "on $block-hover-background" if entry == self.pointed else ""
            key, words = ("bold $footer-key-foreground", "") if entry.enabled else ("$muted", "$muted")
            part = Content.assemble((entry.shown, key), " ", (entry.words, words))
            lines[y] = Content.assemble(lines[y], " " * (column - lines[y].cell_length), part.stylize_before(style))
        return Content("\n").join(lines)

    def _at(self, place: Offset) -> tuple[int, KeyEntry] | None:
        here = (
            (column, entry)
            for column, y, entry in self.placed()
            if y == place.y and column <= place.x < column + entry.cells
        )
        return next(here, None)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Point at a key, and explain it."""
        at, self.pointed = self._at(event.offset) or (0, None)
        self.tooltip = (self.pointed.about_at(event.x - at) or None) if self.pointed else None

    def on_leave(self) -> None:
        """Point at nothing."""
        self.pointed = self.tooltip = None

    def on_click(self, event: Click) -> None:
        """Do what the key does."""
        at, entry = self._at(event.offset) or (0, None)
        if entry is not None and entry.enabled:
            event.stop()
            self.app.simulate_key(entry.key_at(event.x - at))


def _entries(screen: Screen[object]) -> Iterator[KeyEntry]:
    """The keys of a screen that are to be seen and of use, and that of the palette."""
    seen: set[str] = set()
    active = screen.active_bindings.values()
    of_use = screen.of_use if screen.is_mounted and isinstance(screen, KnowsUse) else lambda _action: True
    for _node, binding, enabled, tooltip in active:
        palette = binding.action.endswith(PALETTE)
        if (binding.show or palette) and binding.action not in seen and of_use(binding.action.partition("(")[0]):
            seen.add(binding.action)
            shown = screen.app.get_key_display(binding)
            about = tooltip or binding.tooltip or binding.description
            opposite = _opposite(binding.action) if STROKE in shown[1:-1] else ""
            other = next((each.binding for each in active if each.binding.action == opposite), None)
            entry = KeyEntry(binding.key, shown, binding.description, about, enabled, palette)
            if other is not None:
                entry = entry._replace(other=other.key, about_other=other.tooltip, onwards="(-" in binding.action)
            yield entry


def _opposite(action: str) -> str:
    """The action that goes the other way: ``step(1)`` -> ``step(-1)``."""
    return action.replace("(-", "(") if "(-" in action else action.replace("(", "(-")


def arranged(entries: Sequence[KeyEntry], width: int) -> list[tuple[int, KeyEntry]]:
    """The keys there is room for, each with its column: the palette's at the right, the others from the left on."""
    keys, palette = [e for e in entries if not e.right], [e for e in entries if e.right]
    while len(keys) > 2 and _cells(keys, 1) > width:
        del keys[-2]
    gap = 2 if _cells(keys, 2) <= width else 1
    placed, column = [], gap - 1
    for entry in keys:
        placed.append((column, entry))
        column += entry.cells + gap
    if palette and column + palette[0].cells < width:
        placed.append((width - palette[0].cells - 1, palette[0]))
    return placed


def _cells(entries: Sequence[KeyEntry], gap: int) -> int:
    """How wide keys are with such a gap between them, and half of it at both ends."""
    return sum(entry.cells for entry in entries) + gap * (len(entries) - 1) + 2 * (gap - 1)

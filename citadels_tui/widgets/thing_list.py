"""Lists of things: one to look at, and one to choose several from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual.binding import Binding
from textual.content import Content
from textual.events import Click, MouseEvent, MouseMove, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.pages.inspecting import Thing
from citadels_tui.terminal.clicks import RightClick
from citadels_tui.textart.cells import fit
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import touched


class ThingList(Widget, can_focus=True):
    """Walks over things with a cursor that skips headings.

    Textual's `OptionList` shows its cursor by colours alone, without a sign, and wraps a long line.
    """

    BINDINGS = [
        Binding("up,k", "move(-1)", "Up", id="things.up", show=False, tooltip="The one above"),
        Binding("down,j", "move(1)", "Down", id="things.down", show=False, tooltip="The one below"),
        Binding("pageup", "move(-8)", "Page up", id="things.page_up", show=False, tooltip="A page up"),
        Binding("pagedown", "move(8)", "Page down", id="things.page_down", show=False, tooltip="A page down"),
        Binding("home", "edge(-1)", "First", id="things.first", show=False, tooltip="The first one"),
        Binding("end", "edge(1)", "Last", id="things.last", show=False, tooltip="The last one"),
    ]

    cursor: reactive[int] = reactive(0)
    """The marked thing."""

    class Marked(Message):
        """Another thing is under the cursor."""

        def __init__(self, thing: Thing) -> None:
            super().__init__()
            self.thing = thing

    class Resized(Message):
        """The list has another width."""

    class Chosen(Message):
        """A thing was clicked, which is under the cursor."""

    def __init__(self, symbols: Symbols, things: Sequence[Thing], first: str = "") -> None:
        super().__init__(id="things")
        self.symbols = symbols
        self.things = list(things)
        wanted = [i for i, thing in enumerate(self.things) if thing.id and thing.id == first]
        usable = [i for i, thing in enumerate(self.things) if thing.kind != "heading"]
        self.set_reactive(ThingList.cursor, (wanted or usable or [0])[0])
        self._first = 0
        self._written: Callable[[Thing], Content] | None = None
        """Writes the label of a thing once it is shown, where things are many; None: they have it."""

    def on_mount(self) -> None:
        """Tell what is under the cursor, once there is room to say it."""
        self.call_after_refresh(self.watch_cursor)

    def on_resize(self) -> None:
        """Tell that the width is another: the list has its place later than the screen its size."""
        self.post_message(self.Resized())

    def offer(self, things: Sequence[Thing], written: Callable[[Thing], Content] | None = None) -> None:
        """List other things; the marked one stays marked when it is still there.

        Args:
            things: All of them.
            written: Writes the label of one when it is shown; None: they have it.
        """
        marked = self.things[self.cursor].id if self.things else ""
        self.things, self._written = list(things), written
        usable = [i for i, thing in enumerate(self.things) if thing.kind != "heading"]
        self.set_reactive(
            ThingList.cursor, next((i for i in usable if self.things[i].id == marked), usable[0] if usable else 0)
        )
        self._first = 0
        self.refresh()
        self.watch_cursor()

    def mark(self, id: str) -> bool:
        """Put the cursor on the first thing of that id; returns whether there is one."""
        place = next((i for i, thing in enumerate(self.things) if thing.id.rstrip("+") == id), -1)
        if place >= 0:
            self.cursor = place
        return place >= 0

    def watch_cursor(self) -> None:
        """Tell what is under the cursor."""
        if self.things:
            self.post_message(self.Marked(self.things[self.cursor]))

    def action_move(self, step: int) -> None:
        """Move the cursor over so many things."""
        index, direction = self.cursor, 1 if step > 0 else -1
        for _ in range(abs(step)):
            following = index + direction
            while 0 <= following < len(self.things) and self.things[following].kind == "heading":
                following += direction
            if not 0 <= following < len(self.things):
                break
            index = following
        self.cursor = index

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Move down; a finger that swipes turns the wheel."""
        event.stop()
        self.action_move(1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Move up."""
        event.stop()
        self.action_move(-1)

    def action_edge(self, direction: int) -> None:
        """Move the cursor to the first thing, or to the last."""
        self.action_move(direction * len(self.things))

    def on_click(self, event: Click) -> None:
        """Choose what is under the mouse."""
        index = self.under(event)
        if index >= 0:
            event.stop()
            self.cursor = index
            self.post_message(self.Chosen())

    def on_right_click(self, event: RightClick) -> None:
        """Mark what is under the mouse, which explains it, and choose nothing."""
        index = self.under(event)
        self.cursor = index if index >= 0 else self.cursor

    def on_mouse_move(self, event: MouseMove) -> None:
        """Mark what a finger rests on: a mouse that is only pushed leaves the cursor where it is."""
        index = self.under(event) if touched() else -1
        self.cursor = index if index >= 0 else self.cursor

    def under(self, event: MouseEvent) -> int:
        """The place of the thing under the mouse; -1: there is none."""
        offset = event.get_content_offset(self)
        index = self._first + offset.y if offset else -1
        return index if 0 <= index < len(self.things) and self.things[index].kind != "heading" else -1

    def render(self) -> Content:
        """The things around the cursor."""
        width, height = self.content_size
        if not self.things:
            return Content("")
        top = self.cursor - 1 if self.cursor and self.things[self.cursor - 1].kind == "heading" else self.cursor
        if top < self._first:
            self._first = top
        elif self.cursor >= self._first + height:
            self._first = self.cursor - height + 1
        self._first = max(min(self._first, len(self.things) - height), 0)
        shown = range(self._first, min(self._first + height, len(self.things)))
        return Content("\n").join(self._line(i, width) for i in shown)

    def _line(self, index: int, width: int) -> Content:
        thing = self.things[index]
        if thing.kind == "heading":
            return fit(thing.label, width, self.symbols).stylize("$muted underline", 0)
        marked = index == self.cursor
        label = self._written(thing) if self._written else thing.label
        line = fit(Content.assemble(self.symbols.acting if marked else " ", " ", label), width, self.symbols)
        return line.stylize("bold") if marked else line


class CheckList(ThingList):
    """Walks over things; space takes the marked one in or out.

    Textual's `SelectionList` has the same sign in each line, in or out, and tells the two apart by colours alone; it
    has no headings.
    """

    BINDINGS = [
        Binding("space", "turn", "In or out", id="checks.toggle", tooltip="Take it in or out"),
    ]

    chosen: reactive[frozenset[str]] = reactive(frozenset())
    """Ids of what is in."""

    class Changed(Message):
        """A thing was taken in or out."""

    def __init__(self, symbols: Symbols, things: Sequence[Thing], chosen: Iterable[str]) -> None:
        super().__init__(symbols, things)
        self.set_reactive(CheckList.chosen, frozenset(chosen))

    def watch_chosen(self) -> None:
        """Tell that the choice is another."""
        self.post_message(self.Changed())

    def action_turn(self) -> None:
        """Take what is marked in or out."""
        if self.things:
            self.chosen = self.chosen ^ {self.things[self.cursor].id}

    def on_click(self, event: Click) -> None:
        """Take what is under the mouse in or out."""
        event.prevent_default()
        index = self.under(event)
        if index >= 0:
            self.cursor = index
            self.action_turn()

    def _line(self, index: int, width: int) -> Content:
        thing = self.things[index]
        marked, inside = index == self.cursor, thing.id in self.chosen
        box = Content.styled("[x] " if inside else "[ ] ", "bold $accent" if inside else "$muted")
        line = Content.assemble(self.symbols.acting if marked else " ", " ", box, thing.label)
        return fit(line, width, self.symbols).stylize("bold" if marked else "")

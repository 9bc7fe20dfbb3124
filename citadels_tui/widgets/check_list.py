"""A list of things that are in or out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.binding import Binding
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from citadels_tui.pages.inspecting import Thing
from citadels_tui.textart.cells import fit
from citadels_tui.textart.symbols import Symbols
from citadels_tui.widgets.thing_list import ThingList


class CheckList(ThingList):
    """Walks over things; space takes the marked one in or out."""

    BINDINGS = [
        Binding("space", "turn", "In or out", id="checks.toggle", tooltip="Take it in or out"),
    ]

    chosen: reactive[frozenset[str]] = reactive(frozenset())
    """Ids of what is in."""

    class Changed(Message):
        """Something was taken in or out."""

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

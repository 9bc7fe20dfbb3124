"""The mute screen: whose lines of chat are left out."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Static

from citadels_tui.screens.base import Dialog
from citadels_tui.story.talk import Talk
from citadels_tui.texts import _, say, tables
from citadels_tui.widgets.menu_item import MenuItem
from citadels_tui.widgets.sheet import Hint, Sheet


class MuteScreen(Dialog[None]):
    """Everybody who is there or has said something, a line each; it closes with the choice."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [
        Binding("escape", "dismiss", "Back", id="mute.back", tooltip="Change nothing"),
        Binding("up,k", "app.focus_previous", "Up", id="mute.up", show=False, tooltip="The line above"),
        Binding("down,j", "app.focus_next", "Down", id="mute.down", show=False, tooltip="The line below"),
    ]

    def __init__(self, talk: Talk, present: Sequence[str] = ()) -> None:
        super().__init__()
        self.talk = talk
        self.speakers = tuple(dict.fromkeys((*present, *talk.speakers)))

    def compose(self) -> ComposeResult:
        """The people."""
        with Sheet(classes="box wide") as box:
            box.border_title = Content(_(tables.MUTE_TITLE))
            for number, name in enumerate(self.speakers):
                label, about = tables.UNMUTE if name in self.talk.muted else tables.MUTE
                words = say(label, name=name).plain
                yield MenuItem("", words, _(about), self.citadels_app.symbols, id=f"speaker-{number}", cells=32)
            if not self.speakers:
                yield Static(Content(_(tables.NOBODY_SPOKE)))
            yield Hint(_(tables.MUTE_HINT), classes="hint")

    def on_mount(self) -> None:
        """The first one is marked."""
        if self.speakers:
            self.query(MenuItem).first().focus()

    @on(MenuItem.Pressed)
    def choose(self, event: MenuItem.Pressed) -> None:
        """Mute somebody, or not any more."""
        if not self.is_active:
            return  # typed twice
        name = self.speakers[int((event.item.id or "speaker-0").removeprefix("speaker-"))]
        self.talk.mute(name, name not in self.talk.muted)
        self.dismiss()

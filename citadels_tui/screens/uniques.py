"""Choosing the unique districts of a game one by one."""

from __future__ import annotations

from collections.abc import Iterable
from random import SystemRandom

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from citadels_tui.pages.inspecting import district
from citadels_tui.screens.base import Dialog
from citadels_tui.texts import _, names, say, setup
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.thing_list import CheckList, ThingList
from citadels_tui.wording.voice import Voice
from engine.editions import EDITIONS


class UniquesScreen(Dialog[tuple[str, ...]]):
    """Every unique district of the edition, to take in or out."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [
        Binding("enter,escape", "finish", "Done", id="uniques.done", tooltip="Back to the settings"),
        Binding("r", "random", "At random", id="uniques.random", tooltip="Choose at random"),
        Binding("c", "clear", "None", id="uniques.clear", tooltip="Take all out"),
    ]

    def __init__(self, voice: Voice, chosen: Iterable[str]) -> None:
        super().__init__()
        self.voice = voice
        self.edition = EDITIONS[voice.rules.edition]
        self.chosen = tuple(chosen)

    def compose(self) -> ComposeResult:
        """The list, and what the marked district does."""
        things = [district(self.voice, id) for id in self.edition.uniques]
        box = Vertical(
            CheckList(self.voice.symbols, things, self.chosen),
            Static(id="explained"),
            classes="box",
        )
        box.border_title = Content(_(setup.PICK_TITLE))
        yield box
        yield KeyBar()

    def on_mount(self) -> None:
        """The list takes the keys."""
        self.query_one(CheckList).focus()
        self.count()

    @on(CheckList.Changed)
    def count(self) -> None:
        """Say how many there are."""
        amount, most = len(self.query_one(CheckList).chosen), self.edition.unique_count[1]
        self.query_one(".box").border_subtitle = say(setup.PICKED, amount=amount, most=most)

    @on(ThingList.Marked)
    def show(self, event: ThingList.Marked) -> None:
        """Explain what is marked."""
        self.query_one("#explained", Static).update(Content(names.district(event.thing.id, self.edition.id).text))

    def action_random(self) -> None:
        """Choose at random."""
        found = SystemRandom().sample(self.edition.uniques, self.edition.unique_count[1])
        self.query_one(CheckList).chosen = frozenset(found)

    def action_clear(self) -> None:
        """Take all out."""
        self.query_one(CheckList).chosen = frozenset()

    def action_finish(self) -> None:
        """Back with what was chosen."""
        self.dismiss(tuple(sorted(self.query_one(CheckList).chosen)))

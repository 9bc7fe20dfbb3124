"""The question before a new game: whether to go on with what was left."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from citadels_tui.screens.base import Dialog
from citadels_tui.session.going_on import reasons
from citadels_tui.session.start import OfferKept, PlayGame, ResumeTable, way_back
from citadels_tui.texts import _, home
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.menu_item import MenuItem


class GoOnScreen(Dialog[ResumeTable | PlayGame | None]):
    """Asks once, at the start; Escape ends the client, and what was left stays kept."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [
        Binding("1", "choose(0)", "Go on", id="go_on.first", tooltip="Go on with the game you left last"),
        Binding("2", "choose(1)", "Second", id="go_on.second", show=False, tooltip="The second answer"),
        Binding("3", "choose(2)", "Third", id="go_on.third", show=False, tooltip="The third answer"),
        Binding("n", "choose(-1)", "New game", id="go_on.new", tooltip="Begin a new game; the one you left is kept"),
        Binding("up,k", "app.focus_previous", "Up", id="go_on.up", show=False, tooltip="The answer above"),
        Binding("down,j", "app.focus_next", "Down", id="go_on.down", show=False, tooltip="The answer below"),
        Binding("escape,q", "dismiss(None)", "Quit", id="go_on.quit", tooltip="Leave Citadels"),
    ]

    def __init__(self, start: OfferKept) -> None:
        super().__init__()
        self._start = start
        self._ways: tuple[ResumeTable | PlayGame, ...] = (
            *(way_back(offer, start.name) for offer in start.offers),
            start.new,
        )

    def compose(self) -> ComposeResult:
        """The answers, and what cannot be gone on with."""
        symbols = self.citadels_app.symbols
        answers = [(offer.label, offer.about) for offer in self._start.offers]
        answers.append((_(home.INSTEAD[0]), _(home.INSTEAD[1])))
        items = [
            MenuItem(f"{number}", label, about, symbols, id=f"way-{number}")
            for number, (label, about) in enumerate(answers, 1)
        ]
        told = [Static(Content(each), classes="question what-if") for each in reasons(self._start.unusable)]
        box = Vertical(*items, *told, classes="box")
        box.border_title = Content(_(home.LEFT_BEFORE))
        yield box
        yield KeyBar()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No key for an answer that there is not."""
        place = parameters[0] if action == "choose" and parameters else 0
        return not isinstance(place, int) or place < len(self._ways)

    def on_mount(self) -> None:
        """Put the cursor on what was left last."""
        self.query_one("#way-1").focus()

    @on(MenuItem.Pressed)
    def pressed(self, event: MenuItem.Pressed) -> None:
        """Close with the chosen answer."""
        self.action_choose(int((event.item.id or "way-1").removeprefix("way-")) - 1)

    def action_choose(self, place: int) -> None:
        """Close with one of the answers."""
        if place < len(self._ways):
            self.dismiss(self._ways[place])

"""The ladder: opponents, each harder than the last, and the player's record against each."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from citadels_tui.history.ladder import LADDER, ladder_game, next_step, record
from citadels_tui.history.played_games import PlayedGame
from citadels_tui.pages.inspecting import Thing
from citadels_tui.pages.ladder_page import step_details, step_line
from citadels_tui.screens.own_games import OwnGamesScreen
from citadels_tui.texts import _, ladder
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.thing_list import ThingList


class LadderScreen(OwnGamesScreen):
    """The opponents, and below them what the marked one is like."""

    CSS_PATH = "games.tcss"

    BINDINGS = [
        Binding("enter,p", "play", "Play", id="ladder.play", tooltip="Play against the marked opponent"),
        Binding("escape,q,b", "dismiss", "Back", id="ladder.back", tooltip="Back to the home screen"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.found = record([])
        """The player's record."""
        self._next = 0
        """The place of the next opponent."""

    def parts(self) -> ComposeResult:
        """The list, and the details of the marked opponent."""
        with Vertical(id="page") as page:
            page.border_title = Content(_(ladder.TITLE))
            yield ThingList(self.symbols, self._things())
            yield Static(id="details")
        yield KeyBar()

    def _things(self) -> list[Thing]:
        return [Thing("opponent", step.level, step_line(n, self.found[step.level])) for n, step in enumerate(LADDER)]

    def on_mount(self) -> None:
        """The list takes the keys."""
        self.query_one(ThingList).focus()

    def show_games(self, played: Sequence[PlayedGame]) -> None:
        """Show the record, and mark the next opponent."""
        self.found = record(played)
        things, before = self.query_one(ThingList), self._next
        self._next = next_step(self.found)
        things.offer(self._things())
        if things.cursor == before:
            # Nobody has chosen another one meanwhile.
            things.cursor = self._next

    @on(ThingList.Marked)
    def show_details(self, event: ThingList.Marked) -> None:
        """Tell what the marked opponent is like."""
        place = self.query_one(ThingList).cursor
        self.query_one("#details", Static).update(Content("\n").join(step_details(place)))

    @on(ThingList.Chosen)
    def action_play(self) -> None:
        """Play against the marked opponent."""
        app = self.citadels_app
        app.begin(ladder_game(app.player, self.query_one(ThingList).cursor, float(app.settings.pause)))

"""The ladder: opponents with faces, one harder than the other, and the player's record against each."""

from __future__ import annotations

import asyncio

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from citadels_tui.games.ladder import LADDER, ladder_game, next_step, record
from citadels_tui.games.played_games import own_keys, played_games
from citadels_tui.pages.inspecting import Thing
from citadels_tui.pages.ladder_page import step_details, step_line
from citadels_tui.screens.base import BaseScreen
from citadels_tui.texts import _, ladder, why
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.thing_list import ThingList
from net.base.errors import NetError


class LadderScreen(BaseScreen):
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

    def on_screen_resume(self) -> None:
        """A game may have been finished meanwhile."""
        super().on_screen_resume()
        self.run_worker(self._read(), exclusive=True, group="archive")

    async def _read(self) -> None:
        from net.gamelog.archive import own_games

        try:
            facts = await asyncio.to_thread(own_games)
        except NetError as error:
            self.notify(why(error), severity="error")
            return
        self.found = record(played_games(facts, own_keys()))
        things = self.query_one(ThingList)
        things.offer(self._things())
        things.cursor = next_step(self.found)

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

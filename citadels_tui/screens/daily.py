"""The deal of the day: today's game, and the days before, to be looked at again and played for practice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import date

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from citadels_tui.history.daily import Results, daily_game, own_results, streak_line, today
from citadels_tui.history.day_notes import PRACTICE, DayNotes
from citadels_tui.history.game_file import read_game
from citadels_tui.history.played_games import PlayedGame
from citadels_tui.pages.daily_page import day_details, day_line, days, shared
from citadels_tui.pages.inspecting import Thing
from citadels_tui.screens.own_games import OwnGamesScreen
from citadels_tui.texts import _, daily, why
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.thing_list import ThingList
from citadels_tui.wording.errors import CommandError
from net.base.paths import games_path


class DailyScreen(OwnGamesScreen):
    """The last days, and below them the marked one."""

    CSS_PATH = "games.tcss"

    BINDINGS = [
        Binding(
            "enter,p", "play", "Play", id="daily.play", tooltip="Play that day's deal; an earlier one is for practice"
        ),
        Binding("r", "replay", "Replay", id="daily.replay", tooltip="Look at the game of that day again"),
        Binding("c", "copy", "Copy", id="daily.copy", tooltip="Copy the city of that day, to paste it into a chat"),
        Binding("escape,q,d", "dismiss", "Back", id="daily.back", tooltip="Back to the home screen"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.found: Results = {}
        """Results by day."""
        self._now = today()

    def parts(self) -> ComposeResult:
        """An explanation, the days, and the details of the marked one."""
        with Vertical(id="page") as page:
            page.border_title = Content(_(daily.TITLE))
            yield Static(Content.styled(_(daily.ABOUT), "$muted"), id="about")
            yield ThingList(self.symbols, self._things())
            yield Static(id="details")
        yield KeyBar()

    def _things(self) -> list[Thing]:
        return [Thing("day", f"{day}", day_line(day, self.found, self._now)) for day in days(self._now)]

    def on_mount(self) -> None:
        """The list takes the keys."""
        self.query_one(ThingList).focus()

    def show_games(self, played: Sequence[PlayedGame]) -> None:
        """Show the days among them."""
        self.found, self._now = own_results(played), today()
        self.query_one(ThingList).offer(self._things())

    @property
    def day(self) -> date:
        """The marked day."""
        things = self.query_one(ThingList)
        return date.fromisoformat(things.things[things.cursor].id)

    @on(ThingList.Marked)
    def show_details(self) -> None:
        """Tell of the marked day, and how many there are in a row."""
        told = list(day_details(self.day, self.found, self._now, DayNotes().hinted, ascii=self.symbols.ascii))
        if self.found:
            told += [streak_line(daily.LONGEST, self.found, self._now).stylize("$muted")]
        self.query_one("#details", Static).update(Content("\n").join(told))
        self.show_keys()

    def of_use(self, action: str) -> bool:
        """Whether there is a city to copy, and a game to look at."""
        game = self.found.get(self.day) if self.query(ThingList) else None
        return game is not None and (action == "copy" or game.facts.kept) if action in ("copy", "replay") else True

    @on(ThingList.Chosen)
    def action_play(self) -> None:
        """Play the marked day's deal; it counts on its day, and once."""
        app, day = self.citadels_app, self.day
        practice = day != today() or day in self.found
        if practice and day not in self.found:
            with suppress(OSError):
                DayNotes().add(day, PRACTICE)
        if practice:
            # It is read in the game that begins.
            self.app.notify(_(daily.AGAIN if day == today() else daily.PAST), timeout=6)
        app.begin(daily_game(app.player, day, float(app.settings.pause), practice=practice))

    @work(exclusive=True, group="replay")
    async def action_replay(self) -> None:
        """Look at the game of the marked day again."""
        from citadels_tui.screens.replay import replay_of

        game = self.found.get(self.day)
        if game is None or not game.facts.kept:
            self.notify(_(daily.NO_REPLAY), timeout=4)
            return
        try:
            opened = await asyncio.to_thread(read_game, games_path() / game.facts.file)
        except CommandError as error:
            self.notify(why(error), severity="error", timeout=8)
        else:
            self.app.push_screen(replay_of(opened, self.symbols))

    def action_copy(self) -> None:
        """Put the city of the marked day on the clipboard."""
        if self.day in self.found:
            lines = shared(self.found, self.day, DayNotes().hinted, ascii=self.symbols.ascii)
            self.app.copy_to_clipboard("\n".join(lines))
            self.notify(_(daily.COPIED), timeout=6)
        else:
            self.notify(_(daily.NOTHING_YET), timeout=4)

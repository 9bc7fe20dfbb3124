"""The games played: a list of them, and the way to the result, the replay and the verification of each."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import NamedTuple

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from citadels_tui.history.game_file import GameFile, read_game
from citadels_tui.history.game_list import account, details, heads, of_other_keys, of_others, row, unread
from citadels_tui.history.played_games import PlayedGame, Statistics, played_games, statistics
from citadels_tui.history.recording import Recording, recorded
from citadels_tui.pages.inspecting import Thing
from citadels_tui.screens.files import MakesFiles
from citadels_tui.screens.replay import ReplayScreen, film_in_replay
from citadels_tui.screens.result import ResultScreen
from citadels_tui.screens.statistics import StatisticsScreen
from citadels_tui.session.session import Session
from citadels_tui.texts import _, games, retold, why
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.thing_list import ThingList
from citadels_tui.wording.errors import CommandError
from citadels_tui.wording.voice import EMPTY
from net.base.errors import NetError
from net.base.paths import games_path
from net.gamelog.game_facts import GameFacts
from net.identity.own_keys import own_hosts, own_keys

_FIRST = 100
"""Games that are read before the rest of them: more than are seen at once."""


class GamesRead(NamedTuple):
    """The games of the archive, as far as they have been read."""

    facts: list[GameFacts]
    """Facts of each game, the newest first."""
    games: dict[str, PlayedGame]
    """The games whose log could be read, by the names of their files."""
    figures: Statistics
    """Figures of all games."""
    whole: bool
    """Whether these are all games; else there are no figures of them."""


def _read(own: tuple[frozenset[str], frozenset[str]], newest: int | None = None) -> GamesRead:
    """Read the archive, or the newest games of it.

    Raises:
        NetError: ``proof``, when it cannot be read.
    """
    from net.gamelog.archive import own_games

    return counted(own_games(newest=newest), own, newest)


def counted(facts: list[GameFacts], own: tuple[frozenset[str], frozenset[str]], newest: int | None = None) -> GamesRead:
    """Count games: all of them, or the newest so many.

    Args:
        facts: Facts of each, the newest first.
        own: The player's keys, and those of their hosts.
        newest: How many were read at most; None: all.
    """
    games = {game.facts.file: game for game in played_games(facts, *own)}
    whole = newest is None or len(facts) < newest
    return GamesRead(facts, games, statistics(list(games.values())) if whole else Statistics(), whole)


class GamesScreen(MakesFiles):
    """Finished games, the newest first."""

    CSS_PATH = "games.tcss"

    BINDINGS = [
        Binding("enter", "replay", "Replay", id="games.replay", tooltip="Look at the game again, move by move"),
        Binding("r", "result", "Result", id="games.result", tooltip="The result of the game, point by point"),
        Binding(
            "x", "files", "File", id="games.files", tooltip="A page, a text or a film of the game, to be sent to others"
        ),
        Binding("v", "verify", "Verify", id="games.verify", tooltip="Check the deal and every move of the game again"),
        Binding(
            "s",
            "statistics",
            "Statistics",
            id="games.statistics",
            tooltip="Games, wins and points, by what they were played with",
        ),
        Binding("escape,q", "dismiss", "Back", id="games.back", tooltip="Back to the home screen"),
    ]

    things = getters.query_one(ThingList)

    def __init__(self) -> None:
        super().__init__()
        self.games: dict[str, PlayedGame] = {}
        """By the names of their files, the newest first."""
        self._own = own_keys(), own_hosts()
        self._shown = counted([], self._own)
        self._notes: list[Content] = []
        """What is said below each game: whose games are here, and which could not be read."""
        self._said: dict[str, Content] = {}
        """Results of verifying a game, by file."""

    def parts(self) -> ComposeResult:
        """The list, and below it what is to be known of the marked game."""
        with Container(id="pages"):
            with Vertical(id="list"):
                yield Static(id="heads")
                yield ThingList(self.symbols, ())
            with VerticalScroll(id="beside", can_focus=False):
                yield Static(id="details")
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the archive."""
        self.things.focus()
        self.query_one("#list").border_title = Content(_(games.TITLE))
        self.run_worker(self._look, exclusive=True, group="archive")

    async def _look(self) -> None:
        """Show what is seen at once, and read the rest meanwhile."""
        try:
            self._list(await asyncio.to_thread(_read, self._own, _FIRST))
            if not self._shown.whole:
                self._list(await asyncio.to_thread(_read, self._own))
        except NetError as error:
            self._tell([Content.styled(why(error), "bold $error")])

    def _list(self, read: GamesRead) -> None:
        """Show games."""
        self._shown, self.games = read, read.games
        strange = list(filter(of_others, self.games.values())) if read.whole else []
        self._notes = [line.stylize("$muted") for line in of_other_keys(strange)]
        self._notes += [line.stylize("$warning") for line in unread(read.facts)]
        self._offer()
        if not self.games:
            self._tell([Content(_(games.NONE))])

    @on(ThingList.Resized)
    def _offer(self) -> None:
        """List the games, as there is room for their players."""
        width = self.things.size.width - 2
        self.query_one("#heads", Static).update(heads(self.symbols, width))
        self.things.offer(
            [Thing("game", file, EMPTY) for file in self.games],
            lambda thing: row(self.games[thing.id], self.symbols, width),
        )

    @property
    def game(self) -> PlayedGame | None:
        """The marked game."""
        return self.games.get(self.things.things[self.things.cursor].id) if self.things.things else None

    def of_use(self, action: str) -> bool:
        """Whether there is a game for it, with its log and a result where it needs them."""
        game = self.game
        match action:
            case "replay" | "verify" | "files":
                return game is not None and game.facts.kept
            case "result":
                return game is not None and game.facts.kept and game.facts.reason == "finished"
            case "statistics":
                return bool(self.games) and self._shown.whole
        return True

    @on(ThingList.Marked)
    def show(self) -> None:
        """Tell about the marked game."""
        game = self.game
        self.show_keys()
        if game is not None:
            said = self._said.get(game.facts.file)
            wide = self.wide
            told = account(game, self._shown.figures, self.symbols) if wide else details(game)
            self._tell([*told, *([said] if said else [])])

    def on_resize(self, event: Resize) -> None:
        """Beside the list there is room for more than below it."""
        self.call_after_refresh(self.show)

    def _tell(self, lines: list[Content]) -> None:
        self.query_one("#details", Static).update(Content("\n").join([*lines, *self._notes]))

    # The marked game

    async def _opened(self) -> GameFile | None:
        """The marked game from its file, checked; None when that shows none, and the reason is told."""
        game = self.game
        if game is None:
            return None
        file = game.facts.file
        if not game.facts.kept:
            self.notify(_(games.GONE), severity="warning", timeout=5)
            return None
        self._said[file] = Content.styled(_(games.WAIT), "$muted")
        self.show()
        try:
            opened = await asyncio.to_thread(read_game, games_path() / Path(file).name)
        except CommandError as error:
            self._said[file] = Content.styled(why(error), "bold $error")
            self.show()
            return None
        self._said[file] = Content.styled(retold(opened.verdict), "$success")
        self.show()
        return opened

    @on(ThingList.Chosen)
    def action_replay(self) -> None:
        """Look at the game again."""
        self.run_worker(self._replay, exclusive=True, group="game")

    async def _replay(self) -> None:
        opened = await self._opened()
        if opened is not None:
            recording = recorded(opened)
            self.app.push_screen(ReplayScreen(recording.session(None, self.symbols), 0, recording))

    def action_result(self) -> None:
        """The result of the game."""
        game = self.game
        if game is not None and game.facts.reason != "finished":
            self.notify(_(games.NO_RESULT), timeout=4)
        elif game is not None:
            self.run_worker(partial(self._result, game), exclusive=True, group="game")

    async def _result(self, game: PlayedGame) -> None:
        opened = await self._opened()
        if opened is not None:
            recording = recorded(opened)
            self.app.push_screen(ResultScreen(recording.session(game.you, self.symbols), recording))

    @property
    def has_result(self) -> bool:
        """Whether the marked game was played to its end."""
        return self.game is not None and self.game.facts.reason == "finished"

    async def game_to_send(self) -> tuple[Recording, Session] | None:
        """The marked game, as your seat has seen it."""
        game, opened = self.game, await self._opened()
        if game is None or opened is None:
            return None
        recording = recorded(opened)
        return recording, recording.session(game.you, self.symbols)

    async def film_game(self, recording: Recording, session: Session) -> None:
        """Film the marked game."""
        await film_in_replay(self.app, recording, session)

    def action_verify(self) -> None:
        """Check the game again."""
        self.run_worker(self._opened, exclusive=True, group="game")

    def action_statistics(self) -> None:
        """Figures of all games."""
        self.app.push_screen(StatisticsScreen(list(self.games.values())))

"""How the client's work grows: starts, boards, keys, replays and reviews."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Sequence
from unittest.mock import patch

from textual.screen import Screen

from bench.growth.host_works import Place, Work
from bench.growth.past_games import put_past_games
from citadels_tui.app.app import CitadelsApp
from citadels_tui.history.recording import Recording
from citadels_tui.screens.games import GamesScreen
from citadels_tui.screens.log import LogScreen
from citadels_tui.session.going_on import find_left
from citadels_tui.session.start import ShowHome
from citadels_tui.textart.symbols import UNICODE
from engine import Record
from engine.review.review import ReviewEffort, review
from net.base.paths import games_path, local_path, private_folder
from net.client.updates import Update, Verified
from net.local.service import DataFolder
from tests.support.client.driving import LARGE, PLAY, settle, until
from tests.support.client.fake import FakeConnector, FakeFeed, seats
from tests.support.client.recorded import game_file
from tests.support.net.left_games import keep_a_game

_EFFORT = ReviewEffort(2, 1, 1, 0, 2)


def _homes(at: Place, size: int) -> None:
    """Let the client keep its files here until the work is done."""
    state = at.folder / f"state-{size}"
    at.end.enter_context(patch.dict("os.environ", CITADELS_STATE=str(state), CITADELS_CONFIG=str(at.folder)))


def _resumable(size: int, at: Place) -> Callable[[], object]:
    _homes(at, size)
    made = at.folder / "made.db"
    if not made.exists():
        asyncio.run(keep_a_game(made))
    private_folder(local_path())
    for number in range(size):
        shutil.copy(made, local_path() / f"{number}.db")
    return find_left


def _recording(size: int) -> Recording:
    """A game of eight, as far as its first moves go."""
    game = game_file(8).record
    record = Record(game.rules, game.names, game.seed, game.moves[:size])
    return Recording(record, seats(8), Verified(True, "", None))


def _replay(size: int, _: Place) -> Callable[[], object]:
    return lambda: _recording(size).session(0, UNICODE)


def _review(size: int, _: Place) -> Callable[[], object]:
    record = _recording(size).record
    return lambda: review(record, _EFFORT)


class _Client:
    """The client on a screen that a test can look at, which stands still between two steps."""

    def __init__(self, at: Place, feed: FakeFeed | None = None) -> None:
        self._run = at.end.enter_context(asyncio.Runner()).run
        app = CitadelsApp(PLAY if feed else ShowHome("Ann"), connector=FakeConnector(feed or FakeFeed()))
        context = app.run_test(size=LARGE)
        self._pilot = self._run(context.__aenter__())
        at.end.callback(lambda: self._run(context.__aexit__(None, None, None)))
        self.do()

    def do(self, *keys: str, true: Callable[[], bool] = lambda: True) -> None:
        """Press keys, and wait until something has come true and is drawn."""
        self._run(self._do(keys, true))

    async def _do(self, keys: Sequence[str], true: Callable[[], bool]) -> None:
        await self._pilot.press(*keys)
        await until(self._pilot, true)
        await settle(self._pilot)

    @property
    def screen(self) -> Screen[object]:
        """The screen on top."""
        return self._pilot.app.screen


def _updates(size: int) -> list[Update]:
    return [update for update in _recording(size)._updates(0) if not isinstance(update, Verified)]


def _own_games(size: int, at: Place) -> None:
    """Let the player have played so many games."""
    _homes(at, size)
    folder = DataFolder(at.folder / f"own-{size}")
    folder.archive.parent.mkdir(parents=True, exist_ok=True)
    put_past_games(folder, size)
    private_folder(games_path().parent)
    shutil.copy(folder.archive, games_path())


def _listed(client: _Client) -> bool:
    return isinstance(client.screen, GamesScreen) and bool(client.screen.games)


def _games(size: int, at: Place) -> Callable[[], object]:
    _own_games(size, at)
    client = _Client(at)
    return lambda: client.do("g", true=lambda: _listed(client))


def _step(size: int, at: Place) -> Callable[[], object]:
    _own_games(size, at)
    client = _Client(at)
    client.do("g", true=lambda: _listed(client))
    client.do("down")
    return lambda: client.do("down")


def _at_table(at: Place, size: int) -> tuple[_Client, FakeFeed]:
    _homes(at, size)
    feed = FakeFeed()
    return _Client(at, feed), feed


def _board(size: int, at: Place) -> Callable[[], object]:
    client, feed = _at_table(at, size)
    feed.tell(*_updates(size))
    return lambda: client.do(true=feed.queue.empty)


def _log(size: int, at: Place) -> Callable[[], object]:
    client, feed = _at_table(at, size)
    feed.tell(*_updates(size))
    client.do(true=feed.queue.empty)
    return lambda: client.do("l", true=lambda: isinstance(client.screen, LogScreen))


def _told(size: int, at: Place) -> Callable[[], object]:
    client, feed = _at_table(at, size)
    *before, last = _updates(size)
    feed.tell(*before)
    client.do(true=feed.queue.empty)

    def work() -> None:
        feed.tell(last)
        client.do(true=feed.queue.empty)

    return work


CLIENT_WORKS = (
    Work("what can be resumed is found", "games", (1, 10, 100), _resumable),
    Work("the list of games opens", "games", (30, 300, 3000), _games),
    Work("a step in it", "games", (30, 300, 3000), _step),
    Work("the board comes", "moves", (20, 200), _board),
    Work("a move comes to the board", "moves", (20, 200), _told),
    Work("the log opens", "moves", (20, 200), _log),
    Work("a replay opens", "moves", (20, 200), _replay),
    Work("a game is reviewed", "moves", (10, 100), _review),
)
"""As `bench.growth.host_works.WORKS`."""

"""Every screen there is, and how to come to it: for the frames, and for the walk of all keys."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from citadels_tui.app.app import CitadelsApp
from citadels_tui.screens.games import GamesScreen, counted
from citadels_tui.screens.mute import MuteScreen
from citadels_tui.screens.people import PlayerNoteScreen
from citadels_tui.screens.play_on import PlayOnScreen
from citadels_tui.screens.result import ResultScreen
from citadels_tui.screens.resume import ResumeScreen
from citadels_tui.screens.review import ReviewScreen
from citadels_tui.screens.standings import StandingsScreen
from citadels_tui.screens.statistics import StatisticsScreen
from citadels_tui.screens.waiting import WaitingScreen
from citadels_tui.screens.welcome import WelcomeScreen
from citadels_tui.session.active_table import being_opened
from citadels_tui.session.going_on import KeptOffer
from citadels_tui.session.lesson import lesson_game
from citadels_tui.session.start import JoinTable, OfferKept, ShowHome, ShowReplay, Start, VisitHost
from engine.rules import Rules
from net.base.errors import NetError
from net.client.updates import Chat, Invitations, Issued, SeatInfo
from net.identity.invitations import Address, Invite
from net.local.kept_games import KeptGame, UnusableGame
from tests.citadels_tui.screens.test_curtain import two
from tests.citadels_tui.screens.test_games import game, played
from tests.citadels_tui.screens.test_people import with_people
from tests.support.client import tables
from tests.support.client.driving import PLAY, SMALL, client, settle
from tests.support.client.fake import FakeConnector, FakeFeed
from tests.support.client.recorded import game_file, recording, reviewed

Bring = Callable[[Pilot[int]], Awaitable[None]]
FREE = ("n", "down", *["right"] * 8, "m", "down", "left")
"""To a new game whose characters are chosen one by one."""


@dataclass(frozen=True)
class Shown:
    """A screen and the way to it: a table or none, then what a function does, then keys."""

    keys: tuple[str, ...] = ()
    table: Callable[[FakeFeed], None] | None = None
    start: Start | Callable[[], Start] | None = None
    bring: Bring | None = None
    listed: bool = False
    """Whether it is at a host's list of tables."""


def at_table(table: Callable[[FakeFeed], None], *keys: str) -> Shown:
    return Shown(keys, table)


def in_lobby(*keys: str, mine: bool = True, table: Callable[[FakeFeed], None] | None = None) -> Shown:
    return Shown(("y", *keys), table or (lambda feed: tables.lobby(feed, mine=mine)), JoinTable("Ann", "192.168.1.5"))


def inviting(feed: FakeFeed) -> None:
    """A lobby with two invitations, one of them used up."""
    tables.lobby(feed)
    first, other = (Invite(Address("192.168.1.5"), bytes(20), bytes([byte] * 8)) for byte in (0, 1))
    feed.tell(Invitations((Issued(1, first, 0, 2, 0, ""), Issued(2, other, 1, 1, 0, "for Bo", "invite_used"))))


def sharing(feed: FakeFeed) -> None:
    """Two people at one keyboard."""
    ann, bo = two()
    feed.beside, feed.queue, bo.beside = (bo,), ann.queue, ()


async def games(pilot: Pilot[int]) -> None:
    """The list of some games played."""
    await pilot.app.push_screen(GamesScreen())
    await settle(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, GamesScreen)
    screen.workers.cancel_all()
    found = played(
        game((20, 18, 9), (0,), file="c.proof", stored=3 * 10**9),
        game((10, 18, 9, 30), (3,), edition="classic", file="b.proof", stored=2 * 10**9),
        game((0, 0, 0), reason="voted", file="a.proof"),
    )
    screen._own = frozenset({"aa" * 32}), frozenset()
    screen._list(counted([each.facts for each in found], screen._own))


async def statistics(pilot: Pilot[int]) -> None:
    """Figures of them."""
    await games(pilot)
    await settle(pilot)
    await pilot.press("s")
    await settle(pilot)
    assert isinstance(pilot.app.screen, StatisticsScreen)


async def standings(pilot: Pilot[int]) -> None:
    """Those whom the player has met in them."""
    await statistics(pilot)
    await pilot.press("p")
    await pilot.app.workers.wait_for_complete()
    await settle(pilot)
    assert isinstance(pilot.app.screen, StandingsScreen)


async def noting(pilot: Pilot[int]) -> None:
    """A note on another player."""
    await pilot.app.push_screen(PlayerNoteScreen(SeatInfo(1, "Cosima", "human", key=bytes(32))))


async def resume(pilot: Pilot[int]) -> None:
    """Two games that were left."""
    screen = ResumeScreen()
    when = datetime(2026, 11, 22, 20, 15).astimezone()
    screen.games = [
        KeptGame(Path("a.db"), when, Rules.make(4), 93),
        KeptGame(Path("b.db"), when, Rules.make(8), 12, hosted=True),
    ]
    await pilot.app.push_screen(screen)


def left_before() -> OfferKept:
    """A game of one's own and a hosted table that were left, and one that cannot be resumed."""
    when = datetime(2026, 11, 22, 20, 15).astimezone()
    game = KeptGame(Path("a.db"), when, Rules.make(4), 93)
    table = KeptGame(Path("host.db"), when, Rules.make(4), 12, hosted=True, others=("Ben", "Cleo"))
    lost = UnusableGame(Path("c.db"), when, False, NetError("journal_busy", "c.db"))
    return OfferKept("Ann", (KeptOffer(game, tables.middle()), KeptOffer(table, None)), (lost,), PLAY)


async def muting(pilot: Pilot[int]) -> None:
    """Whom not to hear, at the list of a host's tables."""
    assert isinstance(pilot.app, CitadelsApp)
    visiting = pilot.app.table.visiting
    assert visiting is not None
    await pilot.app.push_screen(MuteScreen(visiting.talk))


def playing_on(_app: CitadelsApp) -> PlayOnScreen:
    """The question how to play on, where the review names another move."""
    game = reviewed()
    assert game.review is not None
    turn = game.review.turns[0]
    return PlayOnScreen(game, turn.choice.moment, turn.seat)


def pushed(make: Callable[[CitadelsApp], Screen[Any]]) -> Bring:
    """Opens a screen over home."""

    async def bring(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, CitadelsApp)
        await pilot.app.push_screen(make(pilot.app))

    return bring


SCREENS: dict[str, Shown] = {
    "home": Shown(),
    "welcome": Shown(bring=pushed(lambda app: WelcomeScreen(app.symbols, ShowHome()))),
    "go-on": Shown(start=left_before),
    "waiting-for-table": Shown(bring=pushed(lambda app: WaitingScreen(being_opened(PLAY)))),
    "new-game": Shown(("n",)),
    "free-selection": Shown(FREE),
    "uniques": Shown((*FREE, "down", "enter", "down", "down", "space")),
    "dark-city": Shown(("n", "down", *["left"] * 3, "m")),
    "host": Shown(("o",)),
    "join": Shown(("j",)),
    "resume": Shown(bring=resume),
    "unknown-host": Shown(start=JoinTable("Ann", "192.168.1.5")),
    "cards": Shown(("c", "slash", *"crown", "enter", "down", "down")),
    "games": Shown(bring=games),
    "statistics": Shown(bring=statistics),
    "standings": Shown(bring=standings),
    "player-note": Shown(bring=noting),
    "settings": Shown(("comma",)),
    "themes": Shown(("comma", "down", "enter")),
    "ladder": Shown(("b", *["down"] * 7)),
    "keys": Shown(("comma", "up", "up", "enter")),
    "key-press": Shown(("comma", "up", "up", "enter", "enter")),
    "tables": Shown(listed=True),
    "open-table": Shown(("o",), listed=True),
    "mute": Shown(bring=muting, listed=True),
    "lobby": in_lobby(),
    "lobby-of-a-guest": in_lobby(mine=False),
    "invitations": in_lobby("i", table=inviting),
    "invite": in_lobby("i", "enter", table=inviting),
    "curtain": at_table(sharing),
    "lesson": Shown((), tables.income, lambda: lesson_game("Ann", 0.0)),
    "draft": at_table(tables.drafting),
    "draft-eight-players": at_table(lambda feed: tables.drafting(feed, 8, saw=(1, 2, 3, 4, 5, 6, 8))),
    "income": at_table(tables.income),
    "building": at_table(tables.building),
    "target-player": at_table(tables.warlord, "a", *["pagedown"] * 5),
    "target-district": at_table(tables.warlord, "a", *["down"] * 8),
    "everything": at_table(tables.everything),
    "action-card": at_table(tables.everything, "6"),
    "waiting": at_table(tables.waiting),
    "eight-players": at_table(lambda feed: tables.income(feed, 8)),
    "notebook": at_table(tables.waiting, "w"),
    "notebook-eight-players": at_table(lambda feed: tables.income(feed, 8), "w"),
    "inspect": at_table(tables.building, "down", "down", "i"),
    "help": at_table(tables.building, "question_mark"),
    "leave": at_table(tables.building, "q"),
    "log": at_table(tables.building, "l"),
    "chat": at_table(tables.building, "s"),
    "people": at_table(with_people, "T"),
    "person": at_table(with_people, "T", "down", "down", "enter"),
    "palette": at_table(tables.building, "ctrl+p"),
    "replay-so-far": at_table(tables.building, "R"),
    "result": at_table(lambda feed: tables.end(feed, 8)),
    "replay": Shown((*["right_square_bracket"] * 3, *["right"] * 9), start=lambda: ShowReplay(game_file(5))),
    "play-on": Shown(bring=pushed(playing_on)),
    "review": Shown(bring=pushed(lambda app: ReviewScreen(reviewed(), lambda: None))),
    **{
        f"ending-{players}": Shown(
            bring=pushed(lambda app, players=players: ResultScreen(recording(players).session(1, app.symbols)))  # type: ignore[misc]
        )
        for players in (2, 4, 8)
    },
    "ending-rounds": Shown(("end",), bring=pushed(lambda app: ResultScreen(recording(5).session(1, app.symbols)))),
}
"""By name; those of a table show the states that look most different."""

ALIKE = {
    *("free-selection", "dark-city", "notebook-eight-players", "result", "replay-so-far"),
    *("building", "target-district", "action-card", "waiting", "eight-players", "lesson"),
    "draft-eight-players",
    *("ending-2", "ending-8", "ending-rounds"),
}
"""States of screens that have the same parts and keys as others."""


@asynccontextmanager
async def shown(name: str, size: tuple[int, int] = SMALL, *, ascii: bool = False) -> AsyncIterator[Pilot[int]]:
    """The client with one of the screens open."""
    screen = SCREENS[name]
    feed = FakeFeed()
    if screen.table is not None:
        screen.table(feed)
    connector = FakeConnector(feed)
    start = screen.start() if callable(screen.start) else screen.start
    if screen.listed:
        connector.met, connector.listed, start = True, tables.LISTED, VisitHost("Ann", "192.168.1.5")
    at = feed if screen.table is not None or start is not None else None
    async with client(at, size=size, start=start, ascii=ascii, connector=connector) as pilot:
        if screen.listed:
            connector.visitors[0].tell(Chat(None, "Eve", "Good evening! Who is in for a game?"))
            await settle(pilot)
        if screen.bring is not None:
            await screen.bring(pilot)
            await settle(pilot)
        for key in screen.keys:
            await pilot.press(key)
        await settle(pilot)
        yield pilot

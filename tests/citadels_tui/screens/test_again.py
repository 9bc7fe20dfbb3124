"""Another game at the same table, as its players see it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citadels_tui.actions import double_press
from citadels_tui.app.app import CitadelsApp
from citadels_tui.pages.seating import wished
from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.screens.host import HostScreen
from citadels_tui.screens.lobby import LobbyScreen
from citadels_tui.screens.result import ResultScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.session.session import Session
from citadels_tui.session.start import HostTable, JoinTable, ShowHome
from citadels_tui.texts import why
from engine.rules import Rules
from net.base.errors import NetError
from net.client.updates import Chat, DealAsked, Ended, Evening, LobbyView, Score, SeatInfo, Started, Stopped, Verified
from net.local.order import Order
from net.protocol.host_messages import WishesNote
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, settle
from tests.support.client.fake import FakeConnector, FakeFeed

HOST = HostTable("Ann", Order(setup=Setup(players=5)))
pytestmark = [pytest.mark.slow, pytest.mark.asyncio]
PEOPLE = (
    SeatInfo(0, "Ann", "human"),
    SeatInfo(1, "Bo", "human"),
    SeatInfo(2, "Cleo", "human"),
    SeatInfo(3, "Dan", "bot", "steward"),
    SeatInfo(4, "Eve", "bot", "steward"),
)


def ended(feed: FakeFeed) -> None:
    """A game of three people, one of whom opened the table, is over."""
    setup = Setup(players=5)
    feed.tell(LobbyView(table="0" * 26, seats=PEOPLE, setup=setup, rules=setup.rules(), you=0, owner=0))
    tables.waiting(feed)
    feed.tell(LobbyView(table="0" * 26, seats=PEOPLE, setup=setup, rules=setup.rules(), you=0, owner=0, playing=True))
    view = replace(tables.middle(), over=True, asked=None, turn=None, winners=(1,))
    feed.tell(Ended((1,), tuple((("districts", seat + 1),) for seat in range(5)), view))


async def test_everybody_reads_who_would_like_to_play_again(monkeypatch: pytest.MonkeyPatch) -> None:
    feed = FakeFeed()
    ended(feed)
    async with client(feed, size=(120, 40), start=HOST) as pilot:
        assert isinstance(pilot.app.screen, ResultScreen)
        assert "a: play again with the same people" in text_frame(pilot.app)
        await pilot.press("a")
        assert feed.sent[-1] == "again True"
        feed.tell(WishesNote(seats=[0, 2]))
        await settle(pilot)
        frame = text_frame(pilot.app)
        assert "Ann, Cleo would like to play again." in frame
        assert "It begins when Bo would like to, too." in frame
        assert "g: start now; whoever has not said so watches" in frame
        with monkeypatch.context() as patch:
            # In a series nobody has to say so.
            patch.setattr(Session, "goes_on", True)
            session = pilot.app.table.session  # type: ignore[attr-defined]
            assert wished(session).plain.endswith("g: start now, with everybody who is there")
        await pilot.press("a")
        assert feed.sent[-1] == "again False"
        await pilot.press("g")
        assert feed.sent[-1] == "start"


async def test_a_key_meant_for_the_table_asks_for_no_rematch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    feed = FakeFeed()
    ended(feed)
    monkeypatch.setattr(double_press, "UNEXPECTED", 1e9)
    async with client(feed, size=(120, 40), start=HOST) as pilot:
        await pilot.press("a")
        assert "again True" not in feed.sent
        await settle(pilot)
        assert "The game has just ended" in text_frame(pilot.app)
        monkeypatch.setattr(double_press, "UNEXPECTED", 0.0)
        await pilot.press("a")
        assert feed.sent[-1] == "again True"


async def test_a_guest_cannot_start_it() -> None:
    feed = FakeFeed()
    setup = Setup(players=5)
    tables.end(feed)
    feed.tell(
        LobbyView(table="0" * 26, seats=PEOPLE, setup=setup, rules=setup.rules(), you=0, owner=1, playing=True),
        WishesNote(seats=[0]),
    )
    async with client(feed, size=(120, 40), start=JoinTable("Ann", "x")) as pilot:
        await pilot.press("y")
        await settle(pilot)
        assert "start now" not in text_frame(pilot.app)
        await pilot.press("g")
        assert "start" not in feed.sent


@pytest.mark.thorough
async def test_another_game_begins_on_a_table_of_its_own() -> None:
    feed = FakeFeed()
    ended(feed)
    async with client(feed, size=(120, 40), start=HOST) as pilot:
        app = pilot.app
        assert isinstance(app, CitadelsApp)
        feed.tell(Chat(1, "Bo", "once more?"))
        await settle(pilot)
        await pilot.press("l")
        await settle(pilot)
        first = app.table.session
        view = tables.middle(5)
        seats = tuple(info._replace(seat=seat) for seat, info in enumerate(PEOPLE[::-1]))
        feed.tell(
            LobbyView(
                table="0" * 26, seats=seats, setup=Setup(players=5), rules=view.rules, you=4, owner=4, playing=True
            ),
            Started(view.rules, seats, tuple(info.name for info in seats), 4, replace(view, seat=4)),
        )
        await settle(pilot)
        assert isinstance(app.screen, TableScreen)
        assert len(app.screen_stack) == 1
        session = app.table.session
        assert session is not None
        assert session is not first
        assert app.screen.session is session
        told = [line.text.plain for line in session.story.lines]
        assert told == ["p2 Bo: once more?", "Another game begins."]
        # What is found out about the last game now is told, and is not of this one.
        feed.tell(Verified(True, "All is well.", None))
        await settle(pilot)
        assert session.ending.verified is None
        await pilot.press("q", "y")
        await settle(pilot)
        assert app.current_mode == "home"


@pytest.mark.thorough
async def test_an_evenings_games_are_counted_by_player() -> None:
    feed = FakeFeed()
    ended(feed)
    async with client(feed, size=(120, 40), start=HOST) as pilot:
        assert "at this table so far" not in text_frame(pilot.app)
        view = replace(tables.middle(5), seat=4)
        seats = tuple(info._replace(seat=seat) for seat, info in enumerate(PEOPLE[::-1]))
        lobby = LobbyView("0" * 26, seats, Setup(players=5), view.rules, you=4, owner=4, playing=True)
        feed.tell(lobby, Started(view.rules, seats, tuple(info.name for info in seats), 4, view))
        over = replace(view, over=True, asked=None, turn=None, winners=(3,))
        last = Ended((3,), tuple((("districts", 10 * seat),) for seat in range(5)), over)
        # Told again, as after a lost connection, it is no other game.
        feed.tell(last, last)
        names = tuple(info.name for info in PEOPLE)
        first = [Score(place, points, place == 1) for place, points in enumerate((41, 32, 23, 14, 5))]
        feed.tell(Evening(2, names, (tuple(first), tuple(each._replace(points=0) for each in first))))
        await settle(pilot)
        assert isinstance(pilot.app.screen, ResultScreen)
        frame = " ".join(text_frame(pilot.app).split())
        assert "2 games at this table so far: Bo 2 (32), Ann 0 (41), Cleo 0 (23), Dan 0 (14), Eve 0 (5)" in frame


async def test_a_game_that_is_not_dealt_leads_to_the_lobby() -> None:
    feed = FakeFeed()
    ended(feed)
    async with client(feed, size=(120, 40), start=HOST) as pilot:
        rules = Rules.make(players=5)
        feed.tell(
            LobbyView(table="0" * 26, seats=PEOPLE, setup=Setup(players=5), rules=rules, you=0, owner=0, playing=True),
            Stopped("undealt"),
            LobbyView(table="0" * 26, seats=PEOPLE, setup=Setup(players=5), rules=rules, you=0, owner=0),
        )
        await settle(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen)
        await pilot.press("g")
        assert feed.sent[-1] == "start"
        tables.income(feed)
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)


async def test_a_share_is_given_to_a_third_deal_only_when_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    feed = FakeFeed()
    ended(feed)
    async with client(feed, size=(120, 40), start=HOST) as pilot:
        rules = Rules.make(players=5)
        lobby = LobbyView(table="0" * 26, seats=PEOPLE, setup=Setup(players=5), rules=rules, you=0, owner=0)
        feed.tell(lobby._replace(playing=True), Stopped("undealt", ("Bo",)), lobby, DealAsked(2, ("Bo",)))
        await settle(pilot)
        assert isinstance(pilot.app.screen, ConfirmScreen)
        frame = " ".join(text_frame(pilot.app).replace("│", " ").split())
        assert "2 deals in a row were refused; in the last one the share of Bo" in frame
        await pilot.press("n")
        await settle(pilot)
        assert not feed.sent
        feed.tell(DealAsked(3, ("Bo",)))
        await settle(pilot)
        await pilot.press("y")
        await settle(pilot)
        assert feed.sent == ["again True"]

        async def break_off(on: bool = True) -> None:
            raise NetError("left")

        # The line may break before the answer is sent.
        monkeypatch.setattr(feed, "again", break_off)
        feed.tell(DealAsked(4, ("Bo",)))
        await settle(pilot)
        await pilot.press("y")
        await settle(pilot)
        assert why(NetError("left")) in " ".join(text_frame(pilot.app).split())


async def test_the_clock_is_chosen_in_the_form_and_told_in_the_lobby() -> None:
    connector = FakeConnector(FakeFeed())
    async with client(start=ShowHome("Ann"), connector=connector, size=(80, 50)) as pilot:
        app = pilot.app
        await app.push_screen(HostScreen())
        await settle(pilot)
        frame = text_frame(app)
        assert "Time to decide" in frame
        assert "90 seconds" in frame
        assert "2 minutes" not in frame
        await pilot.press("m")
        await settle(pilot)
        assert "2 minutes" in text_frame(app)
        app.screen.query_one("#turn_time").focus()
        await pilot.press("left", "left")
        app.screen.query_one("#reserve").focus()
        await pilot.press("right")
        await pilot.press("s")
        await settle(pilot)
        (start,) = connector.started
        assert isinstance(start, HostTable)
        assert (start.order.options.turn_time, start.order.options.reserve) == (20, 300)
        rules = Rules.make(players=5)
        connector.feed.tell(
            LobbyView(
                table="0" * 26,
                seats=PEOPLE,
                setup=Setup(players=5),
                rules=rules,
                you=1,
                owner=0,
                spectators=0,
                options=TableOptions(turn_time=20, reserve=300),
            )
        )
        await settle(pilot)
        assert "For each decision 20 seconds, and 5 minutes more in the whole game." in text_frame(app)


async def test_without_a_clock_there_is_no_reserve() -> None:
    connector = FakeConnector(FakeFeed())
    async with client(start=ShowHome("Ann"), connector=connector, size=(80, 50)) as pilot:
        await pilot.app.push_screen(HostScreen())
        await settle(pilot)
        pilot.app.screen.query_one("#turn_time").focus()
        await pilot.press(*["left"] * 3)
        await settle(pilot)
        assert "And in reserve" not in text_frame(pilot.app)
        await pilot.press("s")
        await settle(pilot)
        (start,) = connector.started
        assert isinstance(start, HostTable)
        assert start.order.options.turn_time == 0


async def test_after_a_game_that_was_ended_by_vote() -> None:
    feed = FakeFeed()
    setup = Setup(players=5)
    tables.waiting(feed)
    feed.tell(LobbyView(table="0" * 26, seats=PEOPLE, setup=setup, rules=setup.rules(), you=0, owner=1, playing=True))
    async with client(feed, size=(120, 40), start=HOST) as pilot:
        assert "Again" not in text_frame(pilot.app)
        feed.tell(Stopped("voted"))
        await settle(pilot)
        frame = text_frame(pilot.app)
        assert "Press a to play again" in frame
        assert "a Again" in frame
        await pilot.press("a")
        assert feed.sent[-1] == "again True"
        feed.tell(WishesNote(seats=[0]))
        await settle(pilot)
        assert "Ann would like to play again." in text_frame(pilot.app)


async def test_a_lobby_that_is_the_first_screen_is_as_wide_as_its_window() -> None:
    """It needs no style sheet but its own."""
    feed, setup = FakeFeed(), Setup(players=5)
    feed.tell(
        LobbyView(
            table="0" * 26,
            seats=PEOPLE,
            setup=setup,
            rules=setup.rules(),
            you=1,
            owner=0,
            spectators=2,
            options=TableOptions(turn_time=172_800.0, reserve=86_400.0, spectator_delay=300.0),
        )
    )
    async with client(feed, size=(80, 24), start=HOST) as pilot:
        frame = text_frame(pilot.app)
        assert "Warlord" in frame
        assert "Spectators see what happens 5 minutes later." in frame
        assert "apple boat" in frame

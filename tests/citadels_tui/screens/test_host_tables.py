"""The list of a host's tables: what it shows, the way to a table and back, opening one, the talk."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from citadels_tui.app.app import CitadelsApp
from citadels_tui.screens.chat import ChatScreen
from citadels_tui.screens.home import HomeScreen
from citadels_tui.screens.join import JoinScreen
from citadels_tui.screens.lobby import LobbyScreen
from citadels_tui.screens.mute import MuteScreen
from citadels_tui.screens.open_table import OpenTableScreen
from citadels_tui.screens.tables import TablesScreen
from citadels_tui.session.start import JoinTable, PlayGame, ShowHome, TableStart, VisitHost
from citadels_tui.table_list.table_names import title_of
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.thing_list import ThingList
from net.base.errors import NetError, sentence
from net.client.updates import Chat, Closed, Link, Refused
from net.client.visitor import TableOpened
from net.protocol.visitor_notes import ListedTable
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import LARGE, SMALL, client, settle
from tests.support.client.fake import FakeConnector, FakeFeed, FakeVisitor

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]

VISIT = VisitHost("Ann", "192.168.1.5")


def listed(number: int, **changed: object) -> ListedTable:
    """A table of a list."""
    given: dict[str, object] = {
        "table": f"{number:026}",
        "title": f"Table {number}",
        "owner": "Bo",
        "edition": "deluxe",
        "preset": "first_game",
        "phase": "open",
        "seats": 5,
        "people": 2,
        "bots": 1,
        "turn_time": 90.0,
        "reserve": 120.0,
    }
    return ListedTable.model_validate(given | changed)


OPEN = listed(1)
PRIVATE = listed(2, title="", phase="private", bots=0, turn_time=0, reserve=0)
RUNNING = listed(3, phase="running", spectators=3, edition="classic", preset="", people=5, bots=0, seats=5)
MINE = listed(4, title="My own", phase="running", you=1, asked=0)
ASKED = listed(5, title="My turn", phase="running", you=1, asked=1)
ALL = (OPEN, PRIVATE, RUNNING, MINE, ASKED)


def gone_to(table: ListedTable, *, watch: bool = False) -> JoinTable:
    """The start for a table of the list, called as there, so that nobody is told its id."""
    target = f"192.168.1.5:7447/{table.table}"
    return JoinTable("Ann", target, watch=watch, chosen_at=VISIT, called=title_of(table))


def seated(made: FakeConnector) -> JoinTable:
    """The table where a seat was taken at once, as if it alone had been wanted."""
    start = made.started[-1]
    assert isinstance(start, JoinTable)
    assert start.otherwise is not None
    return start._replace(otherwise=None)


def connector(*shown: ListedTable) -> tuple[FakeFeed, FakeConnector]:
    """A host with some tables; every way to a table leads to the same one."""
    feed = FakeFeed()
    made = FakeConnector(feed)
    made.listed, made.met = shown, True
    return feed, made


@pytest.mark.parametrize("size", [SMALL, LARGE, (200, 60)])
async def test_every_table_says_what_is_played_and_whether_it_is_your_turn(size: tuple[int, int]) -> None:
    feed, made = connector(*ALL)
    async with client(feed, start=VISIT, connector=made, size=size) as pilot:
        assert isinstance(pilot.app.screen, TablesScreen)
        page = text_frame(pilot.app)
        assert "Tables of The Green Dragon" in page
        rows = {name: next(row for row in page.splitlines() if name in row) for name in ("My own", "Table 1")}
        order = [page.index(text) for text in ("My turn", "My own", "Table 1", "Table of Bo", "Table 3")]
        # The marked one stands in the details, too: the first place counts.
        assert order == sorted(order)
        assert "your turn" in page
        assert "your seat" in rows["My own"]
        for words in ("Deluxe", "3/5, 1 bot", "90 s", "open to all"):
            assert words in rows["Table 1"], words
        await pilot.press("end")
        await settle(pilot)
        page = text_frame(pilot.app)
        assert "spectators: 3" in page
        assert "owner: Bo" in page


async def test_the_list_follows_the_host_and_keeps_its_mark() -> None:
    feed, made = connector(OPEN, PRIVATE)
    async with client(feed, start=VISIT, connector=made) as pilot:
        (visitor,) = made.visitors
        screen = pilot.app.screen
        assert isinstance(screen, TablesScreen)
        await pilot.press("end")
        visitor.show(ASKED, OPEN, PRIVATE.model_copy(update={"spectators": 7}))
        await settle(pilot)
        assert screen.marked is not None
        assert screen.marked.table == PRIVATE.table
        assert "spectators: 7" in text_frame(pilot.app)
        visitor.tell(Link("reconnecting", sentence("lost")))
        await settle(pilot)
        assert "reconnecting" in text_frame(pilot.app)
        visitor.tell(Link("live"))
        visitor.show()
        await settle(pilot)
        page = text_frame(pilot.app)
        assert "reconnecting" not in page
        assert "Play at once" in page
        assert "open a table that bots" in " ".join(page.split())
        await pilot.press("w")


async def test_a_seat_is_taken_and_leaving_the_table_leads_back_to_the_list() -> None:
    feed, made = connector(*ALL)
    tables.lobby(feed)
    async with client(feed, start=VISIT, connector=made) as pilot:
        await pilot.press("down", "down", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert made.visitors[0].sent == ["leave"]
        assert made.started[-1] == gone_to(OPEN)
        await pilot.press("q", "y")
        await settle(pilot)
        assert "leave" in feed.sent
        assert isinstance(pilot.app.screen, TablesScreen)
        assert len(made.visitors) == 2
        await pilot.press("q")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
        assert made.visitors[1].sent == ["leave"]


async def test_a_table_is_watched_and_one_of_ones_own_is_played() -> None:
    feed, made = connector(*ALL)
    tables.lobby(feed)
    async with client(feed, start=VISIT, connector=made) as pilot:
        await pilot.press("end", "w")
        await settle(pilot)
        assert made.started[-1] == gone_to(RUNNING, watch=True)
    feed, made = connector(*ALL)
    tables.lobby(feed)
    watching = VisitHost("Ann", "192.168.1.5", watch=True)
    async with client(feed, start=watching, connector=made) as pilot:
        # Nobody is offered a seat who came to watch.
        assert "Sit down" not in text_frame(pilot.app)
        await pilot.press("enter")
        await settle(pilot)
        start = made.started[-1]
        assert isinstance(start, JoinTable)
        assert (start.watch, start.chosen_at) == (False, watching)


@pytest.mark.parametrize("code", ["table_left", "banned"])
async def test_a_table_that_ends_early_leads_back_to_the_list(code: str) -> None:
    feed, made = connector(*ALL)
    tables.lobby(feed)
    async with client(feed, start=VISIT, connector=made) as pilot:
        await pilot.press("end", "w")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen)
        feed.tell(Closed(code, sentence(code), "never"))
        await settle(pilot)
        assert isinstance(pilot.app.screen, TablesScreen)
        assert sentence(code)[:40] in text_frame(pilot.app)
        assert len(made.visitors) == 2


async def test_a_table_that_ends_early_ends_its_command() -> None:
    feed = FakeFeed()
    tables.lobby(feed)
    async with client(feed, start=JoinTable("Ann", "192.168.1.5")) as pilot:
        await pilot.press("y")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen)
        feed.tell(Closed("table_left", sentence("table_left"), "never"))
        await settle(pilot)
        assert isinstance(pilot.app, CitadelsApp)
        assert pilot.app.failed == sentence("table_left")


async def test_a_table_for_the_invited_is_not_gone_to_without_an_invitation() -> None:
    feed, made = connector(PRIVATE)
    async with client(feed, start=VISIT, connector=made) as pilot:
        await pilot.press("end", "enter")
        await settle(pilot)
        assert "for those who were" in text_frame(pilot.app)
        assert made.started == [VISIT]


async def test_a_refused_join_leads_back_to_the_list() -> None:
    class Full(FakeConnector):
        async def open(self, start: TableStart, trust: object) -> FakeFeed:
            raise NetError("table_full")

    made = Full(FakeFeed())
    made.listed, made.met = (OPEN,), True
    async with client(start=VISIT, connector=made) as pilot:
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, TablesScreen)
        assert "All seats of this table are taken." in text_frame(pilot.app)
        assert len(made.visitors) == 2
        assert pilot.app.is_running


@pytest.mark.parametrize("code", ["table_unknown", "table_full", "already_started"])
async def test_a_link_to_a_closed_table_leads_to_the_list(code: str) -> None:
    class Gone(FakeConnector):
        async def open(self, start: TableStart, trust: object) -> FakeFeed:
            raise NetError(code)

    made = Gone(FakeFeed())
    made.listed, made.met = (OPEN,), True
    link = f"192.168.1.5:7447/{'0' * 25}1"
    async with client(start=JoinTable("Ann", link), connector=made) as pilot:
        assert isinstance(pilot.app.screen, TablesScreen)
        assert made.started[-1] == VisitHost("Ann", link)
        assert "Table 1" in text_frame(pilot.app)
        assert pilot.app.is_running


async def test_a_table_is_opened_with_its_settings_and_gone_to() -> None:
    feed, made = connector()
    tables.lobby(feed)
    async with client(feed, start=VISIT, connector=made, size=(80, 40)) as pilot:
        (visitor,) = made.visitors
        await pilot.press("o")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, OpenTableScreen)
        assert "At this keyboard" not in text_frame(pilot.app)
        screen.query_one("#title", Input).value = "Friday night"
        screen.query_one("#start_when", Choice).choose(3)
        screen.query_one("#private", Choice).choose(True)
        screen.query_one("#players", Choice).focus()
        await pilot.press("s")
        await settle(pilot)
        assert visitor.sent == [
            "open 4 deluxe {'bots': ['steward', 'steward'], 'options': {'title': 'Friday night', 'start_when': 3, "
            "'turn_time': 90.0, 'reserve': 120.0}}"
        ]
        # What is refused can be changed.
        visitor.tell(Refused("tables_enough", sentence("tables_enough"), "later", "open table"))
        await settle(pilot)
        assert isinstance(pilot.app.screen, OpenTableScreen)
        assert "You have opened as many tables" in text_frame(pilot.app)
        invite = visitor.invite(OPEN.table)
        visitor.tell(TableOpened(invite))
        await settle(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert made.started[-1] == JoinTable("Ann", str(invite), chosen_at=VISIT, called="your table")


async def test_visitors_talk_and_nobody_has_to_hear_everybody() -> None:
    feed, made = connector(OPEN)
    async with client(feed, start=VISIT, connector=made) as pilot:
        (visitor,) = made.visitors
        await pilot.press("m")
        await settle(pilot)
        assert isinstance(pilot.app.screen, MuteScreen)
        assert "Nobody has said anything yet." in text_frame(pilot.app)
        await pilot.press("escape")
        visitor.tell(Chat(None, "Eve", "first"), Chat(None, "Bo", "second"))
        await settle(pilot)
        page = text_frame(pilot.app)
        assert "Eve: first" in page
        assert "Bo: second" in page
        await pilot.press("m", "enter")
        visitor.tell(Chat(None, "Eve", "third"), Chat(None, "Bo", "fourth"))
        await settle(pilot)
        page = text_frame(pilot.app)
        assert "third" not in page
        assert "Bo: fourth" in page
        await pilot.press("m", "enter")
        visitor.tell(Chat(None, "Eve", "fifth"))
        await pilot.press("s")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ChatScreen)
        await pilot.press(*"hello", "enter")
        await settle(pilot)
        assert visitor.sent == ["say hello"]
        page = text_frame(pilot.app)
        assert "Eve: fifth" in page
        assert "Ann: hello" in page


async def test_a_host_that_closes_the_list_ends_what_the_command_asked_for() -> None:
    feed, made = connector(OPEN)
    async with client(feed, start=VISIT, connector=made) as pilot:
        made.visitors[0].tell(Closed("banned", sentence("banned"), "never"))
        await settle(pilot)
        assert not pilot.app.is_running


async def test_an_address_without_a_table_leads_to_the_list() -> None:
    feed, made = connector(OPEN)
    async with client(feed, start=ShowHome("Ann"), connector=made) as pilot:
        await pilot.press("j", *"192.168.1.5", "enter")
        await settle(pilot)
        assert made.started == [VISIT]
        assert isinstance(pilot.app.screen, TablesScreen)
        made.visitors[0].tell(Closed("lost", sentence("lost"), "later"))
        await settle(pilot)
        # Another address can be given at once.
        assert isinstance(pilot.app.screen, JoinScreen)


async def test_a_click_goes_to_the_table() -> None:
    feed, made = connector(OPEN, RUNNING)
    tables.lobby(feed)
    async with client(feed, start=VISIT, connector=made) as pilot:
        things = pilot.app.screen.query_one(ThingList)
        place = next(place for place, thing in enumerate(things.things) if thing.id == RUNNING.table)
        await pilot.click("#things", offset=(10, place))
        await settle(pilot)
        start = made.started[-1]
        assert isinstance(start, JoinTable)
        assert start.target.endswith(RUNNING.table)


async def test_ascii_terminals_get_ascii_titles_and_chat() -> None:
    feed, made = connector(listed(1, title="Tisch für Žofie", owner="Žofie"))
    async with client(feed, start=VISIT, connector=made, ascii=True) as pilot:
        made.visitors[0].tell(Chat(None, "Žofie", "přijďte"))
        await settle(pilot)
        page = text_frame(pilot.app)
        assert page.isascii()
        assert "Tisch f?r ?ofie" in page


async def test_a_visitor_that_is_faked_is_one() -> None:
    feed = FakeVisitor()
    await feed.chat("x")
    assert feed.sent == ["say x"]


async def test_the_cards_of_a_table_are_named_where_its_edition_has_others() -> None:
    for edition, preset, said in (
        ("classic", "classic", "Classic; owner: Bo"),
        ("deluxe", "first_game", "Deluxe, First"),
    ):
        connector = FakeConnector(FakeFeed())
        given = {"edition": edition, "preset": preset}
        connector.met, connector.listed = True, (tables.LISTED[0].model_copy(update=given),)
        async with client(start=VisitHost("Ann", "192.168.1.5"), connector=connector) as pilot:
            await pilot.press("end")
            await settle(pilot)
            assert f" {said}" in text_frame(pilot.app)


async def test_play_at_once_takes_the_seat_at_which_a_game_begins_soonest() -> None:
    nearly = listed(6, people=3, bots=1)
    for shown, target in (
        ((OPEN, nearly, PRIVATE, RUNNING), nearly),
        ((OPEN, listed(7, people=0, bots=4)), OPEN),
        (ALL, ASKED),
    ):
        feed, made = connector(*shown)
        tables.lobby(feed)
        async with client(feed, start=VISIT, connector=made) as pilot:
            await pilot.press("p")
            await settle(pilot)
            assert seated(made) == gone_to(target)


async def test_play_at_once_takes_the_seat_of_a_bot_where_nobody_waits() -> None:
    bots = listed(6, title="Late", phase="running", people=2, bots=2, seats=4, takeable=2)
    feed, made = connector(RUNNING, listed(7, people=0, bots=4), bots)
    tables.lobby(feed)
    async with client(feed, start=VISIT, connector=made) as pilot:
        page = text_frame(pilot.app)
        assert next(row for row in page.splitlines() if "Late" in row).rstrip().endswith("bot's seat free")
        await pilot.press("end", "p")
        await settle(pilot)
        assert seated(made) == gone_to(bots)


@pytest.mark.parametrize("code", ["owner_asked", "next_game", "already_started"])
async def test_play_at_once_leads_past_a_table_that_has_no_seat_for_you(code: str) -> None:
    bots = listed(6, title="Late", phase="running", people=2, bots=2, seats=4, takeable=2)
    other = listed(7, title="Later", phase="running", people=1, bots=3, seats=4, takeable=2)
    for shown in ((bots, other), (bots,)):
        feed, made = connector(*shown)
        tables.lobby(feed)
        made.refused = {f"192.168.1.5:7447/{bots.table}": code}
        async with client(feed, start=VISIT, connector=made) as pilot:
            await pilot.press("p")
            await settle(pilot)
            if other in shown:
                assert seated(made) == gone_to(other)
                assert isinstance(pilot.app.screen, LobbyScreen)
            else:
                assert [sent.partition(" ")[0] for sent in made.visitors[-1].sent] == ["open"]
                told = " ".join(text_frame(pilot.app).replace("▌", " ").split())
                assert "Looking for another table." in told
                made.visitors[-1].tell(Refused("tables_soon", sentence("tables_soon", "41"), "later", "open table"))
                await settle(pilot)
                assert "you can open the next one in 41 s" in " ".join(text_frame(pilot.app).split())
                assert isinstance(pilot.app.screen, TablesScreen)
                assert len(made.visitors[-1].sent) == 1


async def test_an_online_player_is_seated_at_once() -> None:
    feed, made = connector(OPEN)
    tables.lobby(feed)
    async with client(feed, start=VISIT._replace(at_once=True), connector=made) as pilot:
        assert seated(made) == gone_to(OPEN)
        assert isinstance(pilot.app.screen, LobbyScreen)
        await pilot.app.run_action("home")
        await settle(pilot)
        assert isinstance(pilot.app.screen, TablesScreen)
        last: object = made.started[-1]
        assert last == VISIT


async def test_without_a_free_seat_a_table_is_opened_that_bots_fill() -> None:
    feed, made = connector(PRIVATE, RUNNING, listed(8, people=5, bots=0))
    async with client(feed, start=VISIT, connector=made) as pilot:
        page = text_frame(pilot.app)
        assert page.index("Play at once") < page.index("Watch a game") < page.index("Open a table")
        assert "bots fill after 10 seconds" in " ".join(page.split())
        await pilot.press("enter")
        await settle(pilot)
        (asked,) = made.visitors[0].sent
        assert asked.startswith("open 4 deluxe")
        assert "bots_after" in asked


async def test_the_list_offers_watching_and_the_lesson() -> None:
    most = listed(9, phase="running", people=4, bots=0, spectators=1)
    feed, made = connector(RUNNING.model_copy(update={"people": 2}), most)
    tables.lobby(feed)
    async with client(feed, start=VISIT, connector=made) as pilot:
        await pilot.press("down", "down", "enter")
        await settle(pilot)
        assert made.started[-1] == gone_to(most, watch=True)
    feed, made = connector(RUNNING)
    tables.income(feed)
    async with client(feed, start=VISIT, connector=made) as pilot:
        await pilot.press("down", "enter")
        await settle(pilot)
        begun = made.started[-1]
        assert isinstance(begun, PlayGame)
        assert begun.lesson
        # Leaving it leads back to the list.
        assert begun.chosen_at == VISIT

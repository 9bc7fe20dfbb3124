"""From the home screen to a table, by keyboard alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from textual.events import Paste
from textual.widgets import Input
from textual.widgets._toast import Toast

from citadels_tui.app.app import CitadelsApp, PassingNotice
from citadels_tui.history.daily import deal_of, today
from citadels_tui.screens.daily import DailyScreen
from citadels_tui.screens.home import HomeScreen
from citadels_tui.screens.host import HostScreen
from citadels_tui.screens.join import JoinScreen
from citadels_tui.screens.lobby import LobbyScreen
from citadels_tui.screens.new_game import NewGameScreen
from citadels_tui.screens.own_tables import OwnTablesScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.screens.waiting import WaitingScreen
from citadels_tui.session.start import HostTable, JoinTable, PlayGame, ShowHome, TableStart
from citadels_tui.settings.settings import Settings, load
from citadels_tui.table_list.own_tables import AskedHost, look
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.menu_item import MenuItem
from net.base.errors import NetError
from net.base.paths import local_path
from net.client.connect import Trust
from net.client.visitor import TablesView
from net.host.opening import Reach
from net.identity.invitations import Address, Invite
from net.identity.known_hosts import KnownHosts
from net.local.order import Order
from net.protocol.visitor_notes import ListedTable
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import PLAY, client, settle, until
from tests.support.client.fake import FakeConnector, FakeFeed
from tests.support.terminal import improvement

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]


async def test_a_second_press_does_not_open_a_second_table() -> None:
    opened = asyncio.Event()

    class SlowConnector(FakeConnector):
        async def open(self, start: TableStart, trust: Trust) -> FakeFeed:
            feed = await super().open(start, trust)
            await opened.wait()
            return feed

    feed = FakeFeed()
    tables.income(feed)
    connector = SlowConnector(feed)
    async with client(feed, start=ShowHome("Ann"), connector=connector) as pilot:
        await pilot.press("n")
        await settle(pilot)
        await pilot.press("s", "s", "s")
        opened.set()
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)
        assert len(connector.started) == 1


async def test_joining_asks_about_an_unknown_host() -> None:
    feed = FakeFeed()
    tables.lobby(feed)
    connector, table = FakeConnector(feed), "0" * 26
    async with client(feed, start=ShowHome("Ann"), connector=connector) as pilot:
        await pilot.press("j")
        await settle(pilot)
        assert isinstance(pilot.app.screen, JoinScreen)
        await pilot.press(*f"192.168.1.5/{table}", "enter")
        await settle(pilot)
        frame = text_frame(pilot.app)
        words = feed.fingerprint.split()
        assert " ".join(words[:3]) in frame
        assert " ".join(words[3:]) in frame
        await pilot.press("y")
        await settle(pilot)
        assert connector.started == [JoinTable("Ann", f"192.168.1.5/{table}")]
        assert connector.trusted == [True]
        assert isinstance(pilot.app.screen, LobbyScreen)


class ClosedConnector(FakeConnector):
    async def open(self, start: TableStart, trust: Trust) -> FakeFeed:
        raise NetError("local_host", "[b]port[/b] 7447 is in use.")


async def test_errors_are_sentences() -> None:
    feed = FakeFeed()
    async with client(feed, start=ShowHome("Ann"), connector=ClosedConnector(feed)) as pilot:
        await pilot.press("o")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HostScreen)
        await pilot.press("s")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HostScreen)
        said = [notification.message for notification in pilot.app._notifications]
        assert "The game could not be started on this machine: [b]port[/b] 7447 is in use." in said


def seat_at(number: int, asked: int, title: str) -> ListedTable:
    id = str(number).rjust(26, "0")
    return ListedTable(table=id, title=title, edition="deluxe", phase="running", seats=4, you=1, asked=asked)


async def test_home_shows_the_tables_at_which_one_has_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """At every host that is known; those where it is one's turn first, and hosts that are silent last."""
    other = seat_at(3, 1, "Not mine").model_copy(update={"you": None})
    green = TablesView("The Green Dragon", (seat_at(1, 2, "Monday"), other, seat_at(2, 1, "Friday")))
    hosts = [
        AskedHost(Address("a.example"), error=NetError("unreachable", "a.example:7447")),
        AskedHost(Address("b.example"), green),
    ]

    async def answer(name: str) -> AsyncIterator[list[AskedHost]]:
        assert name == "Ann"
        yield hosts[:1]
        yield hosts

    monkeypatch.setattr("citadels_tui.table_list.own_tables.look", answer)
    connector = FakeConnector(FakeFeed())
    async with client(start=ShowHome("Ann"), connector=connector) as pilot:
        await until(pilot, lambda: "your turn at 1 of 2" in text_frame(pilot.app))
        assert pilot.app.focused is pilot.app.screen.query_one("#new")
        await pilot.press("t")
        await settle(pilot)
        rows = text_frame(pilot.app).splitlines()
        told = [line for line in rows if "Green Dragon" in line or "a.example" in line]
        assert "Friday" in told[0]
        assert "your turn, at The Green Dragon" in told[0]
        assert "Monday" in told[1]
        assert "your seat, at The Green Dragon" in told[1]
        assert "Nobody answers" in told[2]
        await pilot.press("enter")
        await settle(pilot)
        (start,) = connector.started
        assert start == JoinTable("Ann", f"b.example:7447/{str(2).rjust(26, '0')}", called="Friday")


async def test_t_answers_while_hosts_are_asked_and_where_none_has_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that does not answer keeps nobody from what the others say; in the end it is named."""
    silent = AskedHost(Address("a.example"), error=NetError("unreachable", "a.example:7447"))
    green = AskedHost(Address("b.example"), TablesView("The Green Dragon", (seat_at(1, 2, "Monday"),)))
    asked, answered = asyncio.Event(), asyncio.Event()
    found: list[AskedHost] = []

    async def answer(name: str) -> AsyncIterator[list[AskedHost]]:
        asked.set()
        yield found
        await answered.wait()
        yield [*found, silent]

    monkeypatch.setattr("citadels_tui.table_list.own_tables.look", answer)
    async with client(start=ShowHome("Ann")) as pilot:
        await pilot.press("t")
        await asked.wait()
        await settle(pilot)
        assert "The hosts you know are being asked..." in [said.message for said in pilot.app._notifications]
        answered.set()
        await until(pilot, lambda: isinstance(pilot.app.screen, OwnTablesScreen))
        await until(pilot, lambda: "Nobody answers" in text_frame(pilot.app))
        answered.clear()
        found.append(green)
        await pilot.press("escape")
        await until(pilot, lambda: "a seat at 1 table" in text_frame(pilot.app))
        await pilot.press("t")
        await settle(pilot)
        assert isinstance(pilot.app.screen, OwnTablesScreen)
        assert "Monday" in text_frame(pilot.app)


async def test_t_says_that_there_is_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async with client(start=ShowHome("Ann")) as pilot:
        await pilot.press("t")
        told = "You have no seat at any table of the hosts you know."
        await until(pilot, lambda: told in [said.message for said in pilot.app._notifications])
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_home_without_a_known_host_asks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("citadels_tui.table_list.own_tables.query_host", ask)
    assert [found async for found in look("Ann")] == []


async def test_hosts_of_one_key_are_asked_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    known = KnownHosts()
    for place, key in (("a.example:1", b"A"), ("b.example:1", b"B"), ("c.example:1", b"A"), ("d.example:1", b"D")):
        known.remember(place, key * 32)

    async def answer(goal: Address, *_: object) -> AskedHost:
        silent = goal.host in ("a.example", "d.example")
        error = NetError("unreachable") if silent else None
        return AskedHost(goal, None if error else TablesView(goal.host, ()), error)

    monkeypatch.setattr("citadels_tui.table_list.own_tables.query_host", answer)
    *_, found = [answers async for answers in look("Ann")]
    assert [(asked.address.host, asked.view is None) for asked in found] == [
        ("c.example", False),
        ("b.example", False),
        ("d.example", True),
    ]


async def test_the_form_chooses_who_can_reach_the_table() -> None:
    connector = FakeConnector(FakeFeed())
    async with client(start=ShowHome("Ann"), connector=connector) as pilot:
        await pilot.press("o")
        await settle(pilot)
        screen = pilot.app.screen
        screen.query_one("#announce", Choice).choose(False)
        await pilot.press("right", "down", "right")
        await settle(pilot)
        assert "No port has to be open" in text_frame(pilot.app)
        screen.query_one("#relay", Input).value = "a b/c"
        await pilot.press("s")
        await settle(pilot)
        assert connector.started == []
        assert any("This is not an address" in said.message for said in pilot.app._notifications)
        screen.query_one("#relay", Input).value = " relay.example.org "
        await pilot.press("s")
        await settle(pilot)
        (start,) = connector.started
        assert isinstance(start, HostTable)
        assert start.order.reach == Reach(relay="relay.example.org")
        # The next time it is there.
        assert load()[0].relay == "relay.example.org"


async def test_no_more_bots_are_offered_than_the_people_here_leave_seats_for() -> None:
    connector = FakeConnector(FakeFeed())
    async with client(start=ShowHome("Ann"), connector=connector) as pilot:
        await pilot.press("o")
        await settle(pilot)
        players, bots = (pilot.app.screen.query_one(f"#{id}", Choice) for id in ("players", "botseats"))
        players.focus()
        await pilot.press("left", "left")
        await settle(pilot)
        assert (players.value, bots.value) == (2, 1)
        assert [value for value, _text in bots.options] == [0, 1]
        await pilot.press("s")
        await settle(pilot)
        (start,) = connector.started
        assert isinstance(start, HostTable)
        assert len(start.order.opening.bots) == 1


async def test_a_command_ends_with_what_went_wrong() -> None:
    feed = FakeFeed()
    async with client(feed, start=HostTable("Ann", Order()), connector=ClosedConnector(feed)) as pilot:
        await settle(pilot)
    assert isinstance(pilot.app, CitadelsApp)
    assert pilot.app.failed == "The game could not be started on this machine: [b]port[/b] 7447 is in use."


async def test_a_name_is_needed_and_checked() -> None:
    async with client(start=ShowHome("Ann")) as pilot:
        await pilot.press("up", "backspace", "backspace", "backspace", "enter", "n")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
        assert "Please give a name first." in [n.message for n in pilot.app._notifications]
        await pilot.press(*"Bo", "enter", "n")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, HomeScreen)


async def test_escape_at_home_does_not_quit() -> None:
    async with client() as pilot:
        await pilot.press("down", "escape")
        await settle(pilot)
        assert pilot.app.is_running
        assert isinstance(pilot.app.screen, HomeScreen)
        assert pilot.app.focused is pilot.app.screen.query_one("#new")


async def test_something_is_marked_after_a_game_was_left() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        local_path().mkdir(parents=True)
        (local_path() / "left.db").touch()
        await pilot.press("q", "y")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        await settle(pilot)
        assert isinstance(pilot.app.focused, MenuItem)
        assert pilot.app.screen.query("#resume")
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, NewGameScreen)


async def test_while_a_table_is_being_set_nothing_else_can_be_pressed() -> None:
    opened = asyncio.Event()
    feed = FakeFeed()
    tables.income(feed)

    class SlowConnector(FakeConnector):
        async def open(self, start: TableStart, trust: Trust) -> FakeFeed:
            await opened.wait()
            return await super().open(start, trust)

    async with client(feed, start=PLAY, connector=SlowConnector(feed)) as pilot:
        # At first the empty table that the command has painted.
        await until(pilot, lambda: "Setting the table" in text_frame(pilot.app))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, WaitingScreen))
        await until(pilot, lambda: "Setting the table" in text_frame(pilot.app))
        await pilot.press("n")
        await settle(pilot)
        assert isinstance(pilot.app.screen, WaitingScreen)
        opened.set()
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await settle(pilot)


async def test_waiting_for_a_table_can_be_given_up() -> None:
    feed = FakeFeed()

    class NoConnector(FakeConnector):
        async def open(self, start: TableStart, trust: Trust) -> FakeFeed:
            await asyncio.Event().wait()
            return await super().open(start, trust)

    async with client(feed, start=ShowHome("Ann"), connector=NoConnector(feed)) as pilot:
        await pilot.press("n", "s")
        await until(pilot, lambda: isinstance(pilot.app.screen, WaitingScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        await settle(pilot)


async def test_a_complaint_covers_nothing() -> None:
    async with client(start=ShowHome("Ann")) as pilot:
        await pilot.press("j")
        await settle(pilot)
        before = text_frame(pilot.app).splitlines()
        await pilot.press("enter")
        await settle(pilot)
        shown = text_frame(pilot.app).splitlines()
        assert any("Please give the address" in line for line in shown)
        gone = [line for line in before if line.strip() and line not in shown]
        assert gone == []


@improvement
async def test_notices_take_no_more_room_than_they_need() -> None:
    async with client(start=ShowHome("Ann")) as pilot:
        for number in range(12):
            pilot.app.notify(f"notice {number}")
            await settle(pilot)
        shown = text_frame(pilot.app)
        assert [number for number in range(12) if f"notice {number}\n" in shown] == [10, 11]
        pilot.app.clear_notifications()
        pilot.app.notify("the last")
        await settle(pilot)
        assert "the last" in text_frame(pilot.app).splitlines()[-2]
        assert "ctrl+p: find anything" in text_frame(pilot.app).splitlines()[-3]


async def test_an_expired_notice_is_dropped() -> None:
    late = PassingNotice("late", timeout=-1.0)
    assert late.has_expired
    toast = Toast(late)
    # A timer of Textual's with less than no time never lets anything else be done again.
    assert toast._timeout > 0
    async with client(start=ShowHome("Ann")) as pilot:
        pilot.app._notifications.add(late)
        await pilot.app.screen.mount(toast)
        await until(pilot, lambda: not toast.is_attached)
        assert not list(pilot.app._notifications)


async def test_the_keys_that_change_a_value_are_named_where_there_is_one() -> None:
    async with client(start=ShowHome("Ann")) as pilot:
        await pilot.press("j")
        await settle(pilot)
        assert "left/right" not in text_frame(pilot.app)
        await pilot.press("down")
        await settle(pilot)
        assert "left/right: change" in text_frame(pilot.app)
        await pilot.press("down")
        await settle(pilot)
        assert "left/right" not in text_frame(pilot.app)
        await pilot.press("escape", "n")
        await settle(pilot)
        await pilot.press(*["down"] * 3)
        await settle(pilot)
        assert "left/right: change" in text_frame(pilot.app)


async def test_the_first_of_several_people_does_not_rename_the_player() -> None:
    for others, name in (((), "Ada"), (("Ben",), "Ruth")):
        app = CitadelsApp(PLAY._replace(name="Ada", others=others), settings=Settings(), own="Ruth")
        assert app.player == name


async def test_the_deal_of_the_day_is_begun_from_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path))
    feed = FakeFeed()
    tables.income(feed)
    connector = FakeConnector(feed)
    async with client(connector=connector, start=ShowHome("Ann")) as pilot:
        await pilot.press("d")
        await settle(pilot)
        assert isinstance(pilot.app.screen, DailyScreen)
        assert "Not played yet." in text_frame(pilot.app)
        await pilot.press("c")
        await settle(pilot)
        assert "There is no city to show yet" in text_frame(pilot.app)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
        await pilot.press("d")
        await settle(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
    (start,) = connector.started
    assert isinstance(start, PlayGame)
    assert start.order.opening.seed == deal_of(today()).seed


async def test_in_the_lowest_window_the_menu_alone_scrolls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path))
    local_path().mkdir(parents=True)
    (local_path() / "a.db").touch()
    async with client(start=ShowHome("Ann"), size=(40, 20)) as pilot:
        screen = pilot.app.screen
        assert screen.query("#resume")
        assert screen.max_scroll_y == 0
        await pilot.press(*["down"] * 11)
        await settle(pilot)
        assert "Quit" in text_frame(pilot.app)


async def test_an_invitation_is_pasted_with_the_mail_that_it_came_in() -> None:
    invite = str(Invite(Address("play.example.org"), bytes(20), bytes(8)))
    async with client(start=ShowHome("Ann")) as pilot:
        await pilot.app.push_screen(JoinScreen())
        await settle(pilot)
        pilot.app.post_message(Paste(f"Come and play!\n\n> {invite[:40]}\n> {invite[40:]}.\n\nsee you at eight"))
        await settle(pilot)
        begun: list[object] = []
        pilot.app.begin = begun.append  # type: ignore[attr-defined]
        await pilot.press("enter")
        await settle(pilot)
        assert begun == [JoinTable("Ann", invite)]

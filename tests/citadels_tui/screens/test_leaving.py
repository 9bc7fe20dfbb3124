"""Leaving a table, and the ways in which one ends."""

from __future__ import annotations

import gc
import warnings

import pytest

from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.screens.home import HomeScreen
from citadels_tui.screens.result import ResultScreen
from citadels_tui.session.start import HostTable, JoinTable
from citadels_tui.texts import _, table
from net.client.updates import Closed
from tests.citadels_tui.conftest import text_frame
from tests.citadels_tui.screens.test_again import HOST, ended
from tests.support.client import tables
from tests.support.client.driving import client, settle, shown, table_of, until
from tests.support.client.fake import FakeFeed

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]


async def test_leaving_asks_first() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("q")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ConfirmScreen)
        await pilot.press("escape")
        table_of(pilot)
        await pilot.press("q", "y")
        await settle(pilot)
        assert feed.sent == ["leave"]
        assert isinstance(pilot.app.screen, HomeScreen)


@pytest.mark.parametrize(("language", "key"), [("en", "y"), ("de", "j"), ("de", "y"), ("nl", "j")])
async def test_yes_is_answered_by_the_letter_it_begins_with(language: str, key: str) -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        pilot.app.remember(language=language)  # type: ignore[attr-defined]
        await pilot.press("q")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ConfirmScreen)
        letter = "y" if language == "en" else "j"
        assert f" {letter} {_(table.YES)} " in text_frame(pilot.app).splitlines()[-1]
        await pilot.press(key)
        await settle(pilot)
        assert feed.sent == ["leave"]


async def test_to_quit_twice_at_once_is_to_quit() -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        async with client() as pilot:
            for _time in range(2):
                await pilot.app.action_quit()
            await until(pilot, lambda: not pilot.app.is_running)
        gc.collect()
    assert not [str(each.message) for each in told if "never awaited" in str(each.message)]


async def test_quitting_asks_first() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("ctrl+q")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ConfirmScreen)
        await pilot.press("enter")
        await settle(pilot)
        table_of(pilot)
        await pilot.press("ctrl+q", "y")
        await settle(pilot)
        assert feed.sent == ["leave"]
        assert pilot.app.return_value == 0


@pytest.mark.thorough
@pytest.mark.parametrize("start", [HOST, JoinTable("Ann", "192.168.1.5"), None])
@pytest.mark.parametrize("key", ["q", "ctrl+q"])
async def test_after_the_end_only_who_would_send_others_away_is_asked(
    start: HostTable | JoinTable | None, key: str
) -> None:
    feed = FakeFeed()
    ended(feed)
    async with client(feed, start=start) as pilot:
        if isinstance(start, JoinTable):
            # It is the right host.
            await pilot.press("y")
            await settle(pilot)
        await pilot.press(key)
        await settle(pilot)
        assert isinstance(pilot.app.screen, ConfirmScreen) == (start is HOST)
        if start is HOST:
            assert "others are still" in text_frame(pilot.app)
            await pilot.press("y")
            await settle(pilot)
        assert feed.sent == ["leave"]


async def test_a_lost_connection_is_said_and_leads_home() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed) as pilot:
        feed.tell(Closed("lost", "The connection to the host was lost.", "later"))
        await settle(pilot)
        assert "The connection to the host was lost." in shown(pilot)
        await pilot.press("q")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_the_result_leads_back_to_the_board_and_home() -> None:
    feed = FakeFeed()
    tables.end(feed)
    async with client(feed) as pilot:
        assert isinstance(pilot.app.screen, ResultScreen)
        # A key too many after the last move does not put the result away.
        await pilot.press("enter")
        await settle(pilot)
        assert "Bo has won with 23 points." in shown(pilot)
        await pilot.press("escape")
        table_of(pilot)
        assert "Press r for the result" in shown(pilot)
        assert "r Result" in shown(pilot)
        await pilot.press("r")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ResultScreen)
        await pilot.press("escape", "q")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_there_is_no_result_before_the_end() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        assert "Result" not in shown(pilot)
        await pilot.press("r")
        await settle(pilot)
        table_of(pilot)


async def test_ctrl_c_says_what_quits() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("ctrl+c")
        await settle(pilot)
        assert [n.message for n in pilot.app._notifications] == ["ctrl+q quits Citadels."]

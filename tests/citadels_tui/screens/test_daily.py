"""The deal of the day on the screen: its name, the cursor on the first row, no hints unasked, and the days before."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from citadels_tui.history.daily import daily_game, today
from citadels_tui.history.day_notes import DayNotes
from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.screens.daily import DailyScreen
from citadels_tui.screens.result import ResultScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.session.day import Day
from citadels_tui.session.start import PlayGame, ShowHome
from net.client.updates import Evening, LobbyView
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, settle, table_of, until
from tests.support.client.fake import FakeConnector, FakeFeed, seats

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path))


def dealt(day: Day) -> FakeFeed:
    """A table with the title of a day's deal, at which gold or cards are to be taken."""
    feed, setup = FakeFeed(), Setup(players=5)
    options = TableOptions(title=day.title)
    tables.income(feed)
    feed.tell(
        LobbyView(
            "0" * 26, seats=seats(5), setup=setup, rules=setup.rules(), you=0, owner=0, options=options, playing=True
        )
    )
    return feed


@pytest.mark.asyncio
async def test_the_deal_of_the_day_says_so_and_nothing_plays_it_for_you() -> None:
    async with client(dealt(Day(today()))) as pilot:
        screen = table_of(pilot)
        screen.show()
        await settle(pilot)
        assert text_frame(pilot.app).splitlines()[0].startswith("Deal of the day")
        actions = screen.action_list.actions
        assert actions.rest == next(place for place, row in enumerate(actions.rows) if row.moves)
        await pilot.press("h")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ConfirmScreen)
        await pilot.press("n")
        await settle(pilot)
        assert DayNotes().hinted == frozenset()
        assert screen.hinted is None
        await pilot.press("h", "y")
        await until(pilot, lambda: screen.hinted is not None)
        assert DayNotes().hinted == {today()}
        # Another game at this table is another deal.
        screen.session.apply_update(Evening(games=1))
        screen.show()
        await settle(pilot)
        assert "Deal of the day" not in text_frame(pilot.app)


@pytest.mark.asyncio
async def test_a_day_that_is_over_is_practice_with_all_help() -> None:
    day = Day(today() - timedelta(days=3), practice=True)
    async with client(dealt(day)) as pilot:
        screen = table_of(pilot)
        screen.show()
        await settle(pilot)
        assert f"Deal of {day.date}, for practice" in text_frame(pilot.app)
        await pilot.press("h")
        await until(pilot, lambda: screen.hinted is not None)
        assert DayNotes().hinted == frozenset()


@pytest.mark.asyncio
async def test_a_day_before_is_played_for_practice_and_counts_no_more() -> None:
    feed = FakeFeed()
    tables.income(feed)
    connector = FakeConnector(feed)
    async with client(connector=connector, start=ShowHome("Ann")) as pilot:
        await pilot.press("d")
        await settle(pilot)
        assert isinstance(pilot.app.screen, DailyScreen)
        await pilot.press("down", "r")
        await settle(pilot)
        assert "There is no game of that day to look at." in text_frame(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
    (start,) = connector.started
    yesterday = today() - timedelta(days=1)
    assert isinstance(start, PlayGame)
    assert start.order == daily_game("Ann", yesterday, start.order.options.bot_pause, practice=True).order
    assert DayNotes().practiced == {yesterday}


@pytest.mark.asyncio
async def test_its_picture_is_on_the_result_and_c_copies_it() -> None:
    feed = FakeFeed()
    tables.end(feed)
    told = [feed.queue.get_nowait() for _ in range(feed.queue.qsize())]
    title = TableOptions(title=Day(today()).title)
    feed.tell(*(each._replace(options=title) if isinstance(each, LobbyView) else each for each in told))
    async with client(feed) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
        await settle(pilot)
        shown = text_frame(pilot.app)
        assert shown.splitlines()[0].strip() == "Deal of the day"
        assert f"Citadels {today()}" in shown
        assert "a: another game, with another deal" in shown
        await pilot.press("c")
        await settle(pilot)
        assert pilot.app.clipboard.splitlines()[0].endswith(f"Citadels {today()}")
        assert len(pilot.app.clipboard.splitlines()) == 3
        screen = pilot.app.screen
        assert isinstance(screen, ResultScreen)
        pilot.app.clear_notifications()
        screen.session.aided = True
        assert screen._picture[2].endswith(", with hints")
        screen._opened = -1000.0
        await pilot.press("a")
        await settle(pilot)
        assert feed.sent == ["again True"]
        assert "This is another deal, not the deal of the day." in text_frame(pilot.app)


def test_a_title_tells_of_a_day_and_any_other_does_not() -> None:
    for day in (Day(today()), Day(today(), practice=True)):
        assert Day.read(day.title) == day
    assert Day.read("daily 2026-13-01") is Day.read("daily") is Day.read("") is None


def test_notes_of_a_later_version_stay(tmp_path: Path) -> None:
    (tmp_path / "daily.txt").write_text("2026-11-01 something new\n2026-11-02 hints\nwhat\n", encoding="utf-8")
    DayNotes().add(today(), "hints")
    DayNotes().add(today(), "hints")
    lines = (tmp_path / "daily.txt").read_text(encoding="utf-8").splitlines()
    assert lines == ["2026-11-01 something new", "2026-11-02 hints", "what", f"{today()} hints"]
    assert len(DayNotes().hinted) == 2

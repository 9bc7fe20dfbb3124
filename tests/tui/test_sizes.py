"""What fits into windows of different sizes."""

from __future__ import annotations

import re

import pytest

from citadels_tui.screens.table import TableScreen
from citadels_tui.widgets.player_panel import PlayerPanel
from citadels_tui.widgets.rank_track import RankTrack
from tests.tui import tables
from tests.tui.conftest import text_frame
from tests.tui.driving import LARGE, client, settle
from tests.tui.fake import NAMES, FakeFeed

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize(("width", "columns"), [(120, 2), (180, 3), (200, 3)])
async def test_wide_screens_have_three_columns_of_players(width: int, columns: int) -> None:
    feed = FakeFeed()
    tables.income(feed, 8)
    async with client(feed, size=(width, 60)) as pilot:
        assert isinstance(pilot.app.screen, TableScreen)
        panels = pilot.app.screen.query(PlayerPanel)
        assert len({panel.region.x for panel in panels}) == columns
        assert "2 Thief" in text_frame(pilot.app)


@pytest.mark.parametrize("width", [80, 90, 120, 200])
@pytest.mark.parametrize("players", [5, 8])
async def test_ranks_have_fixed_places_and_never_touch_each_other(width: int, players: int) -> None:
    places: list[list[int]] = []
    for table in (tables.drafting, tables.income, tables.waiting, tables.warlord):
        feed = FakeFeed()
        table(feed, players)
        async with client(feed, size=(width, 24)) as pilot:
            rows = pilot.app.screen.query_one(RankTrack).render().plain.split("\n")
            assert len(rows) == (1 if width == 200 and players == 5 else 2)
            assert all(len(row) <= width for row in rows)
            found = [found for row in rows for found in re.finditer(r"(?:^|(?<= ))[^ ](\d) |(?<= )(\d) ", f" {row}")]
            assert [found[1] or found[2] for found in found] == [str(rank) for rank in range(1, 9 + (players == 8))]
            places.append([found.end() for found in found])
    assert all(each == places[0] for each in places)


async def test_a_long_explanation_says_where_all_of_it_is() -> None:
    feed = FakeFeed()
    tables.everything(feed)
    async with client(feed) as pilot:
        await pilot.press("up")
        await settle(pilot)
        assert "... (i: all)" in text_frame(pilot.app)
        await pilot.resize_terminal(*LARGE)
        await settle(pilot)
        assert "(i: all)" not in text_frame(pilot.app)


async def test_the_result_shows_whole_names_where_there_is_room() -> None:
    feed = FakeFeed()
    tables.end(feed, 8, names=("Bartholomew", *NAMES[1:]))
    async with client(feed) as pilot:
        assert "Barth\N{HORIZONTAL ELLIPSIS} " in text_frame(pilot.app)
        await pilot.resize_terminal(*LARGE)
        await settle(pilot)
        assert "Bartholo\N{HORIZONTAL ELLIPSIS}" in text_frame(pilot.app)

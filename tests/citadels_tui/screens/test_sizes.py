"""What fits into windows of different sizes."""

from __future__ import annotations

import re

import pytest
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from citadels_tui.screens.base import SIZES_ACROSS, SIZES_DOWN
from citadels_tui.screens.log import BoardThen, LogScreen
from citadels_tui.textart.symbols import ASCII
from citadels_tui.widgets.action_list_view import BELOW, ActionListView
from citadels_tui.widgets.linked_text import LinkedText
from citadels_tui.widgets.player_panel import PlayerPanel
from citadels_tui.widgets.rank_track import RankTrack
from citadels_tui.widgets.story_rows import drawn_row
from tests.citadels_tui.conftest import text_frame
from tests.citadels_tui.widgets.test_layouts import WINDOWS
from tests.support.client import tables
from tests.support.client.driving import LARGE, SMALL, client, settle, table_of
from tests.support.client.fake import NAMES, FakeFeed
from tests.support.client.recorded import recording
from tests.support.tiers import tiered

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]


@pytest.mark.thorough
@pytest.mark.parametrize("window", WINDOWS)
async def test_a_whole_table_of_eight_is_shown_in_every_window(window: tuple[int, int]) -> None:
    feed = FakeFeed()
    tables.income(feed, 8)
    async with client(feed, size=window) as pilot:
        screen = table_of(pilot)
        shown = text_frame(pilot.app)
        for name in NAMES:
            assert name in shown
        assert shown.count("/7") == 8
        goes_on = pilot.app.screen.query_one(ActionListView).voice.symbols.down in shown
        assert not goes_on or window < SMALL or window[1] < SMALL[1]
        for row in screen.action_list.actions.rows:
            assert goes_on or row.label.plain in shown
        for panel in screen.query(PlayerPanel):
            assert panel.region.size == panel.size
            assert all(line.cell_length <= panel.size.width for line in panel.render().split("\n"))


async def test_characters_as_cards_stand_a_window_that_shrinks_to_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    feed = FakeFeed()
    tables.income(feed, 8)
    async with client(feed, size=(200, 60)) as pilot:
        track = pilot.app.screen.query_one(RankTrack)
        assert track.form == "cards"
        for width in (1, 9, 18, 30, 60):
            for height in (1, 2, 3, 7):
                with monkeypatch.context() as patched:
                    patched.setattr(RankTrack, "content_size", Size(width, height))
                    track.render()


async def test_the_smallest_window_names_all_hand_cards_below_the_characters() -> None:
    feed = FakeFeed()
    tables.drafting(feed, 7)
    async with client(feed, size=(80, 24)) as pilot:
        action_list = pilot.app.screen.query_one(ActionListView)
        hand = action_list.actions.hand
        assert len(hand) > 1
        long = action_list._hand_in(9, 22)
        assert len(long) > 1
        assert all(line.plain.startswith(BELOW) for line in long[1:])
        (short,) = action_list._hand_in(1, 23)
        assert all(action_list.voice.code(id).plain in short.plain for id in hand)


async def test_the_title_of_the_characters_shows_the_whole_hand() -> None:
    feed = FakeFeed()
    tables.drafting(feed, 4)
    async with client(feed, size=(100, 30)) as pilot:
        action_list = pilot.app.screen.query_one(ActionListView)
        one = action_list.actions.hand[:1]
        titles = []
        for count in range(1, 9):
            action_list.actions = action_list.actions._replace(hand=one * count)
            await settle(pilot)
            title = action_list._border_title
            assert title is not None
            assert title.plain.count(action_list.voice.code(one[0]).plain) == count
            assert title.cell_length <= action_list.size.width - 2
            titles.append("Bo chooses" in title.plain)
        assert titles[0]
        assert not titles[-1]


@pytest.mark.parametrize("players", tiered([5, 8], [5]))
@pytest.mark.thorough
async def test_ranks_have_fixed_places_and_never_touch_each_other(players: int) -> None:
    places: dict[int, list[list[int]]] = {width: [] for width in (80, 90, 120, 200)}
    for table in (tables.drafting, tables.income, tables.waiting, tables.warlord):
        feed = FakeFeed()
        table(feed, players)
        async with client(feed, size=(80, 24)) as pilot:
            for width, found_before in places.items():
                await pilot.resize_terminal(width, 24)
                await settle(pilot)
                track = pilot.app.screen.query_one(RankTrack)
                rows = track.render().plain.split("\n")
                assert len(rows) == 2 if width < 100 else len(rows) >= 8
                assert all(len(row) <= track.size.width for row in rows)
                found = [each for row in rows for each in re.finditer(r"(?:^|(?<= ))[^ ](\d) |(?<= )(\d) ", f" {row}")]
                ranks = 8 + (players == 8)
                assert [each[1] or each[2] for each in found][:ranks] == [str(rank) for rank in range(1, ranks + 1)]
                found_before.append([each.end() for each in found][:ranks])
    assert all(each == found[0] for found in places.values() for each in found)


async def test_a_long_explanation_says_where_all_of_it_is() -> None:
    feed = FakeFeed()
    tables.everything(feed)
    async with client(feed) as pilot:
        await pilot.press("up", "up", "up", "up")
        await settle(pilot)
        assert "... (i: all)" in text_frame(pilot.app)
        await pilot.resize_terminal(*LARGE)
        await settle(pilot)
        assert "(i: all)" not in text_frame(pilot.app)
        # And no word is cut for it.
        detail = table_of(pilot).detail
        detail.say(Content("abcd " * 300))
        shown, sign = detail.render().plain.split(" ... ")
        assert sign == "(i: all)"
        assert set(shown.split()) == {"abcd"}


async def test_the_result_shows_whole_names() -> None:
    feed = FakeFeed()
    tables.end(feed, 8, names=("Bartholomew", *NAMES[1:]))
    async with client(feed) as pilot:
        # In a small window the cities have no room beside the lines that are kept free for the reasons.
        for size, times in ((SMALL, 1), (LARGE, 2)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert text_frame(pilot.app).count("Bartholomew ") >= times


async def test_usual_names_fit_into_the_smallest_window() -> None:
    feed = FakeFeed()
    names = ("Ann", "Bertram", "Elsbeth", "Cosima", "Dietrich")
    view = tables.middle()
    tables.begin(feed, view, names=names)
    async with client(feed) as pilot:
        track = pilot.app.screen.query_one(RankTrack).render().plain
        held = [names[player.seat] for player in view.players if player.shown and player.seat]
        assert held == ["Elsbeth", "Dietrich"]
        assert all(f"{name} " in f"{track} " for name in held)


@pytest.mark.parametrize("size", [(200, 60), LARGE, SMALL])
async def test_a_screen_that_opens_is_laid_out_for_its_size_at_once(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, composed = recording(), list[frozenset[str]]()
    parts = LogScreen.parts

    def noted(screen: LogScreen) -> ComposeResult:
        composed.append(screen.classes)
        yield from parts(screen)

    monkeypatch.setattr(LogScreen, "parts", noted)
    async with client(FakeFeed(), size=size) as pilot:
        screen = LogScreen(game.session(1, ASCII), lambda moment: None)
        await pilot.app.push_screen(screen)
        await settle(pilot)
        sizes = {name for _least, name in (*SIZES_ACROSS, *SIZES_DOWN)} | {"-wide"}
        assert composed == [screen.classes & sizes | (composed[0] - sizes)]
        assert len(screen.query(BoardThen)) == (size == (200, 60))


async def test_of_a_long_page_only_the_rows_that_are_seen_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = set[int]()

    def noted(widget: Widget, row: Content | None, index: int, width: int) -> Strip:
        drawn.add(index)
        return drawn_row(widget, row, index, width)

    monkeypatch.setattr("citadels_tui.widgets.linked_text.drawn_row", noted)
    feed = FakeFeed()
    tables.income(feed, 4)
    async with client(feed, size=SMALL) as pilot:
        await pilot.press("question_mark")
        await settle(pilot)
        text = pilot.app.screen.query_one(LinkedText)
        text_frame(pilot.app)
        assert text.size.height > 3 * SMALL[1]
        assert len(drawn) < SMALL[1]
        await pilot.press("end")
        await settle(pilot)
        text_frame(pilot.app)
        assert text.size.height - 1 in drawn
        assert len(drawn) < 2 * SMALL[1]

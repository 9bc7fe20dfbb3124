"""The table's own pictures: characters to choose from as cards, and what is seen for a moment."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from rich.cells import cell_len
from textual.geometry import Offset, Size

from citadels_tui.app.app import CitadelsApp
from citadels_tui.session.board import open_points, player_summaries
from citadels_tui.textart.symbols import ASCII, UNICODE
from citadels_tui.texts import names, speak
from citadels_tui.texts.catalogue import languages
from citadels_tui.widgets import player_panel, table_board
from citadels_tui.widgets.action_list_view import ActionListView
from citadels_tui.widgets.player_panel import PlayerPanel
from citadels_tui.widgets.rank_track import RankTrack
from citadels_tui.wording.voice import Voice
from engine import Event, Rules
from engine.editions import EDITIONS
from engine.notebook import ASIDE, Page
from engine.view import TurnView
from net.client.updates import Happened
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import SMALL, client, settle
from tests.support.client.fake import NAMES, FakeFeed, seats

pytestmark = pytest.mark.slow


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [SMALL, (120, 40)])
async def test_characters_are_cards_that_arrows_and_keys_choose(size: tuple[int, int]) -> None:
    feed = FakeFeed()
    tables.drafting(feed)
    async with client(feed, size=size) as pilot:
        action_list = pilot.app.screen.query_one(ActionListView)
        # From where the cursor rests to the first card.
        await pilot.press("left", "left")
        assert action_list.cursor == 0
        await pilot.press("right", "right", "down", "left")
        assert action_list.cursor == 1
        await pilot.press("up")
        assert action_list.cursor == 1
        await pilot.press("right", "enter")
        await settle(pilot)
        assert feed.sent == ["pick king"]


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [SMALL, (120, 40), (200, 60)])
async def test_a_click_on_a_card_is_a_click_on_its_row(size: tuple[int, int]) -> None:
    feed = FakeFeed()
    tables.drafting(feed)
    async with client(feed, size=size) as pilot:
        action_list = pilot.app.screen.query_one(ActionListView)
        lines = text_frame(pilot.app).splitlines()
        inside = [y for y in range(action_list.region.y, action_list.region.bottom) if "Bishop" in lines[y]]
        x = lines[inside[0]].index("Bishop", action_list.region.x)
        place = action_list.content_region.offset
        assert action_list.row_at(Offset(x - place.x, inside[0] - place.y)) == 3
        # Whoever lies face up stands in the list of ranks alone.
        assert "x Architect" not in "".join(lines[action_list.region.y : action_list.region.bottom])


@pytest.mark.asyncio
async def test_the_hand_is_in_sight_while_characters_are_chosen() -> None:
    for players in (5, 8):
        feed = FakeFeed()
        tables.drafting(feed, players)
        async with client(feed) as pilot:
            shown = text_frame(pilot.app)
            for code in ("\N{BLACK FOUR POINTED STAR}6", "\N{WHITE CHESS ROOK}5", "\N{HOUSE}1"):
                assert code in shown
            assert "then Bo chooses" in shown


@pytest.mark.parametrize(("page", "said"), [((1, 7), "1/7?"), ((7,), "7 Architect?"), ((1, 5, 6, 7), "")])
def test_a_hidden_character_is_named_when_it_can_only_be_few(page: tuple[int, ...], said: str) -> None:
    places = [frozenset({1, 2}) if rank in page else frozenset({3}) for rank in range(9)]
    view = tables.middle()
    bo = player_summaries(view, seats(5), page=Page(tuple(places)))[1]
    panel = PlayerPanel(Voice(UNICODE, view.rules, NAMES[:5], 0), bo, 1)
    assert panel._roles().plain == (said or "chose")


@pytest.mark.asyncio
async def test_a_murder_is_seen_on_the_track_and_a_finished_city_on_its_player(monkeypatch: pytest.MonkeyPatch) -> None:
    # Long enough to be looked at, however slow the machine is.
    monkeypatch.setattr(table_board, "SECONDS", 1000.0)
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed) as pilot:
        app = pilot.app
        track = app.screen.query_one(RankTrack)
        feed.tell(Happened(2, 1, "bot", (Event("kill", 1, rank=4),), tables.middle()))
        await settle(pilot)
        assert track.highlight is None
        app.animation_level = "full"
        feed.tell(Happened(3, 1, "bot", (Event("kill", 1, rank=4),), tables.middle()))
        await settle(pilot)
        assert track.highlight is not None
        assert track.highlight.rank == 4
        feed.tell(Happened(4, 1, "bot", (Event("complete", 2, amount=1),), tables.middle()))
        await settle(pilot)
        assert [panel.summary.seat for panel in app.screen.query(PlayerPanel) if panel._seen()] == [2]
        monkeypatch.setattr(table_board, "SECONDS", 0.05)
        feed.tell(Happened(5, 1, "bot", (Event("kill", 1, rank=4),), tables.middle()))
        await settle(pilot)
        while track.highlight is not None:
            await pilot.pause(0.05)


@pytest.mark.parametrize("spoken", languages())
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("ascii", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_a_character_that_is_called_is_named_whole_in_the_smallest_window(
    monkeypatch: pytest.MonkeyPatch, spoken: str, edition: str, ascii: bool
) -> None:
    speak(spoken, ascii=ascii)
    monkeypatch.setattr(RankTrack, "content_size", Size(80, 2))
    players = (NAMES[0], "Bertram", "Bartholomew", "Dietrich", *NAMES[4:8])
    seen, symbols = tables.middle(8), ASCII if ascii else UNICODE
    ranks = EDITIONS[edition].characters
    named = [[(cell_len(names.character(id, edition).name), id) for id in ids] for ids in ranks]
    rosters = [tuple(ids[turn % len(ids)] for ids in ranks) for turn in range(max(map(len, ranks)))]
    rosters.append(tuple(max(each)[1] for each in named))
    for whole, number in product(rosters, {8, len(ranks)}):
        rules = replace(seen.rules, edition=edition, characters=whole[:number])
        voice = Voice(symbols, rules, players, 0)
        track = RankTrack(voice)
        for rank, done, seat, marks in product(
            range(1, number + 1), (True, False), (0, 2, 3), ({}, {"robbed": 1, "bewitched": 1})
        ):
            now = replace(seen, rules=rules, roles=(), faceup=(), silent=(), marks=dict.fromkeys(marks, rank))
            now.turn = None if done else TurnView(seat=seat, rank=rank)
            now.players = [replace(each, shown=(rank,) if each.seat == seat else ()) for each in seen.players]
            track.set_reactive(RankTrack.view, now)
            track.set_reactive(RankTrack.page, Page((frozenset({ASIDE}),) * (number + 1)))
            shown = track.render().plain
            sign = symbols.done if done else symbols.acting
            assert f"{sign}{rank} {voice.character(rank)}" in shown, shown
            assert [len(row) for row in shown.split("\n")] == [80, 80]


def test_no_name_on_the_track_is_cut_to_one_or_two_letters() -> None:
    track = RankTrack(
        Voice(
            UNICODE,
            Rules.make(characters=("witch", "spy", "seer", "emperor", "abbot", "trader", "scholar", "marshal")),
            NAMES[:5],
            0,
        )
    )
    for cells in range(1, 12):
        shown = {track._fitting_name(rank, cells) for rank in range(1, 9)}
        assert all(len(name) <= cells for name in shown), cells
        assert all(len(name) >= 4 for name in shown if name.endswith("."))
    assert track._fitting_name(2, 3) == "Spy"


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_a_destroyed_district_falls_only_where_things_move(monkeypatch: pytest.MonkeyPatch) -> None:
    # Each step is taken here, however slow the machine is.
    monkeypatch.setattr(player_panel, "FALL_SECONDS", 1000.0)
    for level in ("none", "full"):
        feed = FakeFeed()
        tables.waiting(feed)
        async with client(feed) as pilot:
            assert isinstance(pilot.app, CitadelsApp)
            pilot.app.animation_level = level
            view = tables.middle()
            view.players[1].city = view.players[1].city[1:]
            feed.tell(Happened(2, 1, "bot", (Event("leave", 1, other=2, card="market"),), view))
            await settle(pilot)
            panel = next(panel for panel in pilot.app.screen.query(PlayerPanel) if panel.summary.seat == 1)
            assert bool(panel.falling) == (level == "full")
            while panel.falling:
                panel._fall()
            await settle(pilot)
            assert "Market" not in panel.render().plain


def test_points_are_those_that_everybody_can_see() -> None:
    view = tables.middle()
    city = ("manor", "temple", "market", "prison", "library")
    view.players[0].city = city
    worth = 3 + 1 + 2 + 2 + 6
    assert open_points(view, 0) == worth + 3
    view.players[0].city = city[:4]
    assert open_points(view, 0) == worth - 6
    view.players[0].city = (*city, "church", "docks")
    view.finished, view.firsts = (1, 0), (1,)
    assert open_points(view, 0) == worth + 2 + 3 + 3 + 2
    view.firsts = (0,)
    assert open_points(view, 0) == worth + 2 + 3 + 3 + 4
    assert player_summaries(view, seats(5))[0].points == worth + 2 + 3 + 3 + 4


def test_a_city_that_was_complete_counts_no_more_than_its_first_points() -> None:
    view = tables.middle()
    view.players[0].city, view.players[1].city = ("market",) * 6, ("market",) * 6
    view.finished, view.firsts = (1, 0), (1,)
    assert [open_points(view, seat) for seat in (0, 1)] == [12, 16]
    assert not any(summary.complete for summary in player_summaries(view, seats(5))[:2])


FULL = ("Ada", "Bertram", "Cosima", "Dietrich", "Elsbeth", "Florian", "Gisela", "Hartmut")


@pytest.mark.asyncio
@pytest.mark.parametrize("spoken", languages())
async def test_the_order_of_choosing_names_eight_players_whole_in_a_small_window(spoken: str) -> None:
    speak(spoken)
    feed = FakeFeed()
    tables.drafting(feed, 8, FULL)
    async with client(feed) as pilot:
        line = text_frame(pilot.app).splitlines()[0]
        assert (
            "Hartmut \N{BLACK RIGHT-POINTING SMALL TRIANGLE}Ada Bertram Cosima Dietrich Elsbeth Florian Gisela" in line
        )


@pytest.mark.asyncio
async def test_a_name_that_is_cut_in_the_order_of_choosing_says_so() -> None:
    feed = FakeFeed()
    tables.drafting(feed, 8, ("Ada", "Bartholomew Featherstone", *FULL[2:]))
    async with client(feed) as pilot:
        line = text_frame(pilot.app).splitlines()[0]
        assert f"Ada Bartholomew Feat{UNICODE.more} Cosima Dietrich" in line
        assert "Gisela" in line


@pytest.mark.asyncio
@pytest.mark.parametrize("spoken", languages())
async def test_face_up_characters_take_no_room_from_effects(spoken: str) -> None:
    speak(spoken)
    feed = FakeFeed()
    tables.drafting(feed, saw=(1, 2, 3, 5, 6, 8))
    async with client(feed) as pilot:
        action_list = pilot.app.screen.query_one(ActionListView)
        inside = text_frame(pilot.app).splitlines()[action_list.region.y : action_list.region.bottom]
        assert UNICODE.more not in "".join(inside)
        assert len(action_list.actions.rows) == 6
        assert action_list.row_at(Offset(60, 6)) == 5

"""The called track and the notebook say who may be who, and are never wrong."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from textual.content import Content

from citadels_tui.pages.notebook_page import written
from citadels_tui.plain import pages
from citadels_tui.screens.notebook import NotebookScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.session.holders import CERTAIN, MAYBE, choosing_order, chosen, gone_before, grid, holder, passed_on
from citadels_tui.textart.symbols import ASCII
from citadels_tui.texts import speak
from citadels_tui.widgets.table_board import NotesPanel
from citadels_tui.wording.voice import Voice
from engine import Event, View, view
from engine.notebook import ASIDE, FACE_UP, Notebook
from net.client.updates import Happened
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import LARGE, client, settle
from tests.support.client.fake import NAMES, FakeFeed
from tests.support.client.shown import shown
from tests.support.engine.games import BOXES, Box
from tests.support.engine.notebooks import noted_game, truth

ROOM = 40
"""Cells, enough for every word of the track."""


def words(now: View, book: Notebook, room: int = ROOM) -> dict[int, str]:
    """What the track says of each rank."""
    voice = Voice(ASCII, now.rules, NAMES[: now.rules.players], now.seat)
    ranks = range(1, len(now.rules.characters) + 1)
    return {rank: holder(now, voice, book.page(), rank, room=room).plain for rank in ranks}


@pytest.mark.parametrize(
    "box",
    [
        pytest.param(box, marks=() if box.players in (2, 5, 8) else pytest.mark.thorough)
        for box in BOXES
        if not box.actions
    ],
    ids=str,
)
@pytest.mark.thorough
def test_what_the_track_says_is_true(box: Box) -> None:
    chance, said = Random(str(box)), set()
    for g, books in noted_game(2, box):
        if g.over or chance.random() > 0.2:
            continue
        seat, places = chance.randrange(box.players), truth(g)
        for rank, word in words(view(g, seat), books[seat]).items():
            place = places[rank]
            name = NAMES[place] if place >= 0 else "?"
            meant = {
                "": True,
                "out": place in (FACE_UP, ASIDE),
                "gone": place >= 0 or place == ASIDE,
                "you": place == seat,
                name: place >= 0 and rank in g.players[place].shown,
                f"must be {name}": place >= 0,
            }
            assert meant.get(word) or (" or " in word and name in word.split(" or ")), (rank, word, place)
            said.add(word.split(" ")[0])
    assert {"", "you"} < said


@pytest.mark.thorough
def test_an_only_possible_player_is_named() -> None:
    found: set[tuple[str, str]] = set()
    for number in range(2):
        for g, books in noted_game(number, Box("classic", 7)):
            now = view(g, 0)
            long, short = words(now, books[0]), words(now, books[0], 8)
            found |= {(long[rank], short[rank]) for rank in long if long[rank].startswith("must be")}
    assert found
    assert all(short == long.replace("must be ", "=") for long, short in found)


def test_the_choosing_order_points_at_the_player_who_is_asked() -> None:
    for box in (Box("deluxe", 2), Box("deluxe", 3), Box("classic", 7), Box("deluxe", 8)):
        for g, _ in noted_game(1, box):
            if g.kind in ("draft", "aside") and g.round < 4:
                now = view(g, None)
                order = choosing_order(now)
                assert order[0] == g.dealer
                assert order[chosen(now)] == g.seat


def test_the_notebook_remembers_passed_and_discarded_characters() -> None:
    checked = 0
    for g, books in noted_game(1, Box("classic", 6)):
        for seat in range(6):
            now = view(g, seat)
            if g.called and "traded" not in g.marks and g.round < 5:
                first, *_ = now.saw
                assert set(first) - set(now.aside) == {*passed_on(now, books[seat].picked), *now.roles}
                assert set(gone_before(now)) == set(range(1, 9)) - set(first) - set(now.faceup)
                checked += 1
    assert checked


def test_a_notebook_page_has_a_row_for_each_character() -> None:
    games = noted_game(3, Box("deluxe", 8))
    g, books = next((g, books) for g, books in games if g.round == 2 and g.called)
    voice = Voice(ASCII, g.rules, NAMES, 0)
    lines = [line.plain for line in written(view(g, 0), voice, books[0], 78, books[0].rounds)]
    assert all(len(line) <= 78 for line in lines)
    assert lines[0].split()[:2] == ["Ann", "Bo"]
    assert lines[0].endswith("last round")
    assert [line.split()[0] for line in lines[1:10]] == list("123456789")
    assert all(line.split()[-1] in (*NAMES, "nobody", "out", "?") for line in lines[1:10])
    assert any(line.startswith("Choosing order") for line in lines)
    assert any(line.startswith("You passed on") for line in lines)


@pytest.mark.parametrize(("players", "width"), [(8, 78), (8, 196), (4, 78), (2, 78)])
def test_a_notebook_page_lists_earlier_rounds_with_names_or_ranks(players: int, width: int) -> None:
    box = Box("deluxe", players)
    g, books = next((g, books) for g, books in noted_game(3, box) if g.round == 4 and g.called)
    voice, book = Voice(ASCII, g.rules, NAMES[:players], 0), books[0]
    lines = [line.plain for line in written(view(g, 0), voice, book, width, book.rounds)]
    assert all(len(line) <= width for line in lines)
    at = lines.index("Who had which characters in the rounds before")
    assert lines[at + 1].split() == [
        name[: len(said)] for name, said in zip(NAMES, lines[at + 1].split(), strict=False)
    ]
    assert [line.split()[:2] for line in lines[at + 2 :]] == [["round", str(number)] for number in (3, 2, 1)]
    for number, line in zip((3, 2, 1), lines[at + 2 :], strict=True):
        page = book.rounds[number]
        known = [rank for seat in range(players) for rank in page.certain(seat)]
        named = [f"{rank} {voice.character(rank)}" for rank in known]
        assert known
        assert all(str(rank) in line.split(maxsplit=2)[2] for rank in known)
        if width > 100:
            assert all(name in line for name in named)


@pytest.mark.parametrize(("language", "last"), [("en", "or nobody"), ("nl", "of niemand"), ("de", "oder niemand")])
def test_line_by_line_a_character_that_may_be_nobodys_is_said_to_be(language: str, last: str) -> None:
    speak(language)
    g, books = next((g, books) for g, books in noted_game(3, Box("deluxe", 4)) if g.round == 2 and g.called)
    voice = Voice(ASCII, g.rules, NAMES[:4], 0)
    said = [line.plain for line in pages.holders(view(g, 0), voice, books[0].page())]
    maybe = [line.split(": ")[1].split(", ")[-1] for line in said if line.endswith(last)]
    assert maybe
    assert all(line in [f"{name} {last}" for name in NAMES[:4]] for line in maybe), said


def test_line_by_line_it_tells_as_much_as_the_page() -> None:
    players = 5
    g, books = next((g, books) for g, books in noted_game(3, Box("deluxe", players)) if g.round == 4 and g.called)
    voice, book, now = Voice(ASCII, g.rules, NAMES[:players], 0), books[0], view(g, 0)
    lines = [line.plain for line in pages.notebook_lines(now, voice, book, book.rounds)]
    for seat in range(players):
        (told,) = (line for line in lines if line.startswith(f"{voice.player(seat).plain}: "))
        certain, _sep, possible = told.partition("possibly ")
        for rank, sure in enumerate(grid(now, book.page()), start=1):
            named = f"{rank} {voice.character(rank)}"
            assert (named in certain, named in possible) == (sure[seat] == CERTAIN, sure[seat] == MAYBE)
    earlier = [line for line in lines if line.startswith("Round ")]
    assert [line.split(":")[0] for line in earlier] == ["Round 2", "Round 1"]
    for number, line in zip((2, 1), earlier, strict=True):
        for seat in range(players):
            known = book.rounds[number].certain(seat)
            had = voice.characters(known).plain or "unknown"
            assert f"{voice.player(seat).plain} ({had})" in line


def test_a_page_of_an_earlier_moment_tells_nothing_of_later_rounds() -> None:
    g, books = next((g, books) for g, books in noted_game(3, Box("deluxe", 5)) if g.round == 4 and g.called)
    voice, now = Voice(ASCII, g.rules, NAMES[:5], 0), view(g, 0)
    for number, told in ((4, 3), (3, 2), (2, 0), (1, 0)):
        then = replace(now, round=number)
        lines = [line.plain for line in written(then, voice, books[0], 120, books[0].rounds)]
        assert sum(line.startswith("round ") for line in lines) == told


@pytest.mark.asyncio
@pytest.mark.slow
async def test_w_opens_the_notebook_and_keys_or_a_click_close_it() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed, size=LARGE) as pilot:
        assert "w Who" in text_frame(pilot.app)
        for key in ("w", "escape", "q"):
            await pilot.press("w")
            await settle(pilot)
            assert isinstance(pilot.app.screen, NotebookScreen)
            assert "possible" in text_frame(pilot.app)
            await pilot.press(key)
            await settle(pilot)
            assert not isinstance(pilot.app.screen, NotebookScreen)
        await pilot.press("w")
        await settle(pilot)
        await pilot.click(offset=(40, 10))
        await settle(pilot)
        assert not isinstance(pilot.app.screen, NotebookScreen)
        await pilot.press("question_mark", "pagedown")
        await settle(pilot)
        assert "Who may be who" in text_frame(pilot.app)


@pytest.mark.asyncio
async def test_the_marks_of_ones_own_last_for_a_round() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed, size=LARGE) as pilot:
        board = pilot.app.screen
        assert isinstance(board, TableScreen)
        session, page = board.session, board.session.notes.page
        assert session.view is not None
        assert page is not None
        rank, seat = next(
            (rank, seat)
            for rank, row in enumerate(grid(session.view, page), 1)
            for seat, sure in enumerate(row[:-1])
            if sure == MAYBE
        )
        await pilot.press("w", "m", "enter")
        await settle(pilot)
        assert session.notes.marks == {(rank, seat): "likely"}
        assert "! you think so" in text_frame(pilot.app)
        row = next(line for line in text_frame(pilot.app).splitlines() if f" {rank} " in line[:6] and "!" in line)
        assert row.count("!") == 1
        await pilot.press("space", "escape", "escape")
        await settle(pilot)
        assert session.notes.marks == {(rank, seat): "unlikely"}
        assert not isinstance(pilot.app.screen, NotebookScreen)
        await pilot.press("w", "enter")
        await settle(pilot)
        assert session.notes.marks == {(rank, seat): "unlikely"}, "no mark is made before m"
        await pilot.press("m", "right", "left", "enter", "m")
        await settle(pilot)
        assert not session.notes.marks
        session.notes.mark(rank, seat)
        now = replace(session.view, round=session.view.round + 1)
        feed.tell(Happened(2, 3, "bot", (), replace(now, moves=())))
        await settle(pilot)
        assert not session.notes.marks, "another round"


@pytest.mark.asyncio
async def test_the_notebook_goes_on_with_the_game() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed, size=LARGE) as pilot:
        await pilot.press("w")
        await settle(pilot)
        before = text_frame(pilot.app)
        now = tables.middle()
        now.players[3].shown = (6,)
        feed.tell(Happened(2, 3, "bot", (Event("reveal", 3, rank=6),), replace(now, moves=())))
        await settle(pilot)
        assert text_frame(pilot.app) != before


def test_names_over_the_columns_are_whole_where_eight_play_in_a_small_window() -> None:
    names = ("Ada", "Bertram", "Cosima", "Dietrich", "Elsbeth", "Florian", "Gisela", "Hartmut")
    g, books = next((g, books) for g, books in noted_game(3, Box("deluxe", 8)) if g.round == 2 and g.called)
    voice = Voice(ASCII, g.rules, names, 0)
    lines = [line.plain for line in written(view(g, 0), voice, books[0], 78, books[0].rounds)]
    assert all(name in "\n".join(lines[:2]).split() for name in names)
    # Each begins where its column does, two cells before the sign in it.
    row = next(line for line in lines if line.startswith("2 "))
    signs = (ASCII.certain, ASCII.maybe, ASCII.never)
    for name in names:
        at = next(line.index(name) for line in lines[:2] if name in line)
        assert row[at + 2] in signs


@pytest.mark.asyncio
async def test_beside_the_board_no_heading_stands_without_what_it_heads() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed, size=(200, 60)) as pilot:
        panel = pilot.app.screen.query_one(NotesPanel)
        height = panel.content_size.height
        parts = tuple(Content(f"line {number}") for number in range(height - 3))
        for missing in (0, 1, 2):
            more = tuple(Content(f"round {number}") for number in range(9))
            panel.lines = (*parts[missing:], Content(""), *more)
            told = panel.render().plain.split("\n")
            assert told[-1] == (f"line {height - 4}" if missing == 0 else f"round {missing + 1}")


@pytest.mark.slow
@pytest.mark.asyncio
@pytest.mark.parametrize("name", ["notebook", "notebook-eight-players"])
async def test_in_a_window_that_has_shrunk_the_columns_are_those_of_a_new_one(name: str) -> None:
    async with shown(name, size=(40, 20)) as pilot:
        new = text_frame(pilot.app)
    async with shown(name) as pilot:
        await pilot.resize_terminal(40, 20)
        await settle(pilot)
        assert text_frame(pilot.app) == new

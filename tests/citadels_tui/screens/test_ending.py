"""The end of a game as a story: skylines, figures by round, who did what to whom, and the result as a text."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from textual.content import Content
from textual.pilot import Pilot

from citadels_tui.pages.chronicle import Deed, chronicle
from citadels_tui.pages.cities import Cities
from citadels_tui.pages.ending import check_line, deed_lines, headline, result_text
from citadels_tui.pages.score_table import scored, sources
from citadels_tui.screens.log import LogScreen
from citadels_tui.screens.replay import ReplayScreen
from citadels_tui.screens.result import ResultScreen
from citadels_tui.session.session import Session
from citadels_tui.session.start import ShowHome
from citadels_tui.textart.cells import fit, wrap
from citadels_tui.textart.line_chart import Series, line_chart
from citadels_tui.textart.symbols import ASCII, UNICODE, Symbols
from citadels_tui.texts import table
from citadels_tui.widgets.result_parts import ResultPage
from engine.editions import EDITIONS
from net.client.updates import Ended, Verified
from tests.citadels_tui.conftest import text_frame
from tests.support.client.driving import client, settle
from tests.support.client.fake import FakeFeed
from tests.support.client.recorded import recording

pytestmark = pytest.mark.slow


def played(players: int = 4, seat: int | None = 1, symbols: Symbols = UNICODE) -> Session:
    """A whole game as it was seen from a seat."""
    return recording(players).session(seat, symbols)


def end_of(session: Session) -> Ended:
    assert session.ending.ended
    return session.ending.ended


def page(pilot: Pilot[int]) -> ResultPage:
    return pilot.app.screen.query_one(ResultPage)


@asynccontextmanager
async def result(session: Session, size: tuple[int, int], *, ascii: bool = False) -> AsyncIterator[Pilot[int]]:
    """The result of a game on the screen."""
    async with client(start=ShowHome("Ann"), size=size, ascii=ascii) as pilot:
        await pilot.app.push_screen(ResultScreen(session))
        await settle(pilot)
        yield pilot


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(40, 20), (80, 24), (120, 40), (200, 60)])
async def test_one_page_tells_all_at_every_size(size: tuple[int, int]) -> None:
    session = played()
    async with result(session, size) as pilot:
        lines = [line.plain for line in page(pilot).shown.lines]
        told = "\n".join(lines)
        for seat in range(4):
            # In its city, and at the end of its line.
            assert sum(session.voice.name(seat) in line for line in lines) >= 2
        assert "districts" in told
        assert "Who did what" in told
        assert "Points at the end of each round" in told
        assert "Gold" not in told
        if size[0] >= 120:
            assert page(pilot).max_scroll_y == 0


@pytest.mark.asyncio
async def test_with_ascii_only() -> None:
    async with result(played(5, symbols=ASCII), (80, 24), ascii=True) as pilot:
        for key in ("home", "end"):
            await pilot.press(key)
            await settle(pilot)
            assert text_frame(pilot.app).isascii()


@pytest.mark.asyncio
async def test_nothing_is_lost_when_the_window_changes() -> None:
    async with result(played(8), (80, 24)) as pilot:
        for size in ((200, 60), (120, 40), (110, 34), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            frame = text_frame(pilot.app)
            assert "districts" in frame
            assert ("Points at the end of each round" in frame) == (size != (80, 24))


@pytest.mark.asyncio
@pytest.mark.parametrize(("players", "sources"), [(5, 0), (8, 0), (8, 12)])
async def test_all_cities_are_seen_without_scrolling_where_the_window_has_room(players: int, sources: int) -> None:
    session = played(players)
    ended = end_of(session)
    if sources:
        many = [*table.SOURCES, *sorted(EDITIONS["deluxe"].uniques)][:sources]
        session.ending.ended = ended._replace(
            scores=tuple(tuple((source, 1) for source in many) for _ in range(players))
        )
    async with result(session, (120, 40)) as pilot:
        lines = text_frame(pilot.app).splitlines()
        assert all(any(session.voice.name(seat) in line for line in lines) for seat in range(players))
        assert any("Points at the end of each round" in line for line in lines) or sources


@pytest.mark.asyncio
async def test_copied_as_a_text(tmp_path: Path) -> None:
    session = played()
    async with result(session, (80, 24)) as pilot:
        await pilot.press("c")
        await settle(pilot)
        ended = end_of(session)
        assert session.story.timeline
        text = result_text(session.ending, ended, chronicle(session.story.timeline, ended), session.voice, Content())
        assert pilot.app.clipboard == text
        # Where its log is stays on this machine.
        session.ending.verified = Verified(True, "All is well.", tmp_path / "games.db" / "A.proof")
        await pilot.press("c")
        await settle(pilot)
        assert f"{tmp_path}" not in pilot.app.clipboard
        assert "All is well." in pilot.app.clipboard
        session.ending.verified = recording().checked


@pytest.mark.asyncio
async def test_log_and_replay() -> None:
    async with result(played(), (120, 40)) as pilot:
        await pilot.press("l")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LogScreen)
        await pilot.press("escape")
        await settle(pilot)
        await pilot.press("r")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ReplayScreen)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ResultScreen)


def test_the_headline_says_who_how_and_when() -> None:
    session = played()
    assert session.story.timeline
    ended = end_of(session)
    told = chronicle(session.story.timeline, ended)
    lines = [line.plain for line in headline(ended, told, session.voice)]
    best = max(ended.totals)
    assert lines[0].endswith(f"{best} points.")
    assert len(lines) == 2
    tied = ended._replace(scores=((("districts", best),),) * 4, winners=(2,))
    tie = [line.plain for line in headline(tied, told, session.voice)][1]
    assert tie == f"Equal points: {TIES[EDITIONS[session.voice.rules.edition].tie]}"


TIES = {
    "rank": "the highest character revealed in the last round decides.",
    "districts": "the points of the districts alone decide.",
}


def test_deeds_are_told_from_the_readers_view() -> None:
    session = played()
    assert session.story.timeline
    told = chronicle(session.story.timeline, end_of(session))
    some = (
        Deed("theft", 0, 1, 2, 7),
        Deed("theft", 1, 0, 1, 3),
        Deed("murder", 2, 3, 1),
        Deed("destruction", 0, 1, 2, 0, ["tavern", "church"]),
        Deed("swap", 3, 2, 3),
    )
    lines = [line.plain for line in deed_lines(replace(told, deeds=some), session.voice)]
    assert lines == [
        "Ann robbed you 2 times, of 7 gold in all",
        "You robbed Ann of 3 gold",
        "Cleo killed Dan",
        "Ann destroyed your ⌂1 Tavern, ✞2 Church",
        "Dan swapped hands with Cleo 3 times",
    ]
    nothing = deed_lines(replace(told, deeds=()), session.voice)
    assert [line.plain for line in nothing] == ["Nobody did anything to anybody: a peaceful game."]


@pytest.mark.thorough
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("width", [36, 57, 76, 116, 196])
def test_cities_stand_in_straight_columns_with_every_district_named_once(players: int, width: int) -> None:
    session = played(players, None)
    ended = end_of(session)
    cities = Cities(ended, session.voice, width)
    for height in (0, 12, 24, 48):
        lines = cities.lines(cities.best(height, 0))
        assert all(line.cell_length <= width for line in lines)
        shown = "\n".join(line.plain for line in lines)
        assert all(session.voice.name(seat) in shown for seat in range(players))
        for player in ended.view.players:
            for card in player.city:
                assert all(word in shown for word in session.voice.district(card).plain.split())


def test_cities_are_drawn_or_in_words_and_never_both() -> None:
    session = played(4)
    cities = Cities(end_of(session), session.voice, 116)
    high, low = cities.best(40, 0), cities.best(10, 0)
    assert (high.columns, high.sky > 0, low.sky) == (2, True, 0)
    for form in (high, low):
        text = "\n".join(line.plain for line in cities.lines(form))
        assert text.count("Haunted") == 1


@pytest.mark.parametrize("symbols", [UNICODE, ASCII])
@pytest.mark.parametrize(("width", "height"), [(40, 11), (76, 11), (120, 30), (10, 3)])
@pytest.mark.parametrize("count", [1, 2, 8])
def test_a_chart_fills_its_place_and_names_every_line(symbols: Symbols, width: int, height: int, count: int) -> None:
    series = [Series(f"Player {i}", tuple(i * 3 + r for r in range(9)), "$accent") for i in range(count)]
    lines = line_chart(series, range(1, 10), width, height, symbols).plain.split("\n")
    assert len(lines) == height
    if width >= 40:
        assert all(fit_length <= width for fit_length in map(len, lines))
        assert all(any(f"Player {i}" in line for line in lines) for i in range(count))
        assert lines[-1].split() == [f"{r}" for r in range(1, 10)] or width < 60
    assert symbols.ascii == "\n".join(lines).isascii()


@pytest.mark.parametrize("top", range(2, 40))
@pytest.mark.parametrize("height", [12, 18, 60])
def test_the_figure_at_the_middle_of_a_chart_stands_where_a_line_has_it(top: int, height: int) -> None:
    flat = line_chart([Series("Ann", (top, top // 2, top // 2), "")], [1, 2, 3], 60, height, UNICODE).plain
    (line,) = (each for each in flat.split("\n")[1:-1] if each.split("│")[0].strip() == f"{top // 2}")
    assert "Ann" in line
    assert not line.split("│")[1].startswith(" " * 50)


def test_a_chart_of_one_round_and_of_nothing() -> None:
    share = line_chart([Series("Ann", (20, 40), "")], [1, 2], 40, 12, UNICODE, 100).plain.split("\n")
    assert share[0].split()[0] == "100│"
    assert "Ann" not in share[0]
    one = line_chart([Series("Ann", (5,), "")], [7], 40, 6, UNICODE).plain
    assert "Ann" in one
    assert one.split("\n")[-1].strip() == "7"
    nothing = line_chart([Series("Ann", (0, 0), ""), Series("Bo", (0, 0), "")], [1, 2], 40, 6, UNICODE).plain
    assert "Bo" in nothing


def test_a_chart_need_not_begin_at_nothing() -> None:
    high = line_chart([Series("Ann", (21, 30), ""), Series("Bo", (25, 25), "")], [1, 2], 40, 12, ASCII, bottom=20).plain
    lines = high.split("\n")
    assert (lines[0].split("|")[0].strip(), lines[-2].split("|")[0].strip()) == ("30", "20")
    assert "Ann" in lines[0]
    assert "25|" in next(line for line in lines if "Bo" in line)


def test_signatures_are_counted_in_the_line_of_the_check() -> None:
    session = Session(FakeFeed(), UNICODE)
    session.ending.verified = Verified(True, "All is well.", None)
    assert "signed" not in check_line(session.ending).plain
    session.ending.attested = frozenset({0, 2})
    assert check_line(session.ending).plain.endswith("signed by 2 players")
    assert fit(check_line(session.ending), 78, UNICODE).cell_length == 78


def test_action_cards_that_were_not_played_are_one_line_of_the_score() -> None:
    session = played()
    row = (("districts", 9), ("acrobat", 1), ("basilica", 2), ("rasputin", 1))
    ended = end_of(session)._replace(scores=(row, *end_of(session).scores[1:]))
    lines = [line.plain for line in sources(ended, session.voice, 80)]
    assert not any("Acrobat" in line or "Rasputin" in line for line in lines)
    (unplayed,) = (line for line in lines if line.startswith("unplayed cards"))
    assert "2" in unplayed.split()
    assert scored(row, session.voice) == [("districts", 9), ("unplayed", 2), ("basilica", 2)]


@pytest.mark.parametrize(
    "said",
    [
        "Gone before you chose: 1 Magistrate, 4 King, 5 Bishop, ♖3 Manor",
        "Bo builds N3 Manor, T5+ Town Hall, U- Secret Vault and * Circus Tent",
        "Bo builds ♖3 Manor, ⌂5+ Town Hall, ✦- Secret Vault and ❖ Circus Tent",
    ],
)
def test_lines_do_not_break_a_number_from_its_word_or_a_code_from_its_name(said: str) -> None:
    for width in range(15, 70):
        lines = [line.plain for line in wrap(Content(said), width)]
        assert " ".join(lines) == said
        assert all(line[-1].isalpha() or line[-1] in ",:" for line in lines)


@pytest.mark.parametrize(("longest", "lines"), [("Ann", 2), ("Maximilian", 2), ("Bartholomew Featherstone", 4)])
def test_names_of_eight_players_are_whole_in_the_score_table(longest: str, lines: int) -> None:
    session = played(8)
    names = ("Ada", "Bertram", "Cosima", "Dietrich", "Elsbeth", "Florian", longest, "Hartmut")
    drawn = list(sources(end_of(session), replace(session.voice, names=names), 76))
    told = [line.plain for line in drawn]
    bold = [line.plain[span.start : span.end] for line in drawn[:lines] for span in line.spans]
    assert sorted(bold) == sorted(names)
    heads = told[: next(at for at, line in enumerate(told) if line.startswith("districts"))]
    assert len(heads) == lines
    # Each ends where its column does.
    ends = {name: line.index(name) + len(name) for line in heads for name in names if name in line}
    assert sorted(ends) == sorted(names)
    assert sorted(ends.values()) == [18 + 7 * column for column in range(1, 9)]

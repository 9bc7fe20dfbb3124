"""Why you won or lost: on the result, in at most five lines, each of which leads to its moment."""

from __future__ import annotations

from functools import partial

import pytest
from textual.content import Content

from citadels_tui.pages.causes_page import MOST, cause_lines
from citadels_tui.screens.replay import ReplayScreen
from citadels_tui.screens.result import ResultScreen
from citadels_tui.textart.symbols import ASCII
from citadels_tui.texts import _, say, speak
from citadels_tui.texts import causes as texts
from citadels_tui.texts.catalogue import languages
from citadels_tui.wording.voice import listed
from engine.review import causes
from engine.review.causes import explain
from tests.support.client.driving import client, settle, shown, until
from tests.support.client.fake import FakeFeed
from tests.support.client.recorded import recording


def test_the_parts_that_are_read_add_up() -> None:
    game = recording()
    for seat in range(4):
        found = explain(game.record, seat, playouts=2, mistakes=False)
        *lines, last = cause_lines(found, game, ASCII)
        assert 0 < len(lines) <= MOST
        assert [line.moment for line in lines] == sorted(line.moment for line in lines)
        start, end = (int(word) for word in last.text.plain.replace(" %:", "").split()[1:4:2])
        points = [int(word.strip(".,")) for word in last.text.plain.split() if word[0] in "+-" or word == "0,"]
        assert end - start == sum(points), last.text.plain
        assert last.moment < 0


@pytest.mark.parametrize("language", languages())
def test_every_line_is_a_whole_phrase(language: str) -> None:
    speak(language)
    game = recording(5, "dark_city")
    found = explain(game.record, 2, playouts=1)
    for line in cause_lines(found, game, ASCII, most=100):
        assert not any(sign in line.text.plain for sign in ("{", "  ")), line.text.plain


@pytest.mark.parametrize("language", languages())
def test_the_sum_fits_into_a_small_terminal(language: str) -> None:
    """With the longest numbers that there are."""
    speak(language)
    points = "-100"
    for mistakes in (say(texts.MISTAKES, points=points), Content(_(texts.NO_MISTAKE))):
        rest = [say(part, points=points) for part in (texts.OWN, texts.OTHERS, texts.LUCK)]
        told = say(texts.IN_ALL, start=100, end=100, parts=listed([rest[0], mistakes, *rest[1:]]))
        assert told.cell_length <= 76, told.plain


@pytest.mark.asyncio
async def test_the_result_says_why_and_a_number_leads_to_the_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(causes, "explain", partial(explain, playouts=1, mistakes=False))
    game = recording()
    async with client(FakeFeed(), size=(80, 24)) as pilot:
        screen = ResultScreen(game.session(1, ASCII), game)
        await pilot.app.push_screen(screen)
        await until(pilot, lambda: "Chance " in shown(pilot))
        lines = [line for line in shown(pilot).splitlines() if ", " in line and "Round " in line]
        assert len(lines) <= MOST
        for number, line in enumerate(screen._causes[:-1], 1):
            await pilot.press(str(number))
            await settle(pilot)
            assert isinstance(pilot.app.screen, ReplayScreen)
            assert pilot.app.screen.moment == line.moment
            await pilot.press("escape")
            await settle(pilot)
            assert screen.is_current

"""The review of a game in the replay: it is worked out beside the screen, and leads to the turns that cost most."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable

import pytest

from citadels_tui.pages.review_page import costly
from citadels_tui.screens.help import HelpScreen
from citadels_tui.screens.replay import ReplayScreen
from citadels_tui.screens.review import ReviewScreen
from citadels_tui.session.start import ShowHome, ShowReplay
from engine.review.review import Review, ReviewEffort, review
from tests.citadels_tui.conftest import text_frame
from tests.support.client.driving import LARGE, SMALL, client, settle, until
from tests.support.client.recorded import game_file, reviewed
from tests.support.engine.compiled import replaces_code

pytestmark = pytest.mark.asyncio


@replaces_code
@pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.long)])
@pytest.mark.slow
@pytest.mark.thorough
async def test_a_review_is_written_and_leads_to_the_board(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.review.review.USUAL", ReviewEffort(3, 2, 2, 12, 2))
    game = game_file()
    turns = costly(review(game.record))
    assert turns
    async with client(start=ShowReplay(game), size=size) as pilot:
        replay = pilot.app.screen
        assert isinstance(replay, ReplayScreen)
        await pilot.press("n")
        assert replay.moment == 0
        await pilot.press("r")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, ReviewScreen)
        await until(pilot, lambda: all(worker.is_finished for worker in pilot.app.workers))
        assert screen.recording.review is not None
        await settle(pilot)
        frame = text_frame(pilot.app)
        assert "chance to win" in frame
        # The page has a scroll bar now, which it had not when the work began: no line of a chart is broken.
        assert re.search(r"at worst +\d+", frame)
        await pilot.press("n")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ReplayScreen)
        assert replay.moment == turns[0].choice.moment
        for turn in (*turns[1:], turns[0]):
            await pilot.press("n")
            await settle(pilot)
            assert replay.moment == turn.choice.moment
        # What was found is kept.
        pilot.app.clear_notifications()
        await pilot.press("r")
        await settle(pilot)
        assert "chance to win" in text_frame(pilot.app)
        # Through somebody's eyes their own turns count.
        seats = {turn.seat for turn in turns}
        await pilot.press("escape", *["v"] * (1 + max(seats)))
        await settle(pilot)
        for turn in [turn for turn in turns if turn.seat == max(seats)]:
            replay.go(turn.choice.moment - 1)
            await pilot.press("n")
            await settle(pilot)
            assert replay.moment == turn.choice.moment
        replay.go(0)
        await pilot.press("n")
        await settle(pilot)
        assert replay.moment == next(turn.choice.moment for turn in turns if turn.seat == max(seats))


@pytest.mark.slow
async def test_the_picture_and_the_turns_come_first_and_the_method_by_its_key() -> None:
    async with client(start=ShowHome("Ann"), size=LARGE) as pilot:
        await pilot.app.push_screen(ReviewScreen(reviewed(), lambda: None))
        await settle(pilot)
        assert "Accuracy compares" not in text_frame(pilot.app)
        assert "chance to win" in text_frame(pilot.app).splitlines()[2]
        await pilot.press("question_mark")
        await settle(pilot)
        assert "Accuracy compares their moves with random ones" in " ".join(text_frame(pilot.app).split())
        await pilot.press("question_mark")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HelpScreen)


@pytest.mark.parametrize("size", [(40, 30), (40, 20), SMALL, LARGE])
async def test_each_line_of_a_chart_has_room(size: tuple[int, int]) -> None:
    async with client(start=ShowHome("Ann"), size=size) as pilot:
        await pilot.app.push_screen(ReviewScreen(reviewed(), lambda: None))
        await settle(pilot)
        lines = text_frame(pilot.app).splitlines()
        first, last = (next(row for row, line in enumerate(lines) if said in line) for said in ("│", "Of ten games"))
        # Below them stand the numbers of the rounds.
        assert all("│" in line for line in lines[first : last - 1]), lines[first:last]


async def test_the_chances_are_read_while_the_turns_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    game, known = reviewed(), threading.Event()
    whole, game.review = game.review, None
    assert whole is not None

    def look(*_args: object, first: Callable[[Review], None], **_named: object) -> Review:
        first(whole._replace(turns=()))
        known.wait(60)
        return whole

    monkeypatch.setattr("engine.review.review.review", look)
    async with client(start=ShowHome("Ann"), size=LARGE) as pilot:
        await pilot.app.push_screen(ReviewScreen(game, lambda: None))
        await until(pilot, lambda: "chance to win" in text_frame(pilot.app))
        before = text_frame(pilot.app)
        assert "Looking at every turn again" in before
        # Of what is still looked for there is no word.
        assert "No turn clearly cost much" not in before
        assert "Accuracy" not in before
        known.set()
        await until(pilot, lambda: game.review is not None and "Accuracy" in text_frame(pilot.app))
        assert "Looking at every turn again" not in text_frame(pilot.app)
        assert before.splitlines()[2] == text_frame(pilot.app).splitlines()[2]


@pytest.mark.slow
async def test_a_review_that_nobody_waits_for_is_given_up() -> None:
    async with client(start=ShowReplay(game_file())) as pilot:
        await pilot.press("r")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, ReviewScreen)
        await pilot.press("escape")
        await settle(pilot)
        await until(pilot, lambda: all(worker.is_finished for worker in pilot.app.workers))
        assert screen.recording.review is None

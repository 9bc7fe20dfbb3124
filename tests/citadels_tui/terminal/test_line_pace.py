"""A slow line: a frame waits until the one before has arrived, and shows what there is to see then."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from citadels_tui.terminal.input_events import InputEvents, LineAnswered
from citadels_tui.terminal.line_pace import ANSWER, QUESTION, SLOW, LinePace
from tests.support.terminal import Terminal, improvement

HOME = ("-m", "citadels_tui", "--ascii")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_frames_wait_on_a_slow_line_and_on_no_other() -> None:
    clock = Clock()
    pace = LinePace(clock)

    def frames(*seconds: float) -> list[tuple[bool, bool]]:
        """For each frame whether it waits, and whether the line is asked then; the answer takes so many seconds."""
        found = []
        for each in seconds:
            found.append((pace.waits(), pace.asks()))
            clock.now += each
            pace.answered()
        return found

    fast, slow = SLOW / 2, SLOW * 2
    # A fast line is asked now and then, a slow one with every frame until it is fast again.
    assert frames(fast, fast, 6) == [(False, True), (False, False), (False, False)]
    assert frames(slow, slow, slow, fast, fast) == [(False, True)] * 4 + [(False, False)]


def test_a_frame_waits_until_the_one_before_has_arrived() -> None:
    clock = Clock()
    pace = LinePace(clock)
    assert pace.asks()
    clock.now += 1
    # Nobody knows yet whether it is slow, or whether the terminal answers at all.
    assert (pace.waits(), pace.owed) == (False, False)
    pace.answered()
    assert pace.asks()
    assert (pace.waits(), pace.owed) == (True, True)
    pace.answered()
    assert (pace.waits(), pace.owed) == (False, False)


def test_a_terminal_that_gives_no_answers_is_not_waited_for() -> None:
    clock = Clock()
    pace = LinePace(clock)
    assert pace.asks()
    clock.now += 1
    pace.answered()
    assert pace.asks()
    assert pace.waits()
    clock.now += 11
    assert (pace.waits(), pace.asks(), pace.owed) == (False, False, False)
    pace.answered()
    assert not pace.waits()


def test_an_answer_is_no_key() -> None:
    assert [type(event) for event in InputEvents().feed(ANSWER.encode())] == [LineAnswered]


@pytest.mark.slow
@improvement
@pytest.mark.terminal
def test_a_frame_waits_for_the_one_before_it(tmp_path: Path) -> None:
    with Terminal(HOME, tmp_path) as terminal:
        terminal.until(QUESTION)
        time.sleep(2 * SLOW)
        terminal.press(ANSWER)
        terminal.press("?")
        # The frame, and behind it whether it has arrived.
        terminal.until(QUESTION)
        terminal.press("\x1b[27u")
        before = len(terminal.shown)
        time.sleep(2 * SLOW)
        terminal.glance()
        # The shape of the mouse's pointer is no frame.
        assert terminal.shown[before:].replace(b"\x1b]22;default\x07", b"") == b""
        terminal.press(ANSWER)
        terminal.until("Your name")

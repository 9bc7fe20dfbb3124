"""Signs of ambiguous width: the terminal is asked once how wide it draws them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.support.terminal import Terminal

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="has no terminals of its own")]
PROGRAM = "from citadels_tui.terminal.wide_signs import *; print('wide', wide_signs({wait}), typed_before())"


class Answering(Terminal):
    """A terminal that tells where its cursor is: after a sign one cell further, or two."""

    def __init__(self, *arguments: object, cells: int, typed: bytes = b"", **options: object) -> None:
        self.cells, self.typed, self.answered = cells, typed, 0
        super().__init__(*arguments, **options)  # type: ignore[arg-type]

    def _read(self, patience: float = 0.2) -> bool:
        found = super()._read(patience)
        while self.cells and self.shown.count(b"\x1b[6n") > self.answered:
            place = 1 if self.answered % 2 == 0 else 1 + self.cells
            os.write(self._mine, self.typed + b"\x1b[7;%dR" % place)
            self.typed, self.answered = b"", self.answered + 1
        return found


@pytest.mark.parametrize(("cells", "wide"), [(1, False), (2, True), (0, False)])
def test_a_terminal_is_asked_how_wide_it_draws_signs(cells: int, wide: bool, tmp_path: Path) -> None:
    wait = 30 if cells else 0.1
    with Answering(["-c", PROGRAM.format(wait=wait)], tmp_path, cells=cells, typed=b"q") as terminal:
        terminal.until(f"wide {wide} {b'q' if cells else b''!r}")


@pytest.mark.thorough
def test_where_signs_are_wide_the_board_is_drawn_in_ascii(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    shown = []
    for cells in (2, 1):
        with Answering(["-m", "citadels_tui", "play"], tmp_path, cells=cells) as terminal:
            terminal.until("Hand:")
            shown.append(terminal.shown.rpartition(b"\x1b8")[2].decode(errors="replace"))
    # The frames around the cards.
    assert "\u2500" not in shown[0]
    assert "\u2500" in shown[1]


LATER = """
import time
from citadels_tui.terminal.wide_signs import *
with WidthQuestion({wait}) as question:
    print("asked", flush=True)
    time.sleep({busy})
    print("wide", question.wide(), question.wide(), flush=True)
print("typed", typed_before(), flush=True)
print("left", input())
"""


def test_a_terminal_answers_while_something_else_is_done(tmp_path: Path) -> None:
    """Whoever comes later than that finds the answer there, and waits no more; then the terminal echoes again."""
    with Answering(["-c", LATER.format(wait=0, busy=1)], tmp_path, cells=2, typed=b"q") as terminal:
        terminal.until("wide True False")
        terminal.until("typed b'q'")
        terminal.press("mine\r")
        terminal.until("left mine")


def test_an_answer_that_nobody_asks_for_is_not_left_to_the_shell(tmp_path: Path) -> None:
    code = "from citadels_tui.terminal.wide_signs import *\nwith WidthQuestion(30): pass\nprint('left', input('!'))"
    with Answering(["-c", code], tmp_path, cells=1) as terminal:
        terminal.until("!")
        terminal.press("mine\r")
        terminal.until("left mine")

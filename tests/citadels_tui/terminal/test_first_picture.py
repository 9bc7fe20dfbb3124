"""The empty table, painted before the client is loaded: it comes first, gives way to the board, and is never left."""

from __future__ import annotations

from pathlib import Path

import pytest

from citadels_tui.terminal.first_picture import picture
from tests.support.terminal import USUAL, Terminal

pytestmark = pytest.mark.terminal

PLAY = ("-m", "citadels_tui", "play", "--name", "Ann")


@pytest.mark.thorough
def test_it_is_there_before_the_table_is_loaded(tmp_path: Path) -> None:
    with Terminal([*PLAY, "--players", "3"], tmp_path) as terminal:
        # Nothing else is written by then.
        terminal.until("Setting the table...")
        first = terminal.shown.decode()
        assert first.count("····· ····· ····· ····· ····· ····· ·····") == 3
        assert "Leave" not in first
        terminal.until("Leave")
        terminal.press("q")
        terminal.until("Leave this game?")
        terminal.press("y")
        terminal.until("Your name")
        terminal.press("q")
        assert terminal.ended() == 0
        assert terminal.modes() == USUAL


@pytest.mark.slow
@pytest.mark.parametrize("command", ["play", "ladder"])
def test_the_terminal_is_turned_to_its_other_page_once(command: str, tmp_path: Path) -> None:
    with Terminal(("-m", "citadels_tui", command, "--name", "Ann"), tmp_path) as terminal:
        terminal.until("Leave")
        assert terminal.shown.count(b"\x1b[?1049h") == 1


def test_errors_before_the_first_screen_are_printed_in_the_terminal(tmp_path: Path) -> None:
    with Terminal([*PLAY, "--preset", "nonsense"], tmp_path) as terminal:
        assert terminal.ended() == 2
        assert terminal.modes() == USUAL
        assert b"nonsense" in terminal.shown.rpartition(b"\x1b[?1049l")[2]


@pytest.mark.slow
def test_nobody_sees_it_where_lines_are_read(tmp_path: Path) -> None:
    for arguments, term in (([*PLAY, "--plain"], "xterm"), ([*PLAY], "dumb")):
        with Terminal(arguments, tmp_path, term=term) as terminal:
            terminal.until("Ann")
            assert "\x1b[?1049h" not in terminal.shown.decode()


def test_it_is_as_small_as_the_window() -> None:
    for columns, lines in ((1, 1), (20, 3), (40, 20), (500, 200)):
        rows = picture(8, columns, lines, ascii=False).split("H")[2:]
        assert 0 < len(rows) <= lines
        assert all(len(row.split("\x1b")[0]) <= columns for row in rows)
    assert picture(8, 80, 24, ascii=True).isascii()

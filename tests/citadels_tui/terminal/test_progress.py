"""The bar that shows how far something has come, and what is drawn of figures that are spread."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest

from citadels_tui.terminal.progress import pace, progress, watched
from citadels_tui.textart.histogram import CELLS, ROWS, histogram
from citadels_tui.textart.symbols import ASCII, UNICODE


class FakeScreen(io.StringIO):
    """A terminal that keeps what is written on it."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def screen_of(monkeypatch: pytest.MonkeyPatch) -> FakeScreen:
    """Standard error as a terminal; not in a fixture, for pytest puts its own there before each test."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    screen = FakeScreen()
    monkeypatch.setattr("sys.stderr", screen)
    return screen


def test_a_terminal_is_shown_words_and_count(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = screen_of(monkeypatch)
    assert list(watched("abcd", "Checking [/] things", 8, done=4)) == list("abcd")
    assert "Checking [/] things" in screen.getvalue()
    assert "8/8" in screen.getvalue()


def test_a_share_and_a_unit_can_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = screen_of(monkeypatch)
    with progress("Copying", " MB") as told:
        told(30, 40)
    with progress("Looking", "%") as told:
        told(0.5, 1)
    assert "30/40 MB" in screen.getvalue()
    assert "50 %" in screen.getvalue()


def test_redirected_output_goes_to_its_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = screen_of(monkeypatch)
    for each in watched("ab", "Working", 2):
        print(each)
    assert capsys.readouterr().out == "a\nb\n"
    assert "Working" in screen.getvalue()


def test_a_pipe_is_told_nothing_and_rich_is_not_loaded() -> None:
    code = (
        "import sys; from citadels_tui.terminal.progress import watched; print(list(watched('ab', 'Work', 2))); "
        "sys.exit('rich.progress' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "['a', 'b']\n", "")


@pytest.mark.parametrize(
    ("rate", "said"),
    [
        (250.4, "250 a second"),
        (1.24, "1.2 a second"),
        (0.42, "25 a minute"),
        (0.02, "1.2 a minute"),
        (1e-3, "3.6 an hour"),
    ],
)
def test_a_rate_is_said_as_a_person_counts(rate: float, said: str) -> None:
    assert pace(rate) == said


@pytest.mark.parametrize("most", [0, 5, 13, 14, 60, 999])
def test_a_histogram_has_every_figure_and_few_lines(most: int) -> None:
    counts = {figure: 1 + figure % 3 for figure in range(most + 1)}
    lines = list(histogram(counts, ASCII))
    assert len(lines) <= ROWS
    assert max(line.count("#") for line in lines) == CELLS
    assert sum(float(line.split()[-2]) for line in lines) == pytest.approx(100, abs=1)


def test_figures_that_never_came_have_lines_without_bars() -> None:
    assert list(histogram({3: 3, 5: 1}, UNICODE)) == [f"3  {'█' * 50} 75.0 %", "4  0.0 %", f"5  {'█' * 17} 25.0 %"]

"""The benchmark of the client: its terminal, its table of eight, and its lines."""

from __future__ import annotations

import json
import os
import sys

import pytest

from tests.bench.__main__ import main
from tests.bench.ui.eight_players import changed, middle
from tests.bench.ui.process_costs import family, processor, proportional, resident
from tests.bench.ui.pseudo_terminal import CHANGE, COLUMNS, LINES, PseudoTerminal
from tests.bench.ui.ui_report import Figure, written
from tests.terminal import SECONDS

ECHO = """
import os, signal, sys, tty
tty.setraw(0)
signal.signal(signal.SIGUSR1, lambda *_: os.write(1, 20 * b"changed"))
os.write(1, "{0.columns}x{0.lines} ready".format(os.get_terminal_size()).encode())
while True:
    os.write(1, 100 * os.read(0, 1))
"""


def test_a_program_in_a_terminal_of_its_own_is_measured_from_outside() -> None:
    with PseudoTerminal(["-c", ECHO], {}) as program:
        assert program.until(f"{COLUMNS}x{LINES} ready", SECONDS) > 0
        painted = program.painted("x", most=SECONDS)
        assert painted is not None
        assert painted.size == 100
        assert 0 < painted.first <= painted.last
        signalled = program.painted(CHANGE, most=SECONDS)
        assert signalled is not None
        assert signalled.size == 20 * len("changed")
        assert program.written(0.01) == 0
        assert not program.writes(0.01)
        assert program.quiet(0.01)


def test_a_terminal_has_the_size_that_is_asked_for() -> None:
    with PseudoTerminal(["-c", ECHO], {}, (200, 60)) as program:
        assert program.until("200x60 ready", SECONDS) > 0


def test_a_program_that_ends_too_soon_is_no_endless_wait() -> None:
    with PseudoTerminal(["-c", "print('no')"], {}) as program, pytest.raises(TimeoutError):
        program.until("ready")


def test_costs_of_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "linux":
        # Small systems have no `ps`.
        monkeypatch.setenv("PATH", "")
    assert os.getpid() in family(os.getpid())
    assert resident(os.getpid()) > 5
    for told in (proportional([os.getpid()]), processor([os.getpid()])):
        assert told is None or told > 0


def test_every_player_changes_and_changes_back() -> None:
    table = middle()
    other = changed(table)
    for before, after in zip(table.players, other.players, strict=True):
        assert (before.gold, before.hand, before.city) != (after.gold, after.hand, after.city)
    assert changed(other).players == table.players


def test_a_line_names_the_figure_its_ratio_and_the_goal() -> None:
    for figure, line in (
        (Figure("help opens", 66.04, "kB", 1.1, 1.5), "help opens 66.0 kB 1.10x 1.5x yes"),
        (Figure("client", 73.0, "MB", None, 60), "client 73.0 MB 60 MB NO"),
        (Figure("bare app", 5.0, "ms"), "bare app 5.0 ms"),
    ):
        assert " ".join(written(figure).split()) == line


@pytest.mark.long
@pytest.mark.terminal
def test_the_whole_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--ui", "--runs", "1", "--json"]) == 0
    figures = {figure["name"]: figure for figure in json.loads(capsys.readouterr().out)["figures"]}
    measured = {"citadels play: the board", "key to paint while bots play", "all eight panels change"}
    measured |= {
        "key to last paint while bots play",
        "help, escape to paint",
        "help closes",
        "help, escape as kitty sends it",
    }
    for size in ("80x24", "120x40", "200x60"):
        measured |= {f"cursor step, {size}: {what}" for what in ("first paint", "last paint", "output")}
    assert measured <= figures.keys()
    # No goals are asked that no client with these libraries can reach.
    assert figures["client: resident memory"]["most"] is None
    assert figures["client and local host: resident memory"]["most"] is None

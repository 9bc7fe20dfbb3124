"""The measured part of a page: one command writes it, with its origin, and finds it again."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import parse

import pytest

from tests.bench import pages
from tests.bench.__main__ import main
from tests.bench.growth import Growth
from tests.bench.measured import BEGIN, END, ROOT, MeasuredTable, Origin, block, found, shown, write
from tests.bench.pages import ATTACKS, COSTS, PAGES, QUICK, WORK, Load, Page, Tell
from tests.growth import Work

DOCUMENT = f"# A page\n\nBefore.\n\n{BEGIN}\nnothing yet\n{END}\n\nAfter.\n"
ORIGIN = re.compile(
    r"Measured on \d{4}-\d\d-\d\d by `([^`]+)` at (`[0-9a-f]{8}`(?: with changes)?|an unknown commit)"
    r" on .+, \d+ cores?(?:, load \d+\.\d)?, Python 3\.\d+\.\d+\w*\."
)


def fake(load: Load, tell: Tell) -> list[MeasuredTable]:
    tell("measured")
    return [MeasuredTable("Steps:", ("step", "us"), [("sign", 1234.5), ("check", 2000.0), ("games", load.games)])]


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "page.md"
    path.write_text(DOCUMENT)
    monkeypatch.setitem(PAGES, "engine", Page(path, fake))
    return path


def test_a_page_is_written_and_found_again(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert main(["--page", "engine"]) == 0
        text = page.read_text()
        (written,) = found(text)
        origin, _, rest = written.partition("\n\n")
        match = ORIGIN.fullmatch(origin)
        assert match
        assert match[1] == "scripts/bench --page engine"
        assert rest == "Steps:\n\n| step | us |\n|---|---|\n| sign | 1,234.5 |\n| check | 2,000 |\n| games | 40 |"
        assert text.replace(written, "nothing yet") == DOCUMENT
    assert capsys.readouterr() == ("", 2 * "measured\n")


def test_a_quick_try_leaves_the_page_alone(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--page", "engine", "--quick"]) == 0
    assert page.read_text() == DOCUMENT
    (printed,) = found(capsys.readouterr().out)
    assert "`scripts/bench --page engine --quick`" in printed
    assert f"| games | {QUICK.games} |" in printed


@pytest.mark.parametrize("text", ["# A page\n", 2 * DOCUMENT])
def test_a_page_without_one_measured_part_is_refused_before_it_is_changed(
    text: str, page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page.write_text(text)
    assert main(["--page", "engine"]) == 1
    assert page.read_text() == text
    told = capsys.readouterr().err.splitlines()
    assert re.fullmatch("The measurement was given up: .* must have one measured part, .*", told[-1])
    with pytest.raises(ValueError, match="one measured part"):
        write(page, "")


def test_what_is_measured_may_hold_a_backslash(page: Path) -> None:
    text = block(Origin("a\\1", "2026-01-01", "`0`", "here"), [])
    write(page, text)
    assert text in page.read_text()


@pytest.mark.parametrize("name", PAGES)
def test_every_measured_page_names_its_command(name: str) -> None:
    (written,) = found(PAGES[name].path.read_text("utf-8"))
    match = ORIGIN.match(written)
    assert match, written.splitlines()[0]
    assert match[1] == f"scripts/bench --page {name}"
    assert re.search(r"^\|---\|", written, re.MULTILINE)


def test_no_other_page_has_a_measured_part() -> None:
    measured = {path for path in (*ROOT.glob("*.md"), *ROOT.rglob("docs/*.md")) if BEGIN in path.read_text("utf-8")}
    assert measured == {page.path for page in PAGES.values()}


def test_values_are_shown_as_people_read_them() -> None:
    assert [shown(value) for value in (1234, 0.5, 1200.0, "a", 1234.56)] == ["1,234", "0.5", "1,200", "a", "1,234.56"]


# The tables of each page, of measurements that somebody made up

PACE = {"p50_ms": 1.5, "p99_ms": 2.5}
CAPACITY: dict[str, Any] = {
    **PACE, "moves_per_second": 99.5, "cpu": 0.1, "cpu_us_per_move": 1500, "checks_per_move": 14.0, "rss_mib": 90,
    "kib_per_connection": 28.0, "seen_p50_ms": 200.0, "seen_p99_ms": 350.0,
}  # fmt: skip
RESTART = {
    "tables": 5, "players": 40, "entries": 60, "listens_s": 1.0, "half_back_s": 2.0, "back_s": 3.0, "host_cpu_s": 0.5,
    "players_cpu_s": 0.7,
}  # fmt: skip
GUESTS = {
    "guests": 3, "lost": 1, "all_s": 9.0, "came_s": [0.5, 0.7], "mb_each": None, "cpu_s_each": 0.2, "rest_cores": 0.1,
    "key_ms": [50, 60],
}  # fmt: skip
ATTACK = {"alone": PACE, "attacked": PACE, "rss_growth_mib": 1.5, "lost": 0, "fates": {"closed": 1234, "open": 2}}
FIGURE = {"name": "help opens", "value": 12.34, "unit": "ms", "ratio": 1.234, "most": 1.1, "reached": False}
LOAD = Load(tables=(20, 100), attacks=("idle", "unheard of"))


def rows(table: MeasuredTable) -> dict[str, str]:
    return {str(row[0]): " | ".join(map(shown, row[1:])) for row in table.rows}


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, object], None]:
    return lambda path, answer: monkeypatch.setattr(path, lambda *_, **__: answer)


def test_the_table_of_the_engine(made_up: Callable[[str, object], None]) -> None:
    figures = {name: {"us": 4.0, "loop_turns": 123.4} for name in WORK}
    figures["games_per_second"] = figures["decisions_per_second"] = 5  # type: ignore[assignment]
    sets = {"first_game": figures, "random": figures}
    made_up("tests.bench.engine_speed.bench", {"python": "3", "rules": "pure", "loop_turn_ns": 20.0, "sets": sets})
    (table,) = pages.engine(LOAD, lambda _: None)
    assert rows(table) == dict.fromkeys(WORK.values(), "4 | 123.4 | 4 | 123.4")


def test_the_tables_of_scaling(
    monkeypatch: pytest.MonkeyPatch, made_up: Callable[[str, object], None], tmp_path: Path
) -> None:
    pytest.importorskip("asyncssh", reason="the extra ssh is not installed")

    def capacity(tables: int, _seconds: float, _folder: Path, *, visitors: int = 0, lifted: bool = False) -> object:
        return CAPACITY | {"tables": tables, "visitors": visitors, "lifted": lifted}

    monkeypatch.setattr("tests.bench.net.capacity.capacity", capacity)
    monkeypatch.setattr("tests.bench.net.report.own_core", lambda _: None)
    made_up("tests.bench.net.restart.restart", RESTART)
    made_up("tests.bench.ssh_guests.ssh_guests", GUESTS)
    work = [
        Work("fast", "tables", (1, 10), lambda *_: lambda: None),
        Work("slow", "games", (1, 2, 3), lambda *_: lambda: None),
    ]
    made_up("tests.bench.growth.growths", [Growth(work[0], (1.5, 2.0)), Growth(work[1], (0.1, 0.2, 1000.0))])
    monkeypatch.setattr("tests.bench.pages.PICTURE", tmp_path / "growth.svg")
    tables, beside, grown = pages.scaling(LOAD, lambda _: None)
    assert rows(grown) == {
        "fast (tables)": "1: 1.5 ms | 10: 2.0 ms | ",
        "slow (games)": "1: 0.1 ms | 2: 0.2 ms | 3: 1,000.0 ms",
    }
    drawn = parse(tmp_path / "growth.svg").getroot()
    assert [line.text for line in drawn.findall(".//{*}text")][-2:] == ["fast", "slow"]
    assert len(list(drawn.findall(".//{*}polyline"))) == 2
    figures = "99.5 | 1.5 ms | 2.5 ms | 0.1 | 1,500 us | 14 | 90 MiB"
    assert rows(tables) == {"20": figures, "100": figures, "1,000 (limits lifted)": figures}
    told = rows(beside)
    assert told["the same: half of the players are back, everybody is back"] == "2.0 s, 3.0 s"
    assert told["the same: processor in between, of the host and of all players, on a core each"] == "0.5 s, 0.7 s"
    assert (
        told["100 tables with 500 visitors at the list: a move is known to all eight"] == "median 1.5 ms, 99th 2.5 ms"
    )
    assert told["one of them: memory, processor to come"] == "not told here, 0.2 s"


def test_the_tables_of_reliability(monkeypatch: pytest.MonkeyPatch, made_up: Callable[[str, object], None]) -> None:
    pytest.importorskip("termios")
    monkeypatch.setattr("tests.bench.net.report.own_core", lambda _: None)
    busy = ATTACK | {"alone": PACE | {"p99_ms": 350.0}}
    # The machine was not quiet once: that attack is measured again.
    measured = iter([ATTACK, busy, ATTACK])
    monkeypatch.setattr("tests.bench.net.hostile.under", lambda name, _, **__: next(measured) | {"attack": name})
    made_up("tests.bench.net.costs.costs", dict.fromkeys([*COSTS, "entries", "game_entries"], 1500))
    figures = [FIGURE, FIGURE | {"name": "memory", "ratio": None}, FIGURE | {"name": "without a goal", "most": None}]
    made_up("tests.bench.ui.ui_report.ui_report", {"figures": figures})
    client, steps, attacks = pages.reliability(LOAD, lambda _: None)
    assert rows(client) == {"help opens": "12.3 ms | 1.23x | 1.1x (missed)", "memory": "12.3 ms |  | 1.1 ms (missed)"}
    assert rows(steps)["to verify a whole game of 1500 entries"] == "1,500 ms"
    assert len(steps.rows) == len(COSTS)
    expected = "2.5 ms | 2.5 ms | 1.5 MiB | 0 | 1,234 closed, 2 open"
    assert rows(attacks) == {ATTACKS["idle"]: expected, "unheard of": expected}

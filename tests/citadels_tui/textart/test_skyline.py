"""Cities as skylines: heights, names, plots, and what is seen of them for a moment."""

from __future__ import annotations

import pytest

from citadels_tui.story.highlights import highlight_of
from citadels_tui.textart.skyline import FALL_STEPS, LEAST_FOR_TWO, LEAST_LETTERS, Lot, skyline
from citadels_tui.textart.symbols import ASCII, UNICODE, Symbols
from engine.event import Event


def lot(name: str, type: str, cost: int) -> Lot:
    return Lot(f"{UNICODE.types[type]}{cost}", name, type, cost, f"${type}")


CITY = [
    lot("Manor", "noble", 3),
    lot("Cathedral", "religious", 5),
    lot("Market", "trade", 2),
    lot("Watchtower", "military", 1),
    lot("Dragon Gate", "unique", 6),
]


def drawn(lots: list[Lot], symbols: Symbols = UNICODE, width: int = 70, height: int = 7, plots: int = 2) -> list[str]:
    return [line.plain for line in skyline(lots, symbols, width, height, plots=plots)]


@pytest.mark.parametrize("symbols", [UNICODE, ASCII])
@pytest.mark.parametrize("height", [3, 4, 7, 9])
@pytest.mark.parametrize("width", [30, 47, 70, 140])
def test_buildings_are_as_high_as_they_cost(symbols: Symbols, height: int, width: int) -> None:
    lines = drawn(CITY, symbols, width, height)
    at = next(place for place, line in enumerate(lines) if CITY[0].code in line)
    sky, names = lines[:at], lines[at]
    assert len(lines) == height
    assert at in ((height - 1, height - 2) if height >= LEAST_FOR_TWO else (height - 1,))
    assert all(len(line) <= width for line in lines)
    starts = [names.index(each.code) for each in CITY]
    heights = [sum(line[start : start + 1].strip() != "" for line in sky) for start in starts]
    order = sorted(range(len(CITY)), key=lambda place: CITY[place].cost)
    assert [heights[place] for place in order] == sorted(heights)
    assert heights[4] == at
    assert at > heights[3] or at == 1


def test_a_narrow_skyline_cuts_names_before_signs_and_costs() -> None:
    for width in range(24, 140):
        names = drawn(CITY, width=width, height=1)[0]
        assert all(len(line) <= width for height in (1, 2, 4) for line in drawn(CITY, width=width, height=height))
        assert all(each.code in names for each in CITY)
    assert "Watchtower" in drawn(CITY)[-1]


@pytest.mark.parametrize("symbols", [UNICODE, ASCII])
@pytest.mark.parametrize("height", [1, 3, 4, 6])
def test_a_name_is_whole_or_says_that_it_is_cut(symbols: Symbols, height: int) -> None:
    for width in range(24, 90):
        lines = drawn(CITY, symbols, width, height, plots=0)
        at = next(place for place, line in enumerate(lines) if CITY[0].code in line)
        starts = [*(lines[at].index(each.code) for each in CITY), width]
        for each, start, end in zip(CITY, starts, starts[1:], strict=False):
            written = " ".join(line[start:end].strip() for line in lines[at:]).strip()
            said = written.removeprefix(each.code).strip()
            cut = said.removesuffix(symbols.more)
            assert said in ("", each.name) or (said != cut and len(cut) >= LEAST_LETTERS and each.name.startswith(cut))


def test_names_too_long_for_a_line_take_two() -> None:
    assert "Watchtower" not in drawn(CITY, width=50, height=LEAST_FOR_TWO - 1)[-1]
    for height in (LEAST_FOR_TWO, 6):
        *_sky, first, second = drawn(CITY, width=50, height=height)
        assert "Dragon" in first
        assert "Gate" in second


def test_a_small_skyline_loses_sky_then_plots_then_names() -> None:
    def lines_of_names(width: int) -> int:
        lines = drawn(CITY, width=width, height=5)
        return len(lines) - next(place for place, line in enumerate(lines) if CITY[0].code in line)

    def plots(width: int) -> int:
        return sum(line.count(UNICODE.plot) for line in drawn(CITY, width=width, height=5))

    def cut(width: int) -> bool:
        return any(UNICODE.more in line for line in drawn(CITY, width=width, height=5))

    first_two = max(width for width in range(24, 140) if lines_of_names(width) == 2)
    few = max(width for width in range(24, 140) if plots(width) < 4)
    none = max(width for width in range(24, 140) if not plots(width))
    first_cut = max(width for width in range(24, 140) if cut(width))
    assert first_two > few > none > first_cut


def test_marks_behind_a_cost_are_cut_after_names() -> None:
    museum = CITY[4]._replace(code="*5+(3)", name="Museum")
    for width in range(30, 90):
        assert "*5+(3)" in drawn([*CITY[:4], museum], width=width, height=1)[0]


def test_empty_plots_are_dotted_and_a_finished_city_has_its_roof() -> None:
    open_city, finished = drawn(CITY), skyline(CITY, UNICODE, 70, 7, complete=True)
    assert open_city[-2].count(UNICODE.plot) > open_city[-3].count(UNICODE.plot) == 0
    assert UNICODE.roof in finished[0].plain
    assert UNICODE.roof not in "".join(open_city)


def test_a_sky_of_one_line_has_no_line_over_the_roofs() -> None:
    assert skyline(CITY, UNICODE, 70, 2, complete=True) == skyline(CITY, UNICODE, 70, 2)


def test_types_are_told_apart_without_colour() -> None:
    for cost in (3, 4, 6):
        walls = {drawn([lot("Somewhere", type, cost)], plots=0)[-2] for type in UNICODE.types}
        roofs = {"".join(drawn([lot("Somewhere", type, cost)], plots=0)[:-1]) for type in UNICODE.types}
        assert len(walls) == len(roofs) == len(UNICODE.types)


def test_a_building_falls_step_by_step_and_leaves_rubble() -> None:
    gate = CITY[4]
    heights = []
    for step in range(FALL_STEPS + 1):
        *sky, _names = drawn([gate._replace(falls=step)], plots=0)
        heights.append(sum(UNICODE.bar in line for line in sky))
    assert heights == sorted(set(heights), reverse=True)
    assert heights[-1] == 0
    assert UNICODE.rubble in sky[-1]


def test_the_weightiest_of_several_events_has_the_beat() -> None:
    assert highlight_of([Event("gold", 1, amount=2)]) is None
    murder = highlight_of([Event("reveal", 1, rank=1), Event("kill", 1, rank=4)])
    assert murder is not None
    assert (murder.rank, murder.seat) == (4, -1)
    crown = highlight_of([Event("crown", 2, other=1), Event("gold", 2, amount=2)])
    assert crown is not None
    assert (crown.rank, crown.seat) == (0, 2)
    finished = highlight_of([Event("crown", 2, other=1), Event("complete", 3, amount=1)])
    assert finished is not None
    assert finished.seat == 3


@pytest.mark.parametrize(
    ("event", "victim"),
    [
        (Event("give", 2, other=0, amount=4, note="thief"), 2),
        (Event("give", 2, other=0, amount=1, note="abbot"), -1),
        (Event("leave", 3, other=1, card="fortress"), 3),
        (Event("leave", 3, other=3, card="fortress"), -1),
        (Event("swap", 1, other=2), 2),
        (Event("confiscate", 1, other=0, rank=4, card="manor"), 0),
    ],
)
def test_a_struck_city_lights_up(event: Event, victim: int) -> None:
    found = highlight_of([event])
    assert (found.colour if found else "", found.seat if found else -1) == ("$error" if victim >= 0 else "", victim)


def test_a_skyline_without_sky_still_has_signs_and_names() -> None:
    first, second = skyline(CITY, UNICODE, 44, 2)
    assert all(each.code in first.plain for each in CITY)
    assert "Manor" in second.plain
    assert any("reverse" in str(span.style) for span in first.spans)
    assert not any("reverse" in str(span.style) for span in second.spans)


def test_cities_beside_each_other_stand_on_one_ground() -> None:
    alone, beside = (skyline(CITY[:1], UNICODE, 70, 7, named=lines) for lines in (1, 2))
    assert len(alone) == len(beside) == 7
    assert alone[-1].plain.split() == ["♖3", "Manor"]
    assert beside[-2].plain.split() == ["♖3", "Manor"]
    assert not beside[-1].plain.strip()

"""Where everything stands at the table, in windows of every size."""

from __future__ import annotations

import pytest
from textual.geometry import Region

from citadels_tui.widgets.layouts import LAYOUTS, layout_for, plan

WINDOWS = (
    *((80, 24), (80, 50), (100, 24), (109, 34), (120, 40), (160, 30), (200, 60), (250, 70)),
    *((40, 20), (40, 30), (40, 60), (60, 24), (79, 35), (80, 20)),
)


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("players", range(2, 9))
def test_every_plan_covers_its_window_and_nothing_covers_anything_else(window: tuple[int, int], players: int) -> None:
    width, height = window
    ranks = 9 if players == 8 else 8
    for whole in (False, True):
        found = plan(width, height - 1, players, ranks, whole)
        places = dict(found.places)
        assert {f"city{place}" for place in range(players)} <= places.keys()
        for name, region in places.items():
            assert region.width > 0
            assert region.height > 0
            assert Region(0, 0, width, height - 1).contains_region(region), name
            assert not any(region.overlaps(other) for each, other in places.items() if each != name), name
        assert places["action_list"].height >= found.layout.action_list - found.layout.told - 1
        lines = {y for region in places.values() for y in range(region.y, region.bottom)}
        assert lines == set(range(height - 1))


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("players", range(2, 9))
def test_the_cities_of_a_row_share_its_whole_width(window: tuple[int, int], players: int) -> None:
    places = plan(window[0], window[1] - 1, players, 8).places
    own = places["city0"]
    for row in {places[f"city{place}"].y for place in range(players)}:
        cities = [places[f"city{place}"] for place in range(players) if places[f"city{place}"].y == row]
        assert min(city.x for city in cities) == own.x
        assert max(city.right for city in cities) == own.right


def test_each_layout_is_used_and_larger_windows_have_the_larger_ones() -> None:
    assert [layout_for(*window).name for window in WINDOWS[:5]] == ["small", "tall", "low", "low", "large"]
    assert layout_for(200, 60).name == "wide"
    assert [layout_for(*window).name for window in WINDOWS[8:]] == [
        *("narrow", "portrait", "portrait", "narrow", "portrait", "flat")
    ]
    assert layout_for(60, 15) == LAYOUTS[-1]

"""A lean strip is what Textual's is, and makes only the caches that it uses."""

from __future__ import annotations

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.cache import FIFOCache
from textual.strip import Strip

from citadels_tui.terminal.lean_strips import LateCache, make_lean

RED = Style(color="red")


def made(strip: Strip) -> int:
    """How many caches a strip has made."""
    places = [late._place for late in vars(Strip).values() if isinstance(late, LateCache)]
    count = 0
    for place in places:
        try:
            count += isinstance(place.__get__(strip), FIFOCache)
        except AttributeError:
            continue
    return count


def test_a_strip_makes_the_caches_that_it_uses() -> None:
    make_lean()
    strip = Strip([Segment("Tavern "), Segment("Market", RED)])
    assert strip.cell_length == 13
    assert strip.text == "Tavern Market"
    assert made(strip) == 0
    cut = strip.crop(3, 9)
    assert cut.text == "ern Ma"
    assert strip.crop(3, 9) is cut
    assert made(strip) == 1
    assert [part.text for part in strip.divide([7, 13])] == ["Tavern ", "Market"]
    assert strip.apply_style(RED).text == strip.text
    assert strip.adjust_cell_length(15).text == "Tavern Market  "
    assert Strip.join([strip, cut]).text == "Tavern Marketern Ma"
    assert "Market" in strip.render(Console())

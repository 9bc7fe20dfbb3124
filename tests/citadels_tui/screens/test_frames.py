"""What screens look like in ASCII, in each language, in every theme and layout; `test_every_screen.py` has the rest."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rich._palettes import EIGHT_BIT_PALETTE, STANDARD_PALETTE
from rich.color import ColorSystem
from textual.app import App

from citadels_tui.app.app import CitadelsApp
from citadels_tui.app.keymap import bindings
from citadels_tui.terminal.terminal_colours import Paint
from citadels_tui.terminal.theme import paint_of
from citadels_tui.texts import key_label, speak
from citadels_tui.texts.catalogue import ENGLISH, languages
from tests.citadels_tui.conftest import FRAMES, Frame, text_frame
from tests.support.client import tables
from tests.support.client.clipping import clipped
from tests.support.client.driving import LARGE, SMALL, client, settle
from tests.support.client.fake import FakeFeed
from tests.support.client.palette import LEAST_CONTRAST, contrast
from tests.support.client.shown import ALIKE, SCREENS, shown

pytestmark = [pytest.mark.slow, pytest.mark.asyncio, pytest.mark.usefixtures("elsewhere")]

UPRIGHT = (40, 30)
FRAMED = (SMALL, UPRIGHT)
"""Windows of which frames are kept."""
SIZES = (SMALL, (200, 60), LARGE, UPRIGHT, (60, 24), (40, 20))
"""Windows in which nothing is cut."""
OTHERS = sorted(set(languages()) - {ENGLISH})
LONGEST = "de"
"""The language with the longest words: where they have room, those of all others have."""
LAYOUTS = ((80, 50), (100, 24), (109, 34), (200, 60), (80, 20), (60, 24), (40, 20))
"""Windows that have layouts of the table of their own."""
IN_ALL_THEMES = ("everything", "settings")
"""Screens that together have nearly every pair of a text and its ground; `palette` and `leave` have some more."""
IN_ASCII = ("home", "settings", "lobby", "everything", "notebook", "log", "cards", "replay", "ending-4")
"""Screens that together have every kind of part."""


def pale(app: App[int], paint: Paint | None = None) -> dict[str, float]:
    """The words of a screen that are hard to read on what they stand on, with their contrast.

    Behind a box nothing is to be read.

    Args:
        app: At the screen.
        paint: How a terminal shows its colours; None: as they are.
    """
    found: dict[str, float] = {}
    boxes = [box.region for box in app.screen.query(".box")] if app.screen.is_modal else [app.screen.region]
    for y, strip in enumerate(app.screen._compositor.render_strips()):
        x = 0
        for segment in strip:
            style, shown = segment.style, any(box.contains(x, y) for box in boxes)
            x += segment.cell_length
            if not shown or style is None or not any(char.isalnum() for char in segment.text):
                continue
            if paint is None:
                colours = [color.get_truecolor().hex for color in (style.color, style.bgcolor) if color is not None]
            else:
                colours = [hex_of(code) for code in paint.look(style)[1:] if code]
            if len(colours) == 2 and contrast(*colours) < LEAST_CONTRAST:
                found[segment.text.strip()] = round(contrast(*colours), 2)
    return found


def hex_of(code: str) -> str:
    """The colour of a code, as a terminal shows it unless somebody has changed it."""
    parts = [int(part) for part in code.split(";")]
    if parts[1:2] == [5]:
        return EIGHT_BIT_PALETTE[parts[2]].hex
    (number,) = parts
    return STANDARD_PALETTE[number % 10 + (8 if number >= 90 else 0)].hex


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name",
    [
        *IN_ALL_THEMES,
        *(pytest.param(name, marks=pytest.mark.thorough) for name in ("palette", "leave")),
        *(pytest.param(name, marks=pytest.mark.long) for name in ("lobby", "ending-4", "review")),
    ],
)
async def test_in_every_theme_and_on_every_terminal_every_text_can_be_read(name: str) -> None:
    async with shown(name, size=LARGE) as pilot:
        app = pilot.app
        for theme in app.available_themes:
            app.theme = theme
            await settle(pilot)
            assert pale(app) == {}, theme
            for system in (ColorSystem.EIGHT_BIT, ColorSystem.STANDARD):
                assert pale(app, paint_of(theme, app.theme_variables, system)) == {}, (theme, system)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in IN_ASCII else pytest.mark.thorough)
        for name in SCREENS
        if name not in ALIKE
    ],
)
async def test_every_screen_in_ascii(frame: Frame, name: str) -> None:
    async with shown(name, ascii=True) as pilot:
        frame(pilot.app, f"{name}-ascii")
        for size in (SMALL, UPRIGHT):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert text_frame(pilot.app).isascii(), text_frame(pilot.app)


async def test_the_longest_words_are_those_of_the_language_that_is_always_shown() -> None:
    def length(language: str) -> int:
        speak(language)
        return sum(len(key_label(binding.description)) for binding in bindings(CitadelsApp).values())

    assert max(OTHERS, key=length) == LONGEST


@pytest.mark.parametrize(
    ("language", "name"),
    [
        pytest.param(language, name, marks=() if language == LONGEST and name in IN_ASCII else pytest.mark.thorough)
        for language in OTHERS
        for name in SCREENS
    ],
)
async def test_every_screen_in_every_language(frame: Frame, name: str, language: str) -> None:
    speak(language)
    async with shown(name) as pilot:
        frame(pilot.app, f"{name}-{language}")
        assert text_frame(pilot.app) != (FRAMES / f"{name}-80x24.txt").read_text(encoding="utf-8")
        for size in (SMALL, UPRIGHT):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert clipped(pilot.app) == [], size


@pytest.mark.thorough
@pytest.mark.parametrize(
    "table",
    [
        pytest.param(lambda feed: tables.income(feed, 2), id="2", marks=pytest.mark.thorough),
        pytest.param(lambda feed: tables.income(feed, 4), id="4", marks=pytest.mark.thorough),
        pytest.param(lambda feed: tables.income(feed, 8), id="8"),
        pytest.param(tables.drafting, id="draft"),
    ],
)
async def test_nothing_is_cut_in_any_layout(table: Callable[[FakeFeed], None]) -> None:
    feed = FakeFeed()
    table(feed)
    async with client(feed) as pilot:
        for size in LAYOUTS:
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert clipped(pilot.app) == [], size


async def test_too_small(frame: Frame) -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=(39, 19)) as pilot:
        frame(pilot.app, "too-small")


async def test_a_window_that_is_turned_or_divided_changes_at_once() -> None:
    feed = FakeFeed()
    tables.income(feed)
    frames: dict[tuple[int, int], str] = {}
    async with client(feed, size=UPRIGHT) as pilot:
        for turned in (False, True):
            for size in ((30, 20), (120, 40), (40, 20), (80, 20), (60, 24), (60, 19), (40, 30)):
                await pilot.resize_terminal(*size)
                await settle(pilot)
                shown = text_frame(pilot.app)
                assert frames.setdefault(size, shown) == shown, turned
                assert ("Please enlarge" in shown) == (size[0] < 40 or size[1] < 20)
        assert len(set(frames.values())) == len(frames)

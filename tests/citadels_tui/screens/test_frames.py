"""What every screen looks like: at four sizes, in ASCII, and in each language at 80x24; nothing is cut on any."""

from __future__ import annotations

import pytest
from rich._palettes import EIGHT_BIT_PALETTE, STANDARD_PALETTE
from rich.color import ColorSystem
from textual.app import App

from citadels_tui.terminal.terminal_colours import Paint
from citadels_tui.terminal.theme import OWN_THEMES, paint_of
from citadels_tui.texts import speak
from citadels_tui.texts.catalogue import ENGLISH, languages
from tests.citadels_tui.conftest import FRAMES, Frame, text_frame
from tests.support.client import tables
from tests.support.client.clipping import clipped
from tests.support.client.driving import LARGE, SMALL, client, settle
from tests.support.client.fake import FakeFeed
from tests.support.client.palette import LEAST_CONTRAST, contrast
from tests.support.client.shown import ALIKE, SCREENS, shown

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]

SIZES = {"80x24": SMALL, "200x60": (200, 60), "120x40": LARGE, "40x30": (40, 30)}
NARROW = {"60x24": (60, 24), "40x20": (40, 20)}
"""Other narrow windows, of which frames are kept where they have layouts of the table."""
OTHERS = sorted(set(languages()) - {ENGLISH})
LAYOUTS = {"80x50": (80, 50), "100x24": (100, 24), "109x34": (109, 34), "200x60": (200, 60), "80x20": (80, 20)} | NARROW
IN_ALL_THEMES = ("everything", "settings", "palette", "leave")
"""Screens that together have nearly every pair of a text and its ground."""
"""Windows whose layouts of the table the other frames do not show."""


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files and times are those of nobody."""
    monkeypatch.setattr("citadels_tui.screens.settings.path", lambda: "/home/ann/.config/citadels/settings.json")
    monkeypatch.setattr("citadels_tui.history.game_list.day", lambda facts: "2026-11-22")
    monkeypatch.setattr("citadels_tui.history.game_list.moment", lambda facts: "2026-11-22 20:15")


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


@pytest.mark.parametrize(
    "name", [*IN_ALL_THEMES, *(pytest.param(name, marks=pytest.mark.long) for name in ("lobby", "ending-4", "review"))]
)
async def test_in_every_theme_and_on_every_terminal_every_text_can_be_read(name: str) -> None:
    async with shown(name, size=LARGE) as pilot:
        app = pilot.app
        assert len(app.available_themes) > 15
        for theme in app.available_themes:
            app.theme = theme
            await settle(pilot)
            assert pale(app) == {}, theme
            for system in (ColorSystem.EIGHT_BIT, ColorSystem.STANDARD):
                assert pale(app, paint_of(theme, app.theme_variables, system)) == {}, (theme, system)


@pytest.mark.parametrize("name", SCREENS)
async def test_every_screen(frame: Frame, name: str) -> None:
    async with shown(name) as pilot:
        for label, size in SIZES.items():
            await pilot.resize_terminal(*size)
            await settle(pilot)
            frame(pilot.app, f"{name}-{label}")
            assert clipped(pilot.app) == [], label
        for label, size in NARROW.items():
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert clipped(pilot.app) == [], label
        if name not in ALIKE:
            for theme in OWN_THEMES:
                pilot.app.theme = theme.name
                await settle(pilot)
                assert pale(pilot.app) == {}, theme.name


@pytest.mark.parametrize("name", [name for name in SCREENS if name not in ALIKE])
async def test_every_screen_in_ascii(frame: Frame, name: str) -> None:
    async with shown(name, ascii=True) as pilot:
        frame(pilot.app, f"{name}-ascii")
        for size in (SMALL, SIZES["40x30"]):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert text_frame(pilot.app).isascii(), text_frame(pilot.app)


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("language", OTHERS)
async def test_every_screen_in_every_language(frame: Frame, name: str, language: str) -> None:
    speak(language)
    async with shown(name) as pilot:
        frame(pilot.app, f"{name}-{language}")
        assert text_frame(pilot.app) != (FRAMES / f"{name}-80x24.txt").read_text(encoding="utf-8")
        for size in (SMALL, SIZES["40x30"]):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert clipped(pilot.app) == [], size


@pytest.mark.parametrize("size", LAYOUTS)
@pytest.mark.parametrize("players", [2, 4, 8])
async def test_layouts(frame: Frame, size: str, players: int) -> None:
    feed = FakeFeed()
    tables.income(feed, players)
    async with client(feed, size=LAYOUTS[size]) as pilot:
        frame(pilot.app, f"layout-{players}-players-{size}")
        assert clipped(pilot.app) == []


@pytest.mark.parametrize("size", [each for each in LAYOUTS if each not in SIZES])
async def test_the_draft_in_every_layout(frame: Frame, size: str) -> None:
    feed = FakeFeed()
    tables.drafting(feed)
    async with client(feed, size=LAYOUTS[size]) as pilot:
        frame(pilot.app, f"draft-{size}")
        assert clipped(pilot.app) == []


async def test_too_small(frame: Frame) -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=(39, 19)) as pilot:
        frame(pilot.app, "too-small")


async def test_a_window_that_is_turned_or_divided_changes_at_once() -> None:
    feed = FakeFeed()
    tables.income(feed)
    frames: dict[tuple[int, int], str] = {}
    async with client(feed, size=SIZES["40x30"]) as pilot:
        for turned in (False, True):
            for size in ((30, 20), (120, 40), (40, 20), (80, 20), (60, 24), (60, 19), (40, 30)):
                await pilot.resize_terminal(*size)
                await settle(pilot)
                shown = text_frame(pilot.app)
                assert frames.setdefault(size, shown) == shown, turned
                assert ("Please enlarge" in shown) == (size[0] < 40 or size[1] < 20)
        assert len(set(frames.values())) == len(frames)

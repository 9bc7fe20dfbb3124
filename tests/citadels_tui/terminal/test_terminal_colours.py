"""Terminals with fewer colours than a theme, or with none: what differs still differs, and can be read."""

from __future__ import annotations

import re
import sys
from itertools import combinations
from pathlib import Path

import pytest
from rich.color import ColorSystem
from rich.style import Style
from textual.app import App
from textual.color import Color

from citadels_tui.terminal.contrast import LEAST_CONTRAST, contrast, readable
from citadels_tui.terminal.terminal_colours import Paint, colour_system, nearest
from citadels_tui.terminal.theme import CITADELS, CITADELS_LIGHT, grounds_of, paint_of
from tests.support.client import palette
from tests.support.client.driving import settle
from tests.support.client.shown import shown
from tests.support.terminal import USUAL, Terminal, improvement, until_gone


@pytest.mark.parametrize(
    ("environ", "system"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, ColorSystem.TRUECOLOR),
        ({"TERM": "xterm-256color"}, ColorSystem.EIGHT_BIT),
        # Behind `ssh`, which tells the type alone.
        *(({"TERM": term}, ColorSystem.TRUECOLOR) for term in ("xterm-kitty", "xterm-ghostty", "alacritty", "foot")),
        ({"TERM": "tmux-256color"}, ColorSystem.EIGHT_BIT),
        *(({"TERM": term}, ColorSystem.STANDARD) for term in ("xterm", "linux", "vt100", "no-such-terminal", "")),
        ({}, ColorSystem.STANDARD),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, None),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, ColorSystem.EIGHT_BIT),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="there the system says it")
def test_how_many_colours_a_terminal_has(environ: dict[str, str], system: ColorSystem | None) -> None:
    assert colour_system(environ) == system


def test_contrast_is_that_of_the_standard() -> None:
    for one, other in combinations(("#000000", "#FFFFFF", "#14171B", "#FE640B", "#EFF1F5"), 2):
        assert contrast(Color.parse(one), Color.parse(other)) == pytest.approx(palette.contrast(one, other), rel=1e-6)
    assert contrast(Color.parse("#FE640B"), Color.parse("#EFF1F5")) < LEAST_CONTRAST
    grounds = [Color.parse("#EFF1F5"), Color.parse("#CCD0DA")]
    better = readable(Color.parse("#FE640B"), grounds)
    assert LEAST_CONTRAST <= min(contrast(better, ground) for ground in grounds) < LEAST_CONTRAST + 0.3
    assert readable(better, grounds) == better


def test_a_dark_grey_becomes_a_grey() -> None:
    assert nearest(Color.parse("#222831"), ColorSystem.EIGHT_BIT) == 235
    assert nearest(Color.parse("#1F2F3B"), ColorSystem.EIGHT_BIT) in range(232, 256)


@pytest.mark.asyncio
async def test_the_grounds_of_the_own_themes_stay_apart_with_256_colours() -> None:
    async with shown("income") as pilot:
        for theme in (CITADELS.name, CITADELS_LIGHT.name):
            pilot.app.theme = theme
            await settle(pilot)
            found = pilot.app.theme_variables
            paint = paint_of(theme, found, ColorSystem.EIGHT_BIT)
            grounds = {name: Style(bgcolor=ground.rich_color) for name, ground in grounds_of(found).items()}
            codes = {name: paint.look(style)[2] for name, style in grounds.items()}
            assert len({codes[name] for name in ("background", "surface", "panel", "acting", "aimed")}) == 5, codes
            if theme == CITADELS.name:
                assert set(codes.values()) <= {f"48;5;{number}" for number in range(234, 239)}


def looks(app: App[int], paint: Paint) -> dict[str, set[str]]:
    """The attributes with which a terminal shows each word of a screen that stands out or is less important."""
    found: dict[str, set[str]] = {}
    for strip in app.screen._compositor.render_strips():
        for segment in strip:
            attributes, colour, ground = paint.look(segment.style)
            assert not colour
            assert not ground
            for word in segment.text.split():
                found.setdefault(word, set()).update(attributes.split(";"))
    return found


@pytest.mark.asyncio
async def test_without_colours_what_differs_still_differs() -> None:
    async with shown("income") as pilot:
        paint = paint_of(pilot.app.theme, pilot.app.theme_variables, None)
        found = looks(pilot.app, paint)
        # The prompt, which waits for this player; a row that can be chosen, and one that cannot.
        assert "7" in found["income."]
        assert "2" not in found["Draw"]
        assert "2" in found["Palace"]
    async with shown("settings") as pilot:
        before = looks(pilot.app, paint)
        assert "7" in before["Language"]
        assert "7" not in before["Colours"]
        await pilot.press("down")
        await settle(pilot)
        after = looks(pilot.app, paint)
        assert "7" not in after["Language"]
        assert "7" in after["Colours"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "environ",
    [
        pytest.param({"NO_COLOR": "1", "COLORTERM": "truecolor"}, marks=improvement),
        {
            "TERM": "",
            "TEXTUAL": "headless,debug,devtools",
            "TEXTUAL_DRIVER": "nonsense",
            "TEXTUAL_FPS": "x",
            "TEXTUAL_COLOR_SYSTEM": "mauve",
            "TEXTUAL_THEME": "nonsense",
            "TEXTUAL_FILTERS": "dim,x",
            "TEXTUAL_LOG": "/nowhere/log",
            "TEXTUAL_PRESS": "q,y",
            "TEXTUAL_SCREENSHOT": "0",
            "TEXTUAL_DEVTOOLS_PORT": "-1",
            "TEXTUAL_ANIMATIONS": "sometimes",
            "TEXTUAL_DIM_FACTOR": "x",
            "TEXTUAL_SMOOTH_SCROLL": "x",
            "TEXTUAL_SLOW_THRESHOLD": "x",
            "TEXTUAL_ALLOW_SIGNALS": "1",
            "TEXTUAL_SPEEDUPS": "0",
            "ESCDELAY": "1000000000",
            "UNICODE_VERSION": "nonsense",
            "FORCE_COLOR": "x",
            "TTY_COMPATIBLE": "0",
            "TTY_INTERACTIVE": "0",
        },
        {"TERM": "no-such-terminal", "TEXTUAL_DRIVER": "os:system", "TEXTUAL_FPS": "-1", "COLORTERM": "mauve"},
    ],
    ids=["no-colour", "nonsense", "unknown"],
)
@pytest.mark.terminal
@pytest.mark.skipif(sys.platform != "linux", reason="reads a terminal as Linux gives it")
def test_it_plays_in_every_environment(
    environ: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    words = ("-m", "citadels_tui", "play", "--players", "2", "--seed", "5", "--name", "Ann")
    with Terminal(words, tmp_path, term=environ.get("TERM", "xterm-256color")) as terminal:
        terminal.until("Choose your character")
        terminal.press("\x11")
        terminal.until("Leave")
        assert terminal.ended("y") == 0
        assert terminal.modes() == USUAL
        assert terminal.attributes() == terminal.before
        coloured = re.search(rb"\x1b\[(?:[\d;]*;)?(?:[349]\d|10[0-7])[;m]", terminal.shown)
        assert bool(coloured) == ("NO_COLOR" not in environ), coloured
    until_gone(tmp_path)

"""Colours that everybody can read and tell apart, and a command palette that finds what people look for."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from textual.theme import Theme

from citadels_tui.terminal.theme import OWN_THEMES, TYPES_ON_DARK, TYPES_ON_LIGHT, variables
from citadels_tui.textart.symbols import ASCII, UNICODE, Symbols
from citadels_tui.texts import speak
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, look_up, until
from tests.support.client.fake import FakeFeed
from tests.support.client.palette import LEAST_CONTRAST, Rgb, contrast, linear
from tests.support.terminal import improvement

LEAST_DISTANCE = 10.0
"""CIE76: clearly another colour, beside each other."""
BLIND = {
    # Machado, Oliveira, Fernandes (2009), of full severity, for linear RGB.
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def lab(rgb: Rgb) -> Rgb:
    red, green, blue = (min(max(c, 0.0), 1.0) for c in rgb)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen(colour: str, matrix: tuple[Rgb, ...]) -> Rgb:
    rgb = linear(colour)
    return lab(tuple(sum(a * b for a, b in zip(row, rgb, strict=True)) for row in matrix))  # type: ignore[arg-type]


def distance(one: Rgb, other: Rgb) -> float:
    return math.dist(one, other)


def pairs(theme: Theme) -> dict[str, float]:
    """The contrast of every text on every background it stands on."""
    own = variables(theme.dark)
    texts = {"foreground": theme.foreground, "accent": theme.accent, "warning": theme.warning, "error": theme.error}
    texts |= {"success": theme.success, **own}
    grounds = {"background": theme.background, "surface": theme.surface, "panel": theme.panel}
    found = {
        f"{text} on {ground}": contrast(str(colour), str(below))
        for text, colour in texts.items()
        for ground, below in grounds.items()
    }
    # The prompt when it is your turn, a building's sign without its building, and the cursor of a list.
    found["background on accent"] = contrast(str(theme.background), str(theme.accent))
    found |= {f"background on {type}": contrast(str(theme.background), own[type]) for type in TYPES_ON_DARK}
    found["cursor"] = contrast(theme.variables["block-cursor-foreground"], theme.variables["block-cursor-background"])
    found["key"] = contrast(theme.variables["footer-key-foreground"], str(theme.panel))
    return found


@pytest.mark.parametrize("theme", OWN_THEMES, ids=lambda theme: theme.name)
def test_every_text_can_be_read_on_what_it_stands_on(theme: Theme) -> None:
    assert {pair: round(found, 2) for pair, found in pairs(theme).items() if found < LEAST_CONTRAST} == {}


@pytest.mark.parametrize("blindness", BLIND)
@pytest.mark.parametrize("types", [TYPES_ON_DARK, TYPES_ON_LIGHT], ids=["dark", "light"])
def test_types_are_told_apart_by_everybody(types: dict[str, str], blindness: str) -> None:
    found = {name: seen(colour, BLIND[blindness]) for name, colour in types.items()}
    close = {
        (one, other): round(distance(found[one], found[other]), 1)
        for one, other in combinations(types, 2)
        if distance(found[one], found[other]) < LEAST_DISTANCE
    }
    # Where colours come close, signs tell: they differ in any case.
    assert close == {}


@pytest.mark.parametrize("symbols", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_types_have_signs_of_their_own(symbols: Symbols) -> None:
    signs = list(symbols.types.values())
    assert len(set(signs)) == len(signs) == len(TYPES_ON_DARK)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("theme", "Change the colours"),
        ("light", "Change the colours"),
        ("colours", "Change the colours"),
        ("language", "Settings"),
        ("sound", "Settings"),
        ("undo", "Undo"),
    ],
)
@pytest.mark.slow
async def test_the_palette_finds_what_people_look_for(typed: str, found: str) -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("ctrl+p")
        await look_up(pilot, typed)
        assert found in text_frame(pilot.app)


@pytest.mark.asyncio
@improvement
async def test_the_palette_says_in_the_player_s_language_that_nothing_was_found() -> None:
    feed = FakeFeed()
    tables.income(feed)
    speak("nl")
    async with client(feed) as pilot:
        await pilot.press("ctrl+p")
        await look_up(pilot, "xqzxqz")
        await until(pilot, lambda: "Niets heet zo." in text_frame(pilot.app))

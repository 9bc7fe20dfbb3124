"""Colours as a terminal has them: 16 million, 256, 16, or none.

Where there are fewer than a theme has, the nearest one is chosen as people see it, and for a text so that it can still
be read on its ground. To round each part of a colour by itself would make a loud blue of a dark grey.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style
from textual.color import Color

from citadels_tui.terminal.contrast import LEAST_CONTRAST, contrast, linear

Look = tuple[str, str | None, str]
"""The codes of a style: attributes, colour and background, each empty where there is none; no colour where it is not
seen."""

_TRUECOLOUR = ("alacritty", "contour", "foot", "foot-extra", "rio", "wezterm", "xterm-ghostty", "xterm-kitty")
"""Types of terminals that have all colours, also where nothing else says so: `ssh` passes on the type alone."""
_DIM, _REVERSE = "2", "7"
_ATTRIBUTES = {
    "bold": "1",
    "dim": _DIM,
    "italic": "3",
    "underline": "4",
    "blink": "5",
    "blink2": "6",
    "reverse": _REVERSE,
    "conceal": "8",
    "strike": "9",
    "underline2": "21",
    "frame": "51",
    "encircle": "52",
    "overline": "53",
}
"""Attributes of a style -> their codes."""
_LOOKS = 4096
"""Styles that are remembered."""


def colour_system(environ: Mapping[str, str]) -> ColorSystem | None:
    """The colours a terminal has, as far as its environment tells; None where none are wanted."""
    if environ.get("NO_COLOR"):
        return None
    if sys.platform == "win32":
        return COLOR_SYSTEMS[Console(force_terminal=True, legacy_windows=False).color_system or "standard"]
    term = environ.get("TERM", "").strip().lower()
    if environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return ColorSystem.TRUECOLOR
    if term in _TRUECOLOUR or term.endswith("-direct"):
        return ColorSystem.TRUECOLOR
    return ColorSystem.EIGHT_BIT if "256color" in term or term == "tmux" else ColorSystem.STANDARD


class Emphasis(NamedTuple):
    """The emphasis that takes the place of colours on a terminal without any."""

    reversed: frozenset[Color] = frozenset()
    """Grounds that stand out."""
    dim: frozenset[Color] = frozenset()
    """Colours of what is less important."""


class Paint:
    """The codes in which styles are written for one terminal, in one theme.

    Args:
        system: Which colours the terminal has; None: it is sent none.
        grounds: Colours of the theme -> their numbers among 256, where they are chosen by hand.
        emphasis: What takes the place of colours where there are none.
    """

    def __init__(
        self,
        system: ColorSystem | None,
        *,
        grounds: Mapping[Color, int] | None = None,
        emphasis: Emphasis = Emphasis(),  # noqa: B008
    ) -> None:
        self._system = system
        self._grounds = grounds or {}
        self._emphasis = emphasis
        self._looks: dict[Style | None, Look] = {}

    def look(self, style: Style | None) -> Look:
        """The codes of a style."""
        found = self._looks.get(style)
        if found is None:
            if len(self._looks) > _LOOKS:
                self._looks.clear()
            found = self._looks[style] = self._look(style) if style is not None else ("", "", "")
        return found

    def _look(self, style: Style) -> Look:
        attributes = [code for name, code in _ATTRIBUTES.items() if getattr(style, name)]
        colour, ground = style.color, style.bgcolor
        if self._system is None:
            return self._without_colours(attributes, colour, ground), "", ""
        if self._system in _PALETTES:
            colour, ground = self._fewer(colour, ground)
        return (
            ";".join(attributes),
            ";".join(colour.get_ansi_codes()) if colour else "",
            ";".join(ground.get_ansi_codes(foreground=False)) if ground else "",
        )

    def _without_colours(self, attributes: list[str], colour: RichColor | None, ground: RichColor | None) -> str:
        if _seen(ground) in self._emphasis.reversed and _REVERSE not in attributes:
            attributes = [*attributes, _REVERSE]
        if _seen(colour) in self._emphasis.dim and _REVERSE not in attributes:
            attributes = [*attributes, _DIM]
        return ";".join(sorted(attributes, key=int))

    def _fewer(self, colour: RichColor | None, ground: RichColor | None) -> tuple[RichColor | None, RichColor | None]:
        assert self._system
        below, text = _seen(ground), _seen(colour)
        if below is not None:
            chosen = self._grounds.get(below) if self._system == ColorSystem.EIGHT_BIT else None
            number = nearest(below, self._system) if chosen is None else chosen
            ground = _numbered(number)
        if text is not None:
            number = nearest(text, self._system) if below is None else legible(text, below, number, self._system)
            colour = _numbered(number)
        return colour, ground


def _seen(colour: RichColor | None) -> Color | None:
    return Color(*colour.triplet) if colour is not None and colour.triplet is not None else None


def _numbered(number: int) -> RichColor:
    return RichColor.from_ansi(number)


_LEVELS = (0, 95, 135, 175, 215, 255)
"""The levels of red, green and blue among 256 colours."""
_CUBE = [Color(red, green, blue) for red in _LEVELS for green in _LEVELS for blue in _LEVELS]
_GREYS = [Color(level, level, level) for level in range(8, 248, 10)]
_SIXTEEN = (
    *("#000000", "#AA0000", "#00AA00", "#AA5500", "#0000AA", "#AA00AA", "#00AAAA", "#AAAAAA"),
    *("#555555", "#FF5555", "#55FF55", "#FFFF55", "#5555FF", "#FF55FF", "#55FFFF", "#FFFFFF"),
)
_PALETTES = {
    # The first 16 are what people have set them to.
    ColorSystem.EIGHT_BIT: dict(enumerate([*_CUBE, *_GREYS], 16)),
    ColorSystem.STANDARD: dict(enumerate(map(Color.parse, _SIXTEEN))),
}


_HUE = {ColorSystem.EIGHT_BIT: 1.0, ColorSystem.STANDARD: 3.0}
"""Weight of a colour's hue against its lightness: of 16 colours four are greys."""


def nearest(colour: Color, system: ColorSystem) -> int:
    """The number of the colour that looks most like this one."""
    return _by_likeness(colour, system)[0]


@lru_cache(4096)
def legible(text: Color, below: Color, ground: int, system: ColorSystem) -> int:
    """The number of the colour that looks most like that of a text, and can be read as well on its ground.

    Args:
        text: What it should be.
        below: What its ground should be.
        ground: The number of what its ground is.
        system: The colours there are.
    """
    palette = _PALETTES[system]
    wanted = min(contrast(text, below), LEAST_CONTRAST)
    order = _by_likeness(text, system)
    return next((n for n in order if contrast(palette[n], palette[ground]) >= wanted), order[0])


@lru_cache(1024)
def _by_likeness(colour: Color, system: ColorSystem) -> list[int]:
    places, here = _places(system), _place(colour, system)
    return sorted(places, key=lambda number: math.dist(places[number], here))


@cache
def _places(system: ColorSystem) -> dict[int, tuple[float, float, float]]:
    return {number: _place(colour, system) for number, colour in _PALETTES[system].items()}


def _place(colour: Color, system: ColorSystem) -> tuple[float, float, float]:
    light, red, yellow = oklab(colour)
    weight = _HUE[system]
    return light, red * weight, yellow * weight


def oklab(colour: Color) -> tuple[float, float, float]:
    """The place of a colour among all colours as people see them (Oklab): the nearer two are, the more alike."""
    red, green, blue = linear(colour)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )

"""Contrast: how well a colour can be read on another one, and colours that can be."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from textual.color import BLACK, WHITE, Color

LEAST_CONTRAST = 4.5
"""WCAG 2.2, 1.4.3: the least contrast with which text of usual size can be read."""
_STEPS = 50
"""Steps from a colour to black or white."""


def linear(colour: Color) -> tuple[float, float, float]:
    """The light in a colour: red, green and blue from 0 to 1 (sRGB)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return red, green, blue


@lru_cache(4096)
def luminance(colour: Color) -> float:
    """The relative luminance of a colour, from 0 for black to 1 for white (WCAG 2.2)."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable(colour: Color, grounds: Iterable[Color]) -> Color:
    """The colour itself where it can be read on all grounds; else the nearest one on the way to white or to black."""
    grounds = tuple(grounds)

    def least(found: Color) -> float:
        return min(contrast(found, ground) for ground in grounds)

    far = max((WHITE, BLACK), key=least)
    way = (colour.blend(far, step / _STEPS, alpha=1) for step in range(_STEPS + 1))
    return next((found for found in way if least(found) >= LEAST_CONTRAST), far)

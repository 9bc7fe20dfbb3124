"""How well a colour can be read on another one."""

from __future__ import annotations

LEAST_CONTRAST = 4.5
"""WCAG 2.2, 1.4.3: what text of usual size needs."""
Rgb = tuple[float, float, float]


def linear(colour: str) -> Rgb:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue))  # type: ignore[return-value]


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)

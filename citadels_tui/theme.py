"""Colours. A district's type is told by its sign; colour only repeats it.

The five type colours are told apart with the common kinds of colour blindness, and have a
contrast of at least 4.5:1 on the backgrounds they stand on.
"""

from __future__ import annotations

from textual.theme import Theme

TYPES_ON_DARK = {
    "noble": "#F0E442",
    "religious": "#56B4E9",
    "trade": "#3DC79A",
    "military": "#F08A4B",
    "unique": "#D49AC2",
}
TYPES_ON_LIGHT = {
    "noble": "#705800",
    "religious": "#00568F",
    "trade": "#005F42",
    "military": "#7A1E00",
    "unique": "#77276C",
}

CITADELS = Theme(
    name="citadels",
    primary="#4C8FBD",
    secondary="#8A7340",
    accent="#E3B95B",
    warning="#F0B03F",
    error="#EE7C6B",
    success="#6CC08B",
    foreground="#E4E1D8",
    background="#14171B",
    surface="#191D22",
    panel="#222831",
    dark=True,
    variables={
        "border": "#4A5563",
        "border-blurred": "#4A5563",
        "scrollbar": "#4A5563",
        "scrollbar-hover": "#8A7340",
        "scrollbar-active": "#E3B95B",
        "scrollbar-background": "#14171B",
        "scrollbar-background-hover": "#14171B",
        "scrollbar-background-active": "#14171B",
        "scrollbar-corner-color": "#14171B",
        "footer-key-foreground": "#E3B95B",
        "block-cursor-background": "#E3B95B",
        "block-cursor-foreground": "#14171B",
        "block-cursor-text-style": "bold",
    },
)
"""The client's own theme."""


CITADELS_LIGHT = Theme(
    name="citadels-light",
    primary="#1F5F8B",
    secondary="#6B5A2E",
    accent="#7A4E00",
    warning="#854300",
    error="#A3261B",
    success="#1D6337",
    foreground="#23272B",
    background="#FBF9F4",
    surface="#F4F0E7",
    panel="#E9E3D6",
    dark=False,
    variables={
        "border": "#8C8676",
        "border-blurred": "#8C8676",
        "scrollbar": "#8C8676",
        "scrollbar-hover": "#6B5A2E",
        "scrollbar-active": "#7A4E00",
        "scrollbar-background": "#FBF9F4",
        "scrollbar-background-hover": "#FBF9F4",
        "scrollbar-background-active": "#FBF9F4",
        "scrollbar-corner-color": "#FBF9F4",
        "footer-key-foreground": "#7A4E00",
        "block-cursor-background": "#7A4E00",
        "block-cursor-foreground": "#FBF9F4",
        "block-cursor-text-style": "bold",
    },
)
"""The same by daylight."""


def variables(dark: bool) -> dict[str, str]:
    """The variables every theme needs: the district types, gold, and what is less important."""
    types = TYPES_ON_DARK if dark else TYPES_ON_LIGHT
    return {**types, "gold": types["noble"], "muted": "#9BA5B0" if dark else "#4C545C"}

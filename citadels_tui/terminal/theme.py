"""Colours. A district's type is told by its sign; colour only repeats it.

The five type colours are told apart with the common kinds of colour blindness, and have a
contrast of at least 4.5:1 on the backgrounds they stand on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from rich.color import ColorSystem
from textual.color import Color
from textual.theme import Theme

from citadels_tui.terminal.contrast import readable
from citadels_tui.terminal.terminal_colours import Emphasis, Paint

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
"""The light theme, for terminals by daylight."""

CITADELS_CONTRAST = replace(
    CITADELS,
    name="citadels-contrast",
    accent="#FFD75F",
    warning="#FFC04D",
    error="#FF9C8C",
    success="#87E0A5",
    foreground="#FFFFFF",
    background="#000000",
    surface="#000000",
    panel="#1C1C1C",
    variables=CITADELS.variables
    | dict.fromkeys(("border", "border-blurred", "scrollbar", "scrollbar-hover"), "#C6C6C6")
    | dict.fromkeys(("scrollbar-active", "footer-key-foreground", "block-cursor-background"), "#FFD75F")
    | dict.fromkeys(("scrollbar-background", "scrollbar-background-hover", "scrollbar-background-active"), "#000000")
    | dict.fromkeys(("scrollbar-corner-color", "block-cursor-foreground"), "#000000"),
)
"""White on black, with light lines."""

CITADELS_COLOUR_BLIND = replace(
    CITADELS,
    name="citadels-colour-blind",
    accent="#F0E442",
    warning="#E69F00",
    error="#F2956B",
    success="#56B4E9",
    variables=CITADELS.variables
    | dict.fromkeys(("scrollbar-active", "footer-key-foreground", "block-cursor-background"), "#F0E442"),
)
"""Good news is blue, and a danger orange: red and green are never told apart."""

OWN_THEMES = (CITADELS, CITADELS_LIGHT, CITADELS_CONTRAST, CITADELS_COLOUR_BLIND)
"""The client's own themes, in the order in which they are offered."""

GROUNDS_OF_256 = {
    CITADELS.name: {"background": 234, "surface": 235, "panel": 236, "acting": 237, "aimed": 238, "hover": 237},
    CITADELS_LIGHT.name: {"background": 231, "surface": 255, "panel": 254, "acting": 253, "aimed": 223, "hover": 253},
    CITADELS_CONTRAST.name: {"background": 16, "surface": 16, "panel": 234, "acting": 235, "aimed": 236, "hover": 235},
}
GROUNDS_OF_256[CITADELS_COLOUR_BLIND.name] = GROUNDS_OF_256[CITADELS.name]
"""Grounds of the client's own themes -> their numbers among 256 colours, chosen so that they still differ."""

_GROUNDS = {"hover": "block-hover-background"}
"""Grounds whose variable has another name."""
_TEXTS = (
    *("foreground", "muted", "gold", *TYPES_ON_DARK),
    *("primary", "accent", "warning", "error", "success", "footer-key-foreground"),
)
"""Variables of colours in which words are written, on any ground."""
_FAINT = ("text-muted", "text-disabled", "foreground-muted", "foreground-disabled")
"""Variables in which Textual writes what is less important."""


def variables(dark: bool) -> dict[str, str]:
    """The variables every theme needs: the district types, gold, and what is less important."""
    types = TYPES_ON_DARK if dark else TYPES_ON_LIGHT
    return {**types, "gold": types["noble"], "muted": "#9BA5B0" if dark else "#4C545C"}


def legible(given: Mapping[str, str]) -> dict[str, str]:
    """The variables of a theme, so that every text can be read on every ground.

    Many themes were not made for text in their accents, or on their bars. Each colour becomes lighter or darker by as
    little as it takes.
    """
    return dict(_legible(tuple(given.items())))


@lru_cache(64)
def _legible(given: tuple[tuple[str, str], ...]) -> dict[str, str]:
    found = dict(given)
    background, primary, warning = (Color.parse(found[name]) for name in ("background", "primary", "warning"))
    found["acting"] = background.blend(primary, 0.2, alpha=1).hex
    found["aimed"] = background.blend(warning, 0.2, alpha=1).hex
    found["block-hover-background"] = background.blend(Color.parse(found["foreground"]), 0.12, alpha=1).hex
    grounds = list(grounds_of(found).values())
    for name in _TEXTS:
        found[name] = readable(Color.parse(found[name]), grounds).hex
    for name in ("warning", "error", "success", "accent", "primary", "secondary"):
        found[f"text-{name}"] = readable(Color.parse(found[f"text-{name}"]), grounds).hex
    found |= dict.fromkeys(_FAINT, found["muted"])
    for cursor in ("block-cursor", "input-cursor", "input-selection"):
        # What is marked in a list, and the letter under the cursor.
        below = _parsed(found[f"{cursor}-background"])
        below = background.blend(below, below.a, alpha=1)
        named = found[f"{cursor}-foreground"]
        text = background if named.startswith("auto") else _parsed(named)
        found[f"{cursor}-background"] = below.hex
        found[f"{cursor}-foreground"] = readable(text, [below]).hex
    return found


def _parsed(text: str) -> Color:
    """A colour as a style sheet names it, with how much covers what is below."""
    name, _space, share = text.partition(" ")
    colour = Color.parse(name)
    return colour.multiply_alpha(float(share.removesuffix("%")) / 100) if share else colour


def grounds_of(found: Mapping[str, str]) -> dict[str, Color]:
    """The grounds of a theme on which words stand, by their short names."""
    names = ("background", "surface", "panel", "acting", "aimed", "hover")
    return {name: Color.parse(found[_GROUNDS.get(name, name)]) for name in names}


def paint_of(theme: str, found: Mapping[str, str], system: ColorSystem | None) -> Paint:
    """How a terminal is painted in a theme.

    Args:
        theme: Its name.
        found: Its variables, as `legible` makes them.
        system: The colours the terminal has; None for none.
    """
    grounds = grounds_of(found)
    chosen = {grounds[name]: number for name, number in GROUNDS_OF_256[theme].items()}
    standing_out = ("accent", "block-hover-background", "block-cursor-background", "input-cursor-background")
    emphasis = Emphasis(
        reversed=frozenset(Color.parse(found[name]) for name in (*standing_out, "input-selection-background")),
        dim=frozenset({Color.parse(found["muted"])}),
    )
    return Paint(system, grounds=chosen, emphasis=emphasis)

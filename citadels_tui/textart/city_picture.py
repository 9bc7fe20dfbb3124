"""City picture: a city in three lines of text, to be pasted into a chat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

STOREYS = 3
SQUARES: Mapping[str, str] = {
    "noble": "🟨",
    "religious": "🟦",
    "trade": "🟩",
    "military": "🟥",
    "unique": "🟪",
    "": "⬜",
}
LETTERS: Mapping[str, str] = {"noble": "N", "religious": "R", "trade": "T", "military": "M", "unique": "U", "": "."}
"""A storey of a district by its type, and the sky."""


def storeys(cost: int) -> int:
    """How high a district is drawn."""
    return 1 if cost < 3 else 2 if cost < 5 else STOREYS


def city_picture(districts: Iterable[tuple[str, int]], *, ascii: bool) -> list[str]:
    """The lines, the highest first; all of them are as wide.

    Args:
        districts: Type and cost of each.
        ascii: Whether only ASCII can be written.
    """
    signs, city = LETTERS if ascii else SQUARES, list(districts)
    return [
        "".join(signs.get(type, signs["unique"]) if storeys(cost) > floor else signs[""] for type, cost in city)
        for floor in reversed(range(STOREYS))
    ]

"""Good to know: the few rulings about a card that players ask for; the encyclopaedia has all of them behind a key."""

from __future__ import annotations

from citadels_tui.wording.rulings import Ruling, applies, listed

CHOSEN: dict[str, tuple[str, ...]] = {
    "assassin": ("A1", "A2"),
    "witch": ("A10", "A11", "C12"),
    "magistrate": ("C3", "A15"),
    "thief": ("C10", "A1"),
    "spy": ("A22", "A23"),
    "blackmailer": ("C5", "A20"),
    "tax_collector": ("C2", "A12", "A43"),
    "magician": ("A23",),
    "wizard": ("A24", "A23"),
    "seer": ("A23",),
    "king": ("C11", "C12"),
    "emperor": ("A3", "C26"),
    "bishop": ("A29",),
    "abbot": ("A26",),
    "cardinal": ("A25", "A23"),
    "warlord": ("C14", "C13"),
    "diplomat": ("A29",),
    "marshal": ("C4", "A29"),
    "queen": ("C21",),
    "artist": ("C20",),
    "armory": ("A33",),
    "bell_tower": ("A31",),
    "great_wall": ("A28",),
    "haunted_quarter": ("A35",),
    "keep": ("A29",),
    "map_room": ("A37",),
    "monument": ("A34",),
    "museum": ("A23",),
    "park": ("A38",),
    "poor_house": ("A38",),
    "quarry": ("A46",),
    "school_of_magic": ("C28",),
    "secret_vault": ("A23",),
    "thieves_den": ("A23",),
    "throne_room": ("A9",),
    "university": ("C14",),
    "acrobat": ("A8", "C25"),
    "cash_wagon": ("A41",),
    "circus_tent": ("A36",),
    "fortune_teller": ("A23",),
    "human_cannonball": ("A50",),
    "rasputin": ("A42",),
}
"""Card -> the numbers of its rulings, the most important first; at most three sentences in all."""


def good_to_know(id: str, edition: str) -> list[Ruling]:
    """The rulings to show with a card of an edition wherever it is read."""
    by_number = {ruling.no: ruling for ruling in listed()}
    return [by_number[no] for no in CHOSEN.get(id, ()) if applies(by_number[no], id, edition)]

"""The rulings about each card, as the client shows them: what is played where the rulebooks leave room."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from engine.cards import CHARACTERS, DISTRICTS, Card

MAIN = "deluxe"
"""The edition whose cards the others share where nothing else is said."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """One decision about the rules."""

    no: str
    """Its number in the list of rulings, or ``""``."""
    point: str
    """What it is about."""
    ruling: str
    why: str
    about: tuple[str, ...]
    """Ids of the cards that the point names."""
    cards: tuple[str, ...]
    """Ids of the cards it is shown with; none: it is about the game as a whole."""
    editions: tuple[str, ...]
    """Editions it is played out in; none: it is the same everywhere."""


@dataclass(frozen=True, slots=True)
class Case:
    """What one ruling file plays out."""

    title: str
    edition: str
    cards: tuple[str, ...]


def rulings(id: str, edition: str) -> list[Ruling]:
    """The rulings about a card of an edition."""
    return [
        ruling
        for ruling in _load()[0]
        if id in ruling.cards
        and any(_same(id, edition, other) for other in ruling.editions or (edition,))
        and all(_card(other, edition) for other in ruling.about)
    ]


def general(edition: str) -> list[Ruling]:
    """The rulings of an edition that are about no card."""
    return [ruling for ruling in _load()[0] if not ruling.cards and (not ruling.editions or edition in ruling.editions)]


def cases(id: str, edition: str) -> list[str]:
    """What the ruling files show about a card of an edition, where only cards of that edition matter."""
    return [
        case.title
        for case in _load()[1]
        if id in case.cards and _same(id, edition, case.edition) and all(_card(other, edition) for other in case.cards)
    ]


def _card(id: str, edition: str) -> Card | None:
    return CHARACTERS[edition].get(id) or DISTRICTS[edition].get(id)


def _same(id: str, edition: str, other: str) -> bool:
    """Whether what is played out with a card in another edition is true of it in this one."""
    card = _card(id, edition)
    return card is not None and (edition == other or (other == MAIN and type(card) is type(_card(id, MAIN))))


@cache
def _load() -> tuple[list[Ruling], list[Case]]:
    """Everything that scripts/rulings wrote."""
    found = json.loads(files("citadels_tui").joinpath("data", "rulings.json").read_text(encoding="utf-8"))
    rows = [
        Ruling(
            row["no"],
            row["point"],
            row["ruling"],
            row["why"],
            tuple(row["about"]),
            tuple(row["cards"]),
            tuple(row["editions"]),
        )
        for row in found["rows"]
    ]
    return rows, [Case(case["title"], case["edition"], tuple(case["cards"])) for case in found["cases"]]

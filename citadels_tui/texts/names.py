"""Names and texts of cards, by id."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from citadels_tui.texts import N_, _, as_object, language, named, shortened
from engine.cards import CHARACTERS, DISTRICTS

TYPE_NAMES = {
    "noble": N_("noble"),
    "religious": N_("religious"),
    "trade": N_("trade"),
    "military": N_("military"),
    "unique": N_("unique"),
}
"""District types."""


class DistrictFacts(NamedTuple):
    """The facts a player may read on a district card."""

    id: str
    name: str
    type: str
    cost: int
    points: int
    text: str
    action: bool = False
    """Whether it is an action card: it has no type and is played."""
    pays: int = 0
    """The gold of what it offers in a turn."""
    draws: int = 0
    """The cards of what it offers in a turn."""


class CharacterFacts(NamedTuple):
    """The facts a player may read on a character card."""

    id: str
    name: str
    text: str
    type: str = ""
    """The district type that brings it something; empty: none."""


def _readable(id: str) -> str:
    return id.rstrip("+").replace("_", " ").capitalize()


def district(id: str, edition: str) -> DistrictFacts:
    """The facts of a card of an edition's district deck; beautified (``+``) it costs and counts 1 more.

    An unknown id stands for itself.
    """
    return _district(id, edition, language())


@lru_cache(maxsize=1024)
def _district(id: str, edition: str, _language: str) -> DistrictFacts:
    plain = DISTRICTS[edition].get(id.rstrip("+"))
    if plain is None:
        return DistrictFacts(id, _readable(id), "", 0, 0, "")
    more = 1 if id.endswith("+") else 0
    return DistrictFacts(
        id,
        named(edition, plain.id, plain.name),
        plain.type,
        plain.cost + more,
        plain.points + more,
        _(plain.text),
        plain.action,
        plain.pays,
        plain.draws,
    )


def character(id: str, edition: str) -> CharacterFacts:
    """The facts of an edition's character. An unknown id stands for itself."""
    return _character(id, edition, language())


@lru_cache(maxsize=256)
def _character(id: str, edition: str, _language: str) -> CharacterFacts:
    found = CHARACTERS[edition].get(id)
    if found is None:
        return CharacterFacts(id, _readable(id), "")
    return CharacterFacts(id, named(edition, id, found.name), _(found.text), getattr(found, "type", ""))


def whom(id: str, edition: str) -> str:
    """A character as the object of a sentence, with its article, which in some languages the name decides."""
    found = CHARACTERS[edition].get(id)
    return as_object(edition, id, found.name) if found else _readable(id)


@lru_cache(maxsize=64)
def at_ranks(characters: tuple[str, ...], edition: str, _language: str) -> Mapping[str, str]:
    """The characters of a game for its sentences, by rank: ``rank8`` is "the Warlord", ``name8`` is "Warlord"."""
    found = {f"rank{rank}": whom(id, edition) for rank, id in enumerate(characters, 1)}
    return found | {f"name{rank}": character(id, edition).name for rank, id in enumerate(characters, 1)}


def short_character(id: str, edition: str) -> str:
    """A character's name where only nine cells are left for it; a translator says it where the full one is longer."""
    found = CHARACTERS[edition].get(id)
    if found is None:
        return _readable(id)
    name, short = named(edition, id, found.name), shortened(found.name)
    # One English name may be two names elsewhere, and is shortened but once.
    return short if name.startswith(short.partition(".")[0]) else name


def english(id: str, edition: str) -> str:
    """The English name of a card, by which it is found in every language."""
    found = CHARACTERS[edition].get(id) or DISTRICTS[edition].get(id.rstrip("+"))
    return found.name if found else _readable(id)


def is_district(id: str, edition: str) -> bool:
    """Whether an id names a card of the district deck."""
    return id.rstrip("+") in DISTRICTS[edition]


def is_character(id: str, edition: str) -> bool:
    """Whether an id names a character."""
    return id in CHARACTERS[edition]


def type_name(type: str) -> str:
    """The name of a district type."""
    return _(TYPE_NAMES.get(type, type))

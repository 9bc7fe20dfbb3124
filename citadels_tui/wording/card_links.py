"""Card links: the names of cards in a text, as ways to these cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from textual.content import Content
from textual.style import Style

from citadels_tui.textart.links import link as link_style
from citadels_tui.texts import language, names
from engine.cards import CHARACTERS, DISTRICTS

VERBS = frozenset({"keep"})
"""Cards whose names are also the first word of an order ("Keep one card"): there they are no links."""


class CardLink(NamedTuple):
    """One name of a card in a text."""

    start: int
    end: int
    card: str
    """The card's id."""


def card_links(text: str, edition: str, own: str = "") -> tuple[CardLink, ...]:
    """The names of an edition's cards in a text, in their order.

    Args:
        text: Plain text.
        edition: Id of the edition.
        own: The card that the text is about: no link to it is needed.
    """
    ids = _ids(edition, language())
    return tuple(_found(text, ids, own)) if ids else ()


def linked(text: Content, links: tuple[CardLink, ...], marked: int = -1) -> Content:
    """A text with its links underlined, and one of them marked."""
    for place, link in enumerate(links):
        style = Style(underline=True, reverse=place == marked) + link_style(link.card)
        text = text.stylize(style, link.start, link.end)
    return text


@lru_cache(maxsize=16)
def _ids(edition: str, _language: str) -> Mapping[str, str]:
    """The ids of an edition's cards by their names, as they are written now."""
    characters = {names.character(id, edition).name: id for id in CHARACTERS[edition]}
    return {names.district(id, edition).name: id for id in DISTRICTS[edition]} | characters


def _found(text: str, ids: Mapping[str, str], own: str) -> Iterator[CardLink]:
    for found in _pattern(tuple(ids)).finditer(text):
        card = ids[found[1]]
        order = card in VERBS and not text[: found.start()].rstrip(" ").endswith(("the", "The", ",", "and"))
        if card != own and not order:
            yield CardLink(found.start(), found.end(), card)


@lru_cache(maxsize=8)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, longest_first))})(?:s|es)?\b")

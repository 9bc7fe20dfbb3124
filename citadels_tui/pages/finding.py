"""Finding: anything that can be done or looked at, by its name or by another word for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from textual.fuzzy import FuzzySearch

NAME, BEGINNING, WORD, NAME_PART, ALSO, TOGETHER, INSIDE, ABOUT = 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0
"""How well an entry fits, the best first: by its name, by the beginning of it, by another word for it, by the beginning
of a word of its name, or of another one, by several words together, by letters inside its name, by its explanation.
Letters that stand here and there in a name count for less than any of these."""
THING = 0.5
"""So much less is a card or a player than a command that fits as well."""
LEAST_ABOUT = 3
"""Letters that are looked for in an explanation, at least."""
_WORDS = re.compile(r"\w+")
_fuzzy = FuzzySearch()


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to be found."""

    title: str
    """Plain text; it may be a player's name."""
    about: str
    """Its effect, in one sentence."""
    run: Callable[[], Any]
    also: tuple[str, ...] = ()
    """Other words for it."""
    key: str = ""
    """The key that does the same here."""
    thing: bool = False
    """Whether it is something to look at, and no command."""


def fits(entry: Entry, query: str) -> float:
    """How well an entry fits what was typed; 0: not at all."""
    found = _fits(entry, " ".join(query.casefold().split()))
    return max(found - THING * entry.thing, 0.01) if found else 0.0


def _fits(entry: Entry, query: str) -> float:
    title, also = entry.title.casefold(), [word.casefold() for word in entry.also]
    if not query:
        return 0.0
    if title == query:
        return NAME
    if title.startswith(query):
        return BEGINNING
    if query in also:
        return WORD
    if _begins(title, query):
        return NAME_PART
    if any(_begins(word, query) for word in also):
        return ALSO
    whole = " ".join((title, *also, entry.about.casefold()))
    words = query.split()
    if len(words) > 1 and all(_begins(whole, word) for word in words):
        return TOGETHER + sum(_begins(title, word) for word in words) / len(words) / 2
    if query in title:
        return INSIDE
    if len(query) >= LEAST_ABOUT and _begins(entry.about.casefold(), query):
        return ABOUT
    score, _offsets = _fuzzy.match(query, entry.title)
    # Each letter counts for at most four.
    return score / (4 * len(query))


def _begins(text: str, query: str) -> bool:
    """Whether a word of a text begins with the query."""
    return any(text.startswith(query, found.start()) for found in _WORDS.finditer(text))


def found(entries: Iterable[Entry], query: str) -> list[Entry]:
    """The entries that fit, the best first."""
    scored = [(fits(entry, query), entry) for entry in entries]
    return [entry for score, entry in sorted(scored, key=lambda each: -each[0]) if score > 0]

"""Confusable names: names that look alike, by Unicode's own table (UTS 39).

The table is read when the first two names are compared, which only a host does.
"""

from __future__ import annotations

import json
import unicodedata
from functools import cache, lru_cache
from pathlib import Path

_TABLE = Path(__file__).parent / "data" / "confusables.json"
"""Unicode's table; scripts/confusables writes it."""


def alike(one: str, other: str) -> bool:
    """Whether two names may be taken for each other: capitals, blanks and punctuation tell nobody apart."""
    return not looks(one).isdisjoint(looks(other))


@lru_cache(4096)
def looks(name: str) -> frozenset[str]:
    """Skeletons of a name; names that have one in common look alike.

    There are several, for letters may look alike as capitals only, or as small letters only. They are remembered:
    a newcomer's name is compared with those of all who are there.
    """
    found: set[str] = set()
    for form in (name, unicodedata.normalize("NFKC", name)):
        found |= {skeleton(form.casefold()), skeleton(skeleton(form).casefold())}
    return frozenset(map(_told, found))


def skeleton(text: str) -> str:
    """The text with every character replaced by its prototype (UTS 39, section 4)."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).translate(_prototypes()))


def _told(form: str) -> str:
    """Letters, digits and accents alone, as far as there are any."""
    return "".join(char for char in form if unicodedata.category(char)[0] in "LNM") or form


@cache
def _prototypes() -> dict[int, str]:
    """The replacement of each character."""
    table = json.loads(_TABLE.read_text(encoding="ascii"))
    return {ord(char): shape for shape, chars in table["alike"].items() for char in chars}

"""Sentences of a page: each in every language there is, stored once, in parts that many of them share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from textual.content import Content

from citadels_tui.texts import speaking
from citadels_tui.texts.catalogue import languages


class Sentences:
    """The sentences of a page, by number."""

    def __init__(self) -> None:
        self._parts: dict[tuple[str, str], int] = {}
        """The style and the text of a part -> its number."""
        self._lines: dict[tuple[object, ...], int] = {}

    def number(self, said: Callable[[], Content], kind: str = "", indent: int = 0) -> int:
        """The number of a line.

        Args:
            said: Says it in the language that is spoken.
            kind: Of what kind it is (`citadels_tui.story.telling.Line.kind`).
            indent: How far it hangs below what caused it.
        """
        told = tuple(tuple(map(self._part, parts(each))) for each in in_each_language(said))
        return self._lines.setdefault((kind, indent, *told), len(self._lines))

    def _part(self, part: tuple[str, str]) -> int:
        return self._parts.setdefault(part, len(self._parts))

    def data(self) -> dict[str, Any]:
        """All of them, to be written as JSON."""
        return {
            "parts": [[text, style] if style else text for style, text in self._parts],
            "lines": [list(line) for line in self._lines],
        }


def in_each_language(said: Callable[[], Any]) -> list[Any]:
    """The same said in each language, in the order of `languages`."""
    found = []
    for language in languages():
        with speaking(language):
            found.append(said())
    return found


def parts(content: Content) -> Iterator[tuple[str, str]]:
    """The parts of a text, each with its style: names of the theme's colours, and ``bold``."""
    text = content.plain
    ends = sorted({0, len(text), *(end for span in content.spans for end in (span.start, span.end))})
    for start, end in pairwise(ends):
        styles = [span.style for span in content.spans if span.start <= start and end <= span.end]
        words = dict.fromkeys(word for style in styles if isinstance(style, str) for word in style.split())
        yield " ".join(word.removeprefix("$") for word in words), text[start:end]

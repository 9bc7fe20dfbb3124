"""Bidirectional text: letters that run from right to left do not move their neighbours on any row of the screen.

Names and lines come with bars around such letters (`net.base.text.barred`). Where a row of a widget shows a part of
one, cut or wrapped, the bar that is missing takes the place of a blank; if there is none, of the outermost letter.
What is behind a dialog may be cut anywhere, by something that comes later: there such letters give way to dots.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import islice

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from net.base.text import BAR, runs_backwards

BACKWARDS = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
"""Unicode's blocks of scripts that run from right to left: most rows have none of it, which is to be seen fast."""

DOT = "\u00b7"


class Bars(LineFilter):
    """Puts the missing bars into the rows of widgets."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The row, as wide as before."""
        text = "".join(segment.text for segment in segments)
        if text.isascii() or not BACKWARDS.search(text):
            return segments
        chars = iter(guarded(text))
        return [Segment("".join(islice(chars, len(text))), style, control) for text, style, control in segments]


class Dots(LineFilter):
    """Puts dots in the place of letters that run backwards."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The row, as wide as before."""
        return [Segment(_dotted(text), style, control) for text, style, control in segments]


def _dotted(text: str) -> str:
    if not BACKWARDS.search(text):
        return text
    return "".join(DOT if runs_backwards(char) else char for char in text)


def guarded(row: str) -> list[str]:
    """The characters to show for a row: between all that runs backwards and its neighbours stands a letter."""
    shown = list(row)
    for first, last in _runs(row):
        _guard(row, shown, first, range(first - 1, -1, -1))
        _guard(row, shown, last, range(last + 1, len(row)))
    return shown


def _runs(row: str) -> Iterable[tuple[int, int]]:
    """Runs of letters that run backwards: first and last place, with no letter that runs forwards between them."""
    first = last = -1
    for place, char in enumerate(row):
        if runs_backwards(char):
            first, last = (place, place) if first < 0 else (first, place)
        elif unicodedata.bidirectional(char) == "L" and first >= 0:
            yield first, last
            first = -1
    if first >= 0:
        yield first, last


def _guard(row: str, shown: list[str], edge: int, beyond: range) -> None:
    """Make sure that a letter that runs forwards follows an edge before any digit and before the end of the row."""
    blank = -1
    for place in beyond:
        kind = unicodedata.bidirectional(row[place])
        if kind == "L":
            return
        if kind == "EN":
            break
        if blank < 0 and row[place] == " ":
            blank = place
    if blank >= 0:
        shown[blank] = BAR
        return
    shown[edge] = BAR
    while edge + 1 < len(row) and unicodedata.category(row[edge + 1]) == "Mn":
        edge += 1
        shown[edge] = ""

"""Fitting text into cells."""

from __future__ import annotations

import re

from textual.content import Content

from citadels_tui.drawing.symbols import ASCII, UNICODE, Symbols

_SIGNS = "".join(sign for symbols in (UNICODE, ASCII) for sign in symbols.types.values())
_ACTIONS = re.escape(UNICODE.action + ASCII.action)
_NUMBER = re.compile(rf"(?<!\w)([{_SIGNS}]?\d+\+?|[{_SIGNS}]-|[{_ACTIONS}]) (?=[^\W\d_])")
"""A number and the blank before its word, or the code of a card and the blank before its name; not one of several
numbers, nor a word that ends with a digit."""
_BOUND = "\ue000"
"""Stands for a blank at which no line ends: of no other does the wrapping know that."""


def fit(content: Content, width: int, symbols: Symbols) -> Content:
    """The content in exactly so many cells: padded with blanks, or cut with a sign that something is missing."""
    if content.cell_length <= width:
        return content.truncate(width, pad=True)
    if width <= len(symbols.more):
        return content.truncate(max(width, 0))
    return Content.assemble(content.truncate(width - len(symbols.more)), symbols.more)


def beside(left: Content, right: Content, width: int, symbols: Symbols) -> Content:
    """Two contents at the two ends of a line; the left one is cut first."""
    if not right.cell_length:
        return fit(left, width, symbols)
    room = max(width - right.cell_length - 1, min(left.cell_length, width // 2))
    return Content.assemble(fit(left, room, symbols), " ", fit(right, width - room - 1, symbols))


def wrap(content: Content, width: int) -> list[Content]:
    """Lines of so many cells, broken at blanks, but not between a number or a card's code and the word behind it."""
    bound = Content(_NUMBER.sub(rf"\1{_BOUND}", content.plain), list(content.spans))
    return [Content(line.plain.replace(_BOUND, " "), list(line.spans)) for line in bound.wrap(width)]


def in_two_lines(words: str) -> str:
    """The six words of a key, which have no room side by side when they are long, three in a line of a box's text."""
    each = words.split()
    return "\n    ".join((" ".join(each[:3]), " ".join(each[3:])))


def flow(items: list[Content], width: int, gap: str = " ", indent: str = "") -> list[Content]:
    """Items set side by side in as many lines as they need, of which all but the first are indented; none is broken."""
    lines: list[Content] = []
    for item in items:
        if lines and lines[-1].cell_length + len(gap) + item.cell_length <= width:
            lines[-1] = Content.assemble(lines[-1], gap, item)
        else:
            lines.append(Content.assemble(indent, item) if lines else item)
    return lines

"""Fitting text into cells."""

from __future__ import annotations

import re

from textual.content import Content

from citadels_tui.textart.symbols import ASCII, UNICODE, Symbols

_SIGNS = "".join(sign for symbols in (UNICODE, ASCII) for sign in symbols.types.values())
_ACTIONS = re.escape(UNICODE.action + ASCII.action)
_NUMBER = re.compile(rf"(?<!\w)([{_SIGNS}]?\d+\+?|[{_SIGNS}]-|[{_ACTIONS}]) (?=[^\W\d_])")
"""A number and the blank before its word, or the code of a card and the blank before its name; not one of several
numbers, nor a word that ends with a digit."""
_KEYS = re.compile(r" \([^()]*\)$")
"""Keys in brackets at the end of a title."""
NARROW = 50
"""Cells of a line in which no two columns of words have room: the second one stands at its end, or below."""
HINTS = " " * 3
"""Sets keys off from the sentence before them."""
LEAST_GAP = 2
"""Blank cells between the two ends of a line."""
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


def below(left: Content, right: Content, width: int, indent: int) -> list[Content]:
    """A thing and what is said of it: at the two ends of a line, or below it where there is no room for that.

    Args:
        left: The thing.
        right: What is said of it.
        width: Cells of a line.
        indent: Blank cells before what stands below.
    """
    gap = width - left.cell_length - right.cell_length
    if gap >= LEAST_GAP:
        return [Content.assemble(left, " " * gap, right)]
    lines = wrap(right, max(width - indent, 1))
    return [left, *(Content.assemble(" " * (width - line.cell_length), line) for line in lines)]


def hanging(left: Content, right: Content, width: int) -> list[Content]:
    """Two columns, of which the right one may take more lines than one."""
    first, *rest = wrap(right, max(width - left.cell_length, 1)) or [Content("")]
    return [Content.assemble(left, first), *(Content.assemble(" " * left.cell_length, line) for line in rest)]


def short_title(title: str, width: int) -> str:
    """The title of a box, without the keys in brackets behind it where so many cells have no room for them."""
    return title if Content(title).cell_length <= width else _KEYS.sub("", title)


def without_hints(said: Content) -> Content:
    """A sentence without the keys behind it, for a window in whose last line they stand anyway."""
    return said[: len(said.plain.partition(HINTS)[0])]


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

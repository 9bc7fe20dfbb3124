"""Cells as the terminal shows them, so that only those are written which change."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import cast

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.control import Control
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

from citadels_tui.terminal.terminal_colours import Look, Paint

Cell = tuple[str, Look]

NEAR = 8
"""Unchanged cells between two changes that are written, too: a jump over them takes as many bytes."""
_MANY = " " * 11
"""Blanks that take longer to write than to erase and to pass over."""
_BLANKS = re.compile(f"{_MANY} *")
_DRAWN = frozenset(("4", "7", "9", "21", "51", "52", "53"))
"""Codes of attributes that draw something where there is no letter."""
_UNSURE = frozenset(("So", "Sk", "Sm", "No", "Mc"))
_RUNS = re.compile("[\x20-\x7e]+|[^\x20-\x7e]+")
_PASSED = re.compile(r"\x1b\[\d+C$")
RESET = "\x1b[0m"
_ENDED = {"22": "1 2", "23": "3", "24": "4 21", "25": "5 6", "27": "7", "28": "8", "29": "9", "54": "51 52", "55": "53"}
_ENDS = {code: end for end, ended in _ENDED.items() for code in ended.split()}
"""The code of an attribute -> the one that ends it, and others with it."""
_NONE = ("39", "49")
"""The codes that end a colour, and a background."""


def erases(environ: Mapping[str, str]) -> bool:
    """Whether a terminal erases cells with the background that is set, by the system's list of terminals."""
    try:
        import curses
    except ImportError:
        return False
    # A name may be of bytes that are no text.
    with suppress(curses.error, ValueError):
        curses.setupterm(environ.get("TERM", ""), 1)
        return bool(curses.tigetstr("ech")) and curses.tigetflag("bce") > 0
    return False


class ShownCells:
    """The cells that the terminal shows, as far as they are known.

    Args:
        paint: The codes in which styles are written.
        erases: Whether the terminal erases with the background that is set, and so can be told of many blank
            cells at once.
    """

    def __init__(self, paint: Paint, erases: bool = False) -> None:
        self._paint = paint
        self._erases = erases
        self._rows: dict[int, list[Cell | None]] = {}

    def forget(self) -> None:
        """The terminal may show anything: what is painted next is written whole."""
        self._rows.clear()

    def reduced(self, update: RenderableType) -> RenderableType:
        """Reduce an update of Textual's to the cells that the terminal does not show yet, which it then does."""
        if isinstance(update, LayoutUpdate | ChopsUpdate):
            # Textual asks its updates for nothing else than what they have in common.
            return cast(RenderableType, Changes(self.written(update)))
        return update

    def written(self, update: LayoutUpdate | ChopsUpdate) -> str:
        """The part of an update that the terminal does not show yet, as it is written."""
        written: list[str] = []
        before: Look | None = None
        for x, y, strip in _parts(update):
            for column, cells in self.differing(x, y, strip):
                written.append(str(Control.move_to(column, y)))
                done = ""
                for look, alike in groupby(cells, itemgetter(1)):
                    if before and look[1] is None:
                        look = (look[0] if look[0] or _drawn(before) else before[0], before[1], look[2])
                    written.append(_codes(before, look))
                    text = "".join(character for character, _ in alike)
                    written += (
                        self._placed(text, look, column + cell_len(done), y)
                        if _unsure(text)
                        else [self._text(text, look)]
                    )
                    done += text
                    before = look
                # What comes next names its own place.
                written[-1] = _PASSED.sub("", written[-1])
        return "".join([*written, RESET] if written else ())

    def differing(self, x: int, y: int, strip: Strip) -> Iterator[tuple[int, list[Cell]]]:
        """The cells that make the terminal show a strip at a place, by the column; they are taken as shown.

        Words are written whole: a screen reader may read what is written.
        """
        row = self._rows.setdefault(y, [])
        cells = self._cells(strip)
        end = x + strip.cell_length
        row.extend([None] * (end - len(row)))
        if len(cells) != strip.cell_length or not all(_narrow(text) for text, _, _ in strip):
            # Terminals do not agree how wide some characters are: what is there afterwards is not known.
            row[x:] = [None] * (len(row) - x)
            yield x, cells
        elif row[x:end] != cells:
            changed = [place for place, (old, new) in enumerate(zip(row[x:end], cells, strict=True)) if old != new]
            row[x:end] = cells
            for first, last in _runs(changed):
                while first and cells[first - 1][0].isalnum():
                    first -= 1
                while last + 1 < len(cells) and cells[last + 1][0].isalnum():
                    last += 1
                yield x + first, cells[first : last + 1]

    def _placed(self, text: str, look: Look, column: int, y: int) -> Iterator[str]:
        """A text in one look; what stands behind characters of unsure widths gets its place told."""
        done = ""
        for run in _RUNS.findall(text):
            done += run
            if not _unsure(run):
                yield self._text(run, look)
                continue
            width = cell_len(done) - cell_len(done[: -len(run)])
            # Where the terminal takes fewer cells, the rest is blank.
            yield " " * width + str(Control.move_to(column + cell_len(done) - width, y)) + run
            yield str(Control.move_to(column + cell_len(done), y))

    def _text(self, text: str, look: Look) -> str:
        """A text in one look; many blanks in it are erased, which takes less to say."""
        if not self._erases or _MANY not in text or _drawn(look):
            return text
        return _BLANKS.sub(lambda blanks: f"\x1b[{len(blanks[0])}X\x1b[{len(blanks[0])}C", text)

    def _cells(self, strip: Strip) -> list[Cell]:
        cells: list[Cell] = []
        for text, style, _ in strip:
            look = self._paint.look(style)
            # Of a space only the background is seen, unless it is underlined or the like.
            blank = (" ", look if _drawn(look) else ("", None, look[2]))
            cells += [(character, look) if character != " " else blank for character in text]
        return cells


class Changes(CompositorUpdate):
    """The part of an update that was not shown before, which may be empty."""

    def __init__(self, text: str) -> None:
        self.text = text

    def render_segments(self, console: Console) -> str:
        """Write it for the terminal."""
        return self.text


def _parts(update: LayoutUpdate | ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Column, row and strip of everything that an update paints."""
    if isinstance(update, LayoutUpdate):
        for y, strips in enumerate(update.strips, update.region.y):
            yield update.region.x, y, Strip.join(strips)
    else:
        for y, left, right in update.spans:
            for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if strip is not None and x < right and end > left:
                    yield x, y, strip.crop(0, min(end, right) - x)


@lru_cache(1024)
def _narrow(text: str) -> bool:
    """Whether all characters of a text take one cell."""
    return text.isascii() or all(cell_len(character) == 1 for character in text)


@lru_cache(1024)
def _unsure(text: str) -> bool:
    """Whether a text has symbols, or parts of letters, of which terminals do not agree how wide they are."""
    return not text.isascii() and any(unicodedata.category(char) in _UNSURE and cell_len(char) != 1 for char in text)


@lru_cache(4096)
def _drawn(look: Look) -> bool:
    """Whether it has attributes that are seen where there is no letter."""
    return not _DRAWN.isdisjoint(look[0].split(";"))


def _runs(changed: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last place of each run of changed cells; those that are near each other are one."""
    first = last = changed[0]
    for place in changed[1:]:
        if place - last > NEAR:
            yield first, last
            first = place
        last = place
    yield first, last


@lru_cache(4096)
def _codes(before: Look | None, look: Look) -> str:
    """The sequence from one look to another, as short as can be; ``before`` is None where it is not known."""
    anew = ["0", *filter(None, look)]
    codes = anew if before is None else min(_steps(before, look), anew, key=lambda each: len(";".join(each)))
    return f"\x1b[{';'.join(codes)}m" if codes else ""


def _steps(before: Look, look: Look) -> list[str]:
    """The codes of what is different."""
    old, new = (each[0].split(";") if each[0] else [] for each in (before, look))
    ended = list(dict.fromkeys(_ENDS[code] for code in old if code not in new))
    begun = [code for code in new if code not in old or _ENDS[code] in ended]
    colours = [code or none for was, code, none in zip(before[1:], look[1:], _NONE, strict=True) if code != was]
    return [*ended, *begun, *filter(None, colours)]

"""Standings page: games, wins, points and ratings of people and bots as a table, and how they came about as a chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content

from citadels_tui.history.standings import FigureHistory, StandingRow
from citadels_tui.textart.line_chart import Series
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, decimal
from citadels_tui.texts import standings as texts

DRAWN = 5
"""The first so many have a line in the chart."""
NAME_CELLS = 24
FIGURE_CELLS = (8, 9, 8, 13)
"""Games, wins, points and rating."""
_LINES = ("$accent", "$success", "$warning", "$error", "$noble")


def standing_lines(found: Sequence[StandingRow], symbols: Symbols, width: int) -> Iterator[Content]:
    """The heads, and a line for each, in so many cells: with the key where all of these have room.

    In a narrow window the figures stand below the names.
    """
    around = "+-" if symbols.ascii else "±"
    beside = width >= NAME_CELLS + sum(FIGURE_CELLS)
    keyed = beside and width >= NAME_CELLS + sum(FIGURE_CELLS) + 2 + max((len(each.key) for each in found), default=0)
    heads = (_(texts.GAMES), _(texts.WON), _(texts.POINTS), _(texts.RATING))
    key = _(texts.KEY) if keyed else ""
    yield from (line.stylize("bold") for line in _lines(_(texts.NAME), heads, key, beside=beside))
    for each in found:
        rating = ""
        if each.rating is not None and each.uncertainty is not None:
            rating = f"{decimal(each.rating, 1)} {around} {decimal(each.uncertainty, 1)}"
        figures = (str(each.games), decimal(round(each.won, 2)), decimal(each.points, 1), rating)
        key = "" if not keyed else _(texts.BOT) if each.bot else each.key
        yield from _lines(each.name, figures, key, beside=beside)


def charted(told: FigureHistory, found: Sequence[StandingRow]) -> tuple[str, list[Series], int]:
    """The title of the chart, a line for each of the first ones, and the figure at its bottom."""
    rows = zip(found, told.lines, _LINES, strict=False)
    lines = [Series(row.name, values, style) for row, values, style in rows]
    least = min(min(line.values) for line in lines)
    return texts.RATINGS_CHART if told.rated else texts.POINTS_CHART, lines, max(least - 1, 0)


def _lines(name: str, figures: Sequence[str], key: str, *, beside: bool) -> Iterator[Content]:
    written = "".join(f"{figure:>{wide}}" for figure, wide in zip(figures, FIGURE_CELLS, strict=True))
    if beside:
        shown = Content(name)
        yield Content.assemble(shown, " " * (NAME_CELLS - shown.cell_length), written, f"  {key}").rstrip()
    else:
        yield Content(name)
        yield Content(written)

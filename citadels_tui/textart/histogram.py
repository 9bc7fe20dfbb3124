"""Histogram: how figures are spread, a bar for each, or for some that are next to each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import decimal

ROWS, CELLS = 14, 50
"""Bars at most, and the cells of the longest one."""
_WIDTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def histogram(counts: Mapping[int, int], symbols: Symbols) -> Iterator[str]:
    """Draw how often each figure came.

    Args:
        counts: How often, by figure; one at least.
        symbols: What to draw with.

    Yields:
        Lines: the figure, or the first and the last of those that the bar stands for; the bar; the share in percent.
    """
    least, most = min(counts), max(counts)
    width = next((each for each in _WIDTHS if most // each - least // each < ROWS), _WIDTHS[-1])
    bars = dict.fromkeys(range(least // width, most // width + 1), 0)
    for figure, count in counts.items():
        bars[figure // width] += count
    heads = [f"{place * width}" if width == 1 else f"{place * width}-{place * width + width - 1}" for place in bars]
    longest, total, cells = max(bars.values()), sum(bars.values()), max(map(len, heads))
    for head, count in zip(heads, bars.values(), strict=True):
        bar = symbols.bar * round(CELLS * count / longest)
        yield f"{head:>{cells}}  {bar}{' ' if bar else ''}{decimal(100 * count / total, 1)} %"

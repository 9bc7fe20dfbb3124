"""How work grows: each piece of `bench.growth.host_works` timed at its sizes, as a table and as a picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from bench.growth.client_works import CLIENT_WORKS
from bench.growth.host_works import WORKS, Work

_TRIES = 3
WIDTH, HEIGHT, LEFT, FOOT, NAMES = 420, 380, 60, 40, 330
"""Pixels: the scales, left of them and below, and right of them for the names."""
_COLOURS = ("#1b7837", "#762a83", "#2166ac", "#b2182b", "#8c510a", "#01665e", "#444444", "#d6604d", "#5aae61")


@dataclass(frozen=True, slots=True)
class Growth:
    """How long a piece of work took at each of its sizes."""

    work: Work
    ms: tuple[float, ...]
    """Milliseconds of the processor."""


def growths() -> list[Growth]:
    """Time everything, the least of a few tries."""
    found = []
    with TemporaryDirectory() as folder:
        for work in (*WORKS, *CLIENT_WORKS):
            tries = [[_timed(work, size, Path(folder, str(n))) for size in work.sizes] for n in range(_TRIES)]
            found.append(Growth(work, tuple(map(min, zip(*tries, strict=True)))))
    return found


def _timed(work: Work, size: int, folder: Path) -> float:
    folder.mkdir(exist_ok=True)
    return max(round(1000 * work.measured(size, folder, _seconds), 2), 0.01)


def _seconds(does: Callable[[], object]) -> float:
    before = process_time()
    does()
    return process_time() - before


def table(found: Sequence[Growth]) -> str:
    """The figures as a table in Markdown."""
    lines = ["| with more | few | usual | many |", "|---|---|---|---|"]
    for each in found:
        told = [f"{size:,}: {ms:,} ms" for size, ms in zip(each.work.sizes, each.ms, strict=True)]
        lines.append(f"| {' | '.join((f'{each.work.name} ({each.work.unit})', *told, *[''] * (3 - len(told))))} |")
    return "\n".join(lines)


def picture(found: Sequence[Growth]) -> str:
    """Draw it as SVG: how many times as much there is, against how many times as long it takes."""
    height = HEIGHT + FOOT + 20
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + NAMES}" height="{height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="100%" height="{height}" fill="#ffffff"/>',
    ]
    for power in (1, 10, 100):
        x, y = _place(power, power)
        lines += [
            f'<line x1="{x:g}" y1="20" x2="{x:g}" y2="{HEIGHT + 20}" stroke="#dddddd"/>',
            f'<line x1="{LEFT}" y1="{y:g}" x2="{LEFT + WIDTH}" y2="{y:g}" stroke="#dddddd"/>',
            f'<text x="{x:g}" y="{HEIGHT + 38}" text-anchor="middle">{power} x as much</text>',
            f'<text x="{LEFT - 8}" y="{y + 4:g}" text-anchor="end">{power} x</text>',
        ]
    (x, y), (far, top) = _place(1, 1), _place(100, 100)
    lines.append(f'<line x1="{x:g}" y1="{y:g}" x2="{far:g}" y2="{top:g}" stroke="#000000" stroke-dasharray="4 4"/>')
    for number, each in enumerate(found):
        lines += _line(each, number)
    return "\n".join([*lines, "</svg>\n"])


def _place(size: float, time: float) -> tuple[float, float]:
    across, up = (math.log10(max(value, 1)) / 2 for value in (size, time))
    return LEFT + WIDTH * across, 20 + HEIGHT * (1 - up)


def _line(growth: Growth, number: int) -> Iterator[str]:
    dashed, place = divmod(number, len(_COLOURS))
    look = f'stroke="{_COLOURS[place]}" stroke-width="2"' + ' stroke-dasharray="6 3"' * dashed
    sizes = growth.work.sizes
    places = [_place(size / sizes[0], ms / growth.ms[0]) for size, ms in zip(sizes, growth.ms, strict=True)]
    drawn = " ".join(f"{x:g},{y:g}" for x, y in places)
    yield f'<polyline points="{drawn}" fill="none" {look}/>'
    y = 34 + 22 * number
    x, middle = LEFT + WIDTH + 14, y - 4
    yield f'<line x1="{x}" y1="{middle}" x2="{x + 20}" y2="{middle}" {look}/>'
    yield f'<text x="{LEFT + WIDTH + 40}" y="{y}">{escape(growth.work.name)}</text>'

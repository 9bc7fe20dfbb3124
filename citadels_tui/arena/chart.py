"""Chart of a tournament as SVG: a row for each bot over others, with its share, its interval and the even share."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

ROW, HEAD, FOOT, LEFT, WIDTH, RIGHT = 22, 34, 30, 300, 420, 130
"""Pixels: a row, above and below all of them, the names, the scale from 0 to 100 %, the figures."""


def chart(report: dict[str, Any], players: int) -> str:
    """The drawing, which needs neither fonts nor a script: of several sets of rules all games together.

    Args:
        report: What `engine.arena.tournament.report` returns.
        players: Players at a table: an even share is one in so many.
    """
    together = [row for row in report["tables"] if row["edition"] == "all"]
    rows = [(f"{row['bot']} over {row['others']}", _where(row), row) for row in together or report["tables"]]
    ahead = [row for row in report["ahead"] if (row["share"], row["other"]) > (0.5, row["bot"])]
    rows += [(f"{row['bot']} ahead of {row['other']}", "mixed", row) for row in ahead]
    height = HEAD + ROW * len(rows) + FOOT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + RIGHT}" height="{height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="100%" height="{height}" fill="#ffffff"/>',
        *_scale(height),
    ]
    for n, (name, where, row) in enumerate(rows):
        even = 0.5 if "other" in row else 1 / players
        lines += _row(HEAD + ROW * n + ROW / 2, name, where, row, even)
    return "\n".join([*lines, "</svg>\n"])


def _where(row: dict[str, Any]) -> str:
    return "all" if row["preset"] == "all" and row["edition"] == "all" else f"{row['edition']} {row['preset']}"


def _scale(height: int) -> Iterator[str]:
    for percent in range(0, 101, 20):
        x = LEFT + WIDTH * percent / 100
        yield f'<line x1="{x:g}" y1="{HEAD - 6}" x2="{x:g}" y2="{height - FOOT}" stroke="#dddddd"/>'
        yield f'<text x="{x:g}" y="{height - FOOT + 16}" text-anchor="middle" fill="#444444">{percent} %</text>'


def _row(y: float, name: str, where: str, row: dict[str, Any], even: float) -> Iterator[str]:
    """A name, a point with its interval, a mark at the even share, and the figures."""
    share, least, most = (LEFT + WIDTH * row[key] for key in ("share", "least", "most"))
    colour = "#1b7837" if row["least"] > even else "#b2182b" if row["most"] < even else "#555555"
    mark = LEFT + WIDTH * even
    told = f'{escape(name)}<tspan fill="#777777" font-size="10"> {escape(where)}</tspan>'
    yield f'<text x="{LEFT - 10}" y="{y + 4:g}" text-anchor="end">{told}</text>'
    yield f'<line x1="{mark:g}" y1="{y - 8:g}" x2="{mark:g}" y2="{y + 8:g}" stroke="#000000" stroke-dasharray="2 2"/>'
    yield f'<line x1="{least:g}" y1="{y:g}" x2="{most:g}" y2="{y:g}" stroke="{colour}" stroke-width="3"/>'
    yield f'<circle cx="{share:g}" cy="{y:g}" r="5" fill="{colour}"/>'
    yield f'<text x="{LEFT + WIDTH + 12}" y="{y + 4:g}">{100 * row["share"]:.1f} % of {row["games"]}</text>'

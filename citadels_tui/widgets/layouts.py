"""Layouts: where everything at the table stands, for windows of every size.

`LAYOUTS` is the only place that knows sizes. A layout says what it has room for; `plan` works out the cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from textual.geometry import Region

Track = Literal["rows", "column", "cards"]
"""How the characters are shown: in a row or two, one below the other, or as cards with their effects."""


class Layout(NamedTuple):
    """One way to set the table."""

    name: str
    width: int
    """Cells of width from which on it is used."""
    height: int
    """Lines of height from which on it is used."""
    track: Track
    track_cells: int
    """How wide a column of characters is, and in rows each of them, at least."""
    columns: tuple[int, ...]
    """How many of the other cities may stand side by side, the best first."""
    city: tuple[int, int, int]
    """Lines of another city: at least, so many that it is good to look at, and at most."""
    own: tuple[int, int, int]
    """Lines of your own city, likewise."""
    action_list: int
    """Lines for what you can do, at least, and for what is told below it."""
    action_list_cells: int
    """How wide that is, in hundredths of what it shares with others; 100: what is told stands below it."""
    detail: int
    """Lines for the explanation of a row; 0: it stands beside the action list."""
    side: int = 0
    """How wide the column at the right is, with notebook, log and talk; 0: there is none."""
    told: int = 0
    """Lines for what is told below the action list, at least; 0: in no line of it."""


LAYOUTS = (
    Layout("wide", 170, 48, "cards", 0, (2, 3), (4, 6, 9), (5, 8, 11), 13, 50, 0, side=66),
    Layout("large", 110, 35, "column", 30, (1, 2), (4, 5, 8), (5, 6, 9), 11, 52, 2),
    Layout("tall", 80, 44, "rows", 16, (1, 2), (4, 4, 8), (5, 6, 11), 12, 56, 3),
    Layout("low", 100, 24, "column", 28, (1,), (1, 2, 3), (1, 3, 6), 10, 50, 2),
    Layout("small", 80, 24, "rows", 16, (1,), (1, 1, 3), (1, 3, 5), 10, 57, 2),
    Layout("flat", 80, 20, "rows", 16, (1,), (1, 1, 2), (1, 1, 3), 7, 57, 2),
    Layout("portrait", 40, 28, "rows", 20, (1,), (1, 2, 3), (2, 3, 6), 13, 100, 2, told=4),
    Layout("narrow", 40, 20, "rows", 13, (1,), (1, 1, 2), (1, 2, 3), 6, 100, 2),
)
"""The layouts, the largest first. A window smaller than the last gets it, too."""

SPACIOUS = 24
"""Cells of a character from which on all may stand in one row."""
GAP = 1
"""Blank cells between two columns."""
TALK = 9
"""Lines of the talk at the table, at most."""
NOTES = 7
"""Lines of the notebook beside its table."""
WHOLE = 100
"""The hundredths of an action list that stands above what is told."""
CARDS = 6
"""Lines of the characters as cards."""


class Arrangement(NamedTuple):
    """The places of everything in one window."""

    layout: Layout
    places: Mapping[str, Region]
    """By the id of a part: `status`, `track`, `city0` (your own) and so on, `action_list`, `told`, `detail`, `prompt`,
    and where there is a column at the right `notes` and `talk`."""


def layout_for(width: int, height: int) -> Layout:
    """The layout of a window."""
    return next((each for each in LAYOUTS if width >= each.width and height >= each.height), LAYOUTS[-1])


@lru_cache(maxsize=64)
def plan(
    width: int,
    height: int,
    players: int,
    ranks: int,
    whole: bool = False,
    without: frozenset[str] = frozenset(),
    dense: bool = False,
) -> Arrangement:
    """Work out where everything stands.

    Args:
        width: Cells of the window.
        height: Its lines, the footer's left out.
        players: How many play.
        ranks: How many characters there are.
        whole: Whether the action list takes the place of what is told beside it, too, where that is scarce.
        without: Parts that are not there: `detail`, `notes` or `talk`.
        dense: Whether cities are as low as they can be, and lists and log the longer.
    """
    layout = layout_for(width, height + 1)
    if dense:
        layout = layout._replace(city=(layout.city[0],) * 3, own=(layout.own[0],) * 3)
    return Arrangement(layout, dict(_placed(layout, width, height, players, ranks, whole, without)))


def track_rows(width: int, ranks: int, cells: int) -> int:
    """In how many rows the characters stand: one where they are wide enough in it, else two or more.

    Args:
        width: Cells of a row.
        ranks: How many characters there are.
        cells: What each of them takes, at least.
    """
    return 1 if width >= ranks * SPACIOUS else max(2, -(-ranks // (width // cells)))


def _placed(
    layout: Layout, width: int, height: int, players: int, ranks: int, whole: bool, without: frozenset[str]
) -> Iterator[tuple[str, Region]]:
    top, bottom = 1, height - 1
    yield "status", Region(0, 0, width, 1)
    yield "prompt", Region(0, bottom, width, 1)
    detail = 0 if "detail" in without else _detail(layout, width, height, players - 1, ranks)
    if detail:
        bottom -= detail
        yield "detail", Region(0, bottom, width, detail)
    left, right = 0, width
    if layout.track != "column":
        rows = CARDS if layout.track == "cards" else track_rows(width, ranks, layout.track_cells)
        yield "track", Region(0, top, width, rows)
        top += rows
    if layout.side:
        right -= layout.side
        yield from _side(layout, right, top, bottom, ranks, without)
        right -= GAP
    if layout.track == "column":
        left = layout.track_cells + GAP
    others = players - 1
    columns, city, own = _cities(layout, others, bottom - top, ranks)
    rows = -(-others // columns)
    board = rows * city + own
    if layout.track == "column":
        board = max(board, ranks)
        own = board - rows * city
        yield "track", Region(0, top, layout.track_cells, board)
    # Your own city stands below the others, next to what you do with it.
    for row in range(rows):
        # The last row may have fewer cities: they share its whole width.
        beside = min(columns, others - row * columns)
        cells = (right - left - (beside - 1) * GAP) // beside
        for column in range(beside):
            x = left + column * (cells + GAP)
            wide = right - x if column == beside - 1 else cells
            yield f"city{row * columns + column + 1}", Region(x, top + row * city, wide, city)
    yield "city0", Region(left, top + rows * city, right - left, own)
    top += board
    high = bottom - top
    action_list = right * layout.action_list_cells // 100
    if layout.side and "detail" in without:
        yield "action_list", Region(0, top, right, high)
    elif layout.side:
        yield "action_list", Region(0, top, action_list, high)
        yield "detail", Region(action_list + GAP, top, right - action_list - GAP, high)
    elif whole or layout.action_list_cells == WHOLE:
        told = 0 if whole else _told_below(layout, high, looking_back="detail" in without)
        yield "action_list", Region(0, top, width, high - told)
        if told:
            yield "told", Region(0, bottom - told, width, told)
    else:
        yield "action_list", Region(0, top, action_list, high)
        yield "told", Region(action_list + GAP, top, right - action_list - GAP, high)


def _detail(layout: Layout, width: int, height: int, others: int, ranks: int) -> int:
    """The lines for the explanation of a row: the action list comes first."""
    if not layout.detail:
        return 0
    board = -(-others // layout.columns[-1]) * layout.city[0] + layout.own[0]
    board = max(board, ranks) if layout.track == "column" else board + track_rows(width, ranks, layout.track_cells)
    action_list = layout.action_list - layout.told
    return min(layout.detail, max(height - 2 - board - action_list + 1, 0))


def _told_below(layout: Layout, room: int, *, looking_back: bool) -> int:
    """The lines below the action list for what is told, of so many; nothing where the list needs all of them."""
    if looking_back:
        return room // 2
    return layout.told + (room - layout.action_list) * 2 // 3 if layout.told and room >= layout.action_list else 0


def _side(
    layout: Layout, left: int, top: int, bottom: int, ranks: int, without: frozenset[str]
) -> Iterator[tuple[str, Region]]:
    """The column at the right: who may be who, what happened, what is said."""
    if "notes" not in without:
        notes = ranks + 2 + NOTES
        yield "notes", Region(left, top, layout.side, notes)
        top += notes
    if "talk" not in without:
        talk = min(TALK, (bottom - top) // 3)
        bottom -= talk
        yield "talk", Region(left, bottom, layout.side, talk)
    yield "told", Region(left, top, layout.side, bottom - top)


def _cities(layout: Layout, others: int, room: int, ranks: int) -> tuple[int, int, int]:
    """How many cities stand side by side, and the lines of each other one and of your own."""
    (least, good, most), (own_least, own_good, own_most) = layout.city, layout.own
    for columns in (min(each, others) for each in layout.columns):
        if -(-others // columns) * good + own_good + layout.action_list <= room:
            break
    rows = -(-others // columns)
    city, own = least, own_least
    # The action list has what it needs first; of what is left it gets a half.
    spare = room - layout.action_list - rows * city - own
    for goal, own_goal, share in ((good, own_good, 1), (most, own_most, 2)):
        spent = 0
        budget = spare // share
        while (own < own_goal and spent < budget) or (city < goal and spent + rows <= budget):
            if own < own_goal and (city >= goal or own <= city + 1 or spent + rows > budget):
                own, spent = own + 1, spent + 1
            elif city < goal and spent + rows <= budget:
                city, spent = city + 1, spent + rows
            else:
                break
        spare -= spent
    return columns, city, own

"""Order of the action list: which rows stand first, and where the cursor rests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from citadels_tui.actions.blunders import blunder
from citadels_tui.actions.consequences import outcome_of
from engine.move import Move
from engine.view import View

if TYPE_CHECKING:
    from citadels_tui.actions.rows import Row, TableContext

HAND_VERBS = frozenset({"build", "play", "give", "pay", "discard"})
"""Verbs that are done with a hand card: offered on the card itself, not in a list."""


def sensible_first(t: TableContext, inside: Iterable[Move]) -> list[Move]:
    """Moves with the blunders last, so that these get their keys last, too."""
    return sorted(inside, key=lambda move: bool(blunder(t.view, t.voice, move, t.unheld)))


def ordered(usable: Sequence[Row], refused: Sequence[Row]) -> list[Row]:
    """The rows in order: sensible rows, refused rows, blunders."""
    fine = [row for row in usable if not row.blunder]
    return [*fine, *sorted(refused, key=lambda row: row.blunder), *(row for row in usable if row.blunder)]


def first_row(rows: Sequence[Row]) -> int:
    """The first row that can be chosen and is no blunder; else the way back, else the first row."""
    sensible = [i for i, row in enumerate(rows) if row.moves and not row.blunder]
    back = [i for i, row in enumerate(rows) if row.back]
    return next(iter([*sensible, *back]), 0)


def rest_row(view: View, rows: Sequence[Row]) -> int:
    """Where the cursor rests in a turn: on what costs nothing, then on the best building, then on the end."""
    free = [i for i, row in enumerate(rows) if row.moves and not row.blunder and not costs(view, row)]
    builds = [i for i, row in enumerate(rows) if row.moves and row.moves[0].verb == "build" and not row.opens]
    best = sorted(builds, key=lambda i: outcome_of(view, rows[i].moves[0]).gold)
    end = len(rows) - 1
    return next(iter([*(i for i in free if i != end), *best]), end)


def costs(view: View, row: Row) -> bool:
    """Whether a row takes gold or cards of one's own, or may."""
    outcomes = [outcome_of(view, move) for move in row.moves]
    return row.moves[0].verb in HAND_VERBS or any(each.gold < 0 or each.cards < 0 for each in outcomes)


def grouped(inside: Iterable[Move], by: Callable[[Move], str]) -> dict[str, tuple[Move, ...]]:
    """Moves by verb or by card, in their order."""
    groups: dict[str, list[Move]] = {}
    for move in inside:
        groups.setdefault(by(move), []).append(move)
    return {name: tuple(group) for name, group in groups.items()}


moves_by_verb = partial(grouped, by=attrgetter("verb"))
moves_by_card = partial(grouped, by=attrgetter("card"))

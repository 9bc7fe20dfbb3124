"""The action list: everything that can be done now, and the hand, as rows with keys (`citadels_tui.actions.rows`).

An action list is made from a view and its legal moves alone. It holds no rules: it groups the moves
that came from the host, and puts the host's reasons beside what cannot be done.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from textual.content import Content

from citadels_tui.actions.blunders import blunder, question
from citadels_tui.actions.consequences import outcome_of
from citadels_tui.actions.hazards import hazards
from citadels_tui.actions.rows import (
    TICKED,
    Row,
    TableContext,
    group_row,
    hand_rows,
    refused_group,
    refused_rows,
    single,
    tick_rows,
    why_refused,
)
from citadels_tui.session.holders import choosing_order, chosen
from citadels_tui.session.row_keys import HandKeys, Keys
from citadels_tui.texts import _, board, moves, names, questions, say
from citadels_tui.wording.moves import form, label, said, verb_of
from citadels_tui.wording.voice import EMPTY, Voice, listed
from engine.move import Move
from engine.step import Refusal
from engine.view import View

HAND_VERBS = frozenset({"build", "play", "give", "pay", "discard"})
"""Verbs that are done with a hand card: offered on the card itself, not in a list."""
_TITLES = {"keep": board.KEEP_TITLE, "aside": board.ASIDE_TITLE, "threaten": board.THREATEN_TITLE}
"""Questions that no card asks, or that follow another of the same card."""
_OLDER = {"cemetery": "graveyard"}
"""Cards that ask the same under another name in older editions."""


class ActionList(NamedTuple):
    """Rows under a title."""

    title: Content
    rows: tuple[Row, ...] = ()
    hand: tuple[str, ...] = ()
    """Hand cards that are in no row, to be shown shortly, or drawn where there is room."""
    empty: Content = EMPTY
    """The sentence for a list without rows."""
    rest: int = 0
    """The row that the cursor rests on at first."""
    lit: int = -1
    """The row that is pointed out, by a hint or a lesson; -1: none."""
    characters: bool = False
    """Whether the rows are characters to choose from: they may be laid out as cards."""

    @property
    def choosable(self) -> bool:
        """Whether anything can be chosen."""
        return any(row.moves for row in self.rows)

    def resting(self, order: Sequence[Move]) -> ActionList:
        """This list with the cursor on what is best by an order of the moves, and no question before the very best.

        Args:
            order: All legal moves, the best first; empty: the cursor stays where it is.
        """
        places = {
            move: place
            for place, row in reversed(tuple(enumerate(self.rows)))
            if not row.blunder and not row.ticked
            for move in row.moves
        }
        best = next((move for move in order if move in places), None)
        if best is None:
            return self
        rest, rows = places[best], self.rows
        if best == order[0] and rows[rest].moves == (best,):
            rows = (*rows[:rest], rows[rest]._replace(question=EMPTY), *rows[rest + 1 :])
        return self._replace(rest=rest, rows=rows)

    def at_first(self) -> ActionList:
        """This list with the cursor on the first row that can be chosen and hurts nobody who chooses it."""
        return self._replace(rest=first_row(self.rows))

    def lighting(self, move: Move | None) -> ActionList:
        """A copy of this action list that highlights the row which plays the move or opens its list."""
        rows = [i for i, row in enumerate(self.rows) if move is not None and move in row.moves]
        return self._replace(lit=rows[0], rest=rows[0]) if rows else self


def make_action_list(
    view: View,
    voice: Voice,
    refused: Sequence[Refusal] = (),
    opened: Row | None = None,
    hand_keys: HandKeys | None = None,
    ticked: Collection[int] = (),
    unheld: Collection[int] = (),
) -> ActionList:
    """Lay out what can be done now.

    Args:
        view: The seat's view, with its legal moves when it must answer.
        voice: How names are written.
        refused: Near misses with their reasons.
        opened: The row with a list that was chosen, when one was.
        hand_keys: The numbers that the hand cards have had in this turn.
        ticked: Which cards of a hand to choose from are ticked, by place.
        unheld: The ranks that nobody has, as far as this seat can tell.
    """
    t = TableContext(view, voice, refused, hand_keys or HandKeys(), ticked, Keys(), unheld)
    return _action_list(t, opened)


# Whole action lists


def _action_list(t: TableContext, opened: Row | None) -> ActionList:
    """The rows of what is asked now, or of the list that is open."""
    view = t.view
    if opened is not None:
        return _opened(t, opened)
    if not view.moves or view.asked is None:
        if view.seat is None:
            return ActionList(Content(_(board.WATCHING)), empty=Content(_(board.WATCHING_HINT)))
        title = _warned(view, _(board.HAND_TITLE))
        return ActionList(title, tuple(hand_rows(t, {})), empty=Content(_(board.EMPTY_HAND)))
    if view.asked.kind == "menu":
        return _menu(t)
    return _question(t)


def _menu(t: TableContext) -> ActionList:
    """One's own turn: income, abilities, the hand, the end."""
    view = t.view
    on_hand = [m for m in view.moves if m.verb in {"build", "play"}]
    groups = moves_by_verb(m for m in view.moves if m not in on_hand)
    end = groups.pop("end", ())
    ended = next((r for r in t.refused if r.move.verb == "end"), None)
    rows = []
    for verb, group in groups.items():
        found = verb_of(group[0])
        if verb != "collect" and (len(group) > 1 or (found and found.many)):
            rows.append(group_row(t, verb, group))
        else:
            rows += [single(t, move) for move in group]
    for verb in dict.fromkeys(r.move.verb for r in t.refused):
        if (verb not in groups or verb == "collect") and verb not in HAND_VERBS | {"end"}:
            rows.append(refused_group(t, [r for r in t.refused if r.move.verb == verb]))
    # What is only a gift stands below the hand.
    last = [row for row in rows if row.blunder]
    end_key = t.keys.reserve_key("e")
    rows = [row for row in rows if not row.blunder] + hand_rows(t, moves_by_card(on_hand)) + last
    if end or ended:
        why = (why_refused(t, ended),) if ended and not end else ()
        asked = question(view, t.voice, end[0]) if end else EMPTY
        rows.append(Row(label(t.voice, Move("end")), why, end_key, tuple(end), question=asked))
    return ActionList(_warned(view, _(board.MENU_TITLE)), tuple(rows), rest=rest_row(view, rows))


def _question(t: TableContext) -> ActionList:
    """Any other question: every legal move, on the hand where it is about the hand."""
    view, kind = t.view, t.kind
    own = kind not in {"study", "borrow"}  # the cards of another hand, or who lends: not what the own hand holds
    with_hand = [m for m in view.moves if m.verb in HAND_VERBS - {"play"} and m.card in view.hand and own]
    others = [m for m in view.moves if m not in with_hand]
    title = _warned(view, _subject(t.voice, kind))
    ticking = next((verb for verb, last in TICKED.items() if last in others and kind in moves.TICKING), "")
    if ticking:
        rows = tick_rows(t, ticking, begun=True)
        return ActionList(title, tuple(rows))
    if with_hand:
        rows = hand_rows(t, moves_by_card(with_hand)) + [single(t, move) for move in others]
        return ActionList(title, tuple(rows), rest=first_row(rows))
    characters = all(m.seat < 0 and t.voice.rank(m.card) for m in others)
    rows = [single(t, move, item=characters or len(others) > 2) for move in sensible_first(t, others)]
    rows = ordered(rows, refused_rows(t, kind))
    if kind == "draft":
        return ActionList(
            _draft_title(view, t.voice),
            tuple(rows),
            view.hand,
            rest=first_row(rows),
            characters=True,
        )
    return ActionList(title, tuple(rows), view.hand, rest=first_row(rows))


def _opened(t: TableContext, opened: Row) -> ActionList:
    """The moves of one row, as a list of their own, and the way back."""
    inside = opened.moves
    verb = inside[0].verb
    title = Content(opened.label.plain.removesuffix("..."))
    if verb in TICKED:
        rows = tick_rows(t, verb, begun=False)
    elif verb == "build" and len({m.card for m in inside}) == 1:
        rows = [
            single(t, move, item=True)._replace(label=said(t.voice, moves.WAYS[form(move)], move)) for move in inside
        ]
    else:
        rows = [single(t, move, item=True) for move in sensible_first(t, inside)]
        rows = ordered(rows, refused_rows(t, verb))
    rows.append(Row(Content(_(moves.BACK)), (Content(_(moves.BACK_KEY)),), back=True))
    hand = () if verb in TICKED else t.view.hand
    return ActionList(title, tuple(rows), hand, rest=first_row(rows))


def _warned(view: View, title: str) -> Content:
    """A title, and behind it the threats to the player in this seat."""
    warnings = hazards(view)
    if not warnings:
        return Content(title)
    return say(board.WARNED, title=title, warnings=listed(Content(_(each.word)) for each in warnings))


def _subject(voice: Voice, kind: str) -> str:
    """The subject of a question: the card because of which it is asked."""
    if kind in _TITLES:
        return _(_TITLES[kind])
    card, edition = questions.ASKING.get(kind, ""), voice.rules.edition
    for id in (card, _OLDER.get(card, "")):
        if names.is_character(id, edition):
            return names.character(id, edition).name
        if names.is_district(id, edition):
            return names.district(id, edition).name
    return _(board.ANSWER_TITLE)


def _draft_title(view: View, voice: Voice) -> Content:
    """The title while you choose a character; it names the player who gets the cards next."""
    order = choosing_order(view)[chosen(view) + 1 :]
    if not order:
        return Content(_(board.DRAFT_LAST_TITLE))
    return say(board.DRAFT_TITLE, who=voice.player(order[0]))


# The order of the rows


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
    """The row that the cursor rests on in a turn: one that costs nothing, then the best building, then the end."""
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

"""Numbered answers: the action list of one person as a list that is answered with numbers."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from citadels_tui.actions.asking import asked_in, awaited
from citadels_tui.actions.hazards import bewitched, warnings
from citadels_tui.actions.make_action_list import ActionList, make_action_list
from citadels_tui.actions.rows import Row
from citadels_tui.session.session import Session
from citadels_tui.texts import _, board, plain, say, table
from citadels_tui.texts.effects import effect
from citadels_tui.wording.voice import EMPTY, listed
from engine.move import Move

BACK = 0
"""The number that leads back, or means no."""


class NumberedActions:
    """The choices of one person. Each row that can be chosen has a number, from 1."""

    def __init__(self, session: Session, *, confirm: bool) -> None:
        """Lay out the open question of a session.

        Args:
            session: The table as that person sees it; a question is open.
            confirm: Whether to ask before a move that is hardly ever meant.
        """
        self._session = session
        self._confirm = confirm
        self._opened: list[Row] = []
        self._ticked: frozenset[int] = frozenset()
        self._doubted: Row | None = None
        """The row that is asked about before it is played."""

    @property
    def question(self) -> Content:
        """The question alone."""
        view, voice = self._session.view, self._session.voice
        if self._doubted is not None:
            return self._doubted.question
        if view is None or view.seat is None:
            return EMPTY
        if self._opened:
            return asked_in(voice, self._opened[-1])
        return say(plain.ASKED, who=voice.name(view.seat), question=awaited(view, voice))

    def lines(self) -> Iterator[Content]:
        """The question and its answers."""
        view, voice = self._session.view, self._session.voice
        if self._doubted is not None:
            yield self.question
            yield say(plain.OPTION, number=1, label=_(table.YES))
            yield say(plain.OPTION, number=BACK, label=_(table.NO))
            return
        if view is None or view.seat is None:
            return
        action_list = self._action_list()
        yield self.question
        if not self._opened and not bewitched(view):
            yield from warnings(view, voice)
        number = 0
        for row in action_list.rows:
            if row.back:
                yield say(plain.OPTION, number=BACK, label=row.label)
            elif row.moves:
                number += 1
                parts = _parts(row)
                if action_list.characters:
                    does = effect(row.card, voice.rules)
                    parts["facts"] = say(plain.NOW, effect=does, facts=row.note) if row.note.plain else Content(does)
                yield say(plain.OPTION_FACTS if str(parts["facts"]) else plain.OPTION, number=number, **parts)
            else:
                yield say(plain.NO_OPTION_FACTS if row.note.plain else plain.NO_OPTION, **_parts(row))
        if action_list.hand:
            yield say(plain.HAND, hand=_(board.HAND), cards=listed(voice.district(id) for id in action_list.hand))
        default = self.default
        if default:
            yield say(plain.ENTER, number=default, label=_parts(action_list.rows[action_list.rest])["label"])

    @property
    def last(self) -> int:
        """The highest number."""
        return 1 if self._doubted is not None else len(self._choosable())

    @property
    def default(self) -> int:
        """The number that an empty line means: of what a bot would do at a glance; 0: none.

        Before something that is hardly meant it means no.
        """
        rest = self._action_list().rest
        rows = enumerate(self._choosable(), 1)
        return 0 if self._doubted else next((number for number, (place, _row) in rows if place == rest), 0)

    def labelled(self, line: str) -> int | None:
        """The number of the answer that is called like what was typed; None when none is."""
        if self._doubted is not None:
            labels = {
                text.casefold(): number for number, each in enumerate((table.NO, table.YES)) for text in (each, _(each))
            }
        else:
            labels = {row.label.plain.casefold(): n for n, (_place, row) in enumerate(self._choosable(), 1)}
        return labels.get(line.strip().casefold())

    def number_of(self, move: Move) -> int:
        """The number of the row that plays a move or leads to it; 0 when there is none."""
        rows = enumerate(self._choosable(), 1)
        return next((number for number, (_place, row) in rows if move in row.moves), 0)

    @property
    def opened(self) -> bool:
        """Whether a list is open."""
        return bool(self._opened)

    def choose(self, number: int) -> tuple[Move, ...]:
        """Take a row.

        Returns:
            The moves to play, one after another; none when there is another list to choose from now.

        Raises:
            LookupError: when there is no such number.
        """
        if self._doubted is not None:
            return self._sure(number)
        if number == BACK and self._opened:
            self._opened.pop()
            self._ticked = frozenset()
            return ()
        rows = self._choosable()
        if not 1 <= number <= len(rows):
            raise LookupError(number)
        place, row = rows[number - 1]
        if row.ticked is not None:
            self._ticked ^= {place}
            return ()
        if row.opens:
            self._opened.append(row)
            return ()
        if row.question.plain and self._confirm:
            self._doubted = row
            return ()
        return row.moves

    def _sure(self, number: int) -> tuple[Move, ...]:
        row = self._doubted
        if row is None or number not in (BACK, 1):
            raise LookupError(number)
        self._doubted = None
        return row.moves if number else ()

    def _action_list(self) -> ActionList:
        session = self._session
        assert session.view is not None
        question, opened = session.question, self._opened[-1] if self._opened else None
        keys, unheld = question.hand_keys, session.notes.unheld
        action_list = make_action_list(
            session.view, session.voice, question.refusals, opened, keys, self._ticked, unheld
        )
        if session.counts_for_day:
            return action_list.at_first()
        return action_list.resting(session.notes.order(session.view))

    def _choosable(self) -> list[tuple[int, Row]]:
        """The rows with a number, each with its place among all."""
        return [(place, row) for place, row in enumerate(self._action_list().rows) if row.moves]


def _parts(row: Row) -> dict[str, Content | str | int]:
    """Label and facts of a row; that it opens a list is part of its label."""
    label = row.label
    if row.opens and not label.plain.endswith("..."):
        label = say(plain.OPENS, label=label)
    return {"label": label, "facts": row.note}

"""Undo: the last moves of one's own turn can be taken back, as long as they showed nobody anything hidden.

It is no move of a game (`State.moves` never offers it): a player who wants it plays through a `History`. What may be
taken back is said for people, move by move, in ``docs/protocol.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from engine.errors import CitadelsError, IllegalMove, shown
from engine.event import KINDS, told
from engine.move import Move
from engine.state import State, is_game

UNDO = Move("undo")
"""Take the last move back."""

LIMIT = 10
"""How many moves can be taken back in one turn: without an end to it a game without a clock could grow for ever."""

REASONS: Mapping[str, str] = {
    "turn": "it is not your own turn",
    "nothing": "you have made no move in this turn that could be",
    "asked": "somebody else has been asked since",
    "random": "chance has decided something since",
    "hidden": "it has shown somebody what was hidden",
    "limit": f"you have taken back {LIMIT} moves in this turn already",
}
"""Code -> the reason why the last move cannot be taken back, as the end of "that cannot be taken back: "."""

KNOWN = frozenset({"keep", "bottom", "discard", "hold", "store", "unstore", "warrants", "threats"})
"""Kinds of events with a secret part that all who learn it have known before: their own cards and tokens."""


class History:
    """A game that is being played, and the positions that its last moves can be taken back to.

    Its events have to be drained after every move: how far an undo goes back is told by the questions in between.
    """

    def __init__(self, state: State) -> None:
        """Begin with a game, of which nothing can be taken back yet.

        Raises:
            CitadelsError: when it is none.
        """
        if not is_game(state):
            raise CitadelsError(f"a history begins with a game, not {shown(state)}")
        self.state = state
        """The game as it is now; another object after an undo."""
        self.undone = 0
        """Number of moves that were taken back in the turn in progress."""
        self._before: list[State] = []
        """The game before each move that can be taken back."""
        self._barrier = "nothing"
        """Code of the reason why no more can be, see `REASONS`."""

    @property
    def refusal(self) -> str:
        """The reason why the asked player cannot take the last move back, a code of `REASONS`; empty: that can be done.

        Everybody at the table could work it out: it depends on nothing that is hidden.
        """
        turn = self.state.turn
        if turn is None or turn.seat != self.state.seat:
            return "turn"
        if self.undone == LIMIT:
            return "limit"
        return "" if self._before else self._barrier

    def play(self, move: Move) -> None:
        """Play a legal move, or take the last one back (`UNDO`).

        Raises:
            IllegalMove: when that is not possible; nothing has changed then.
        """
        if move == UNDO:
            self._undo()
            return
        state, turn = self.state, self.state.turn
        before = state.clone() if turn is not None and turn.seat == state.seat else None
        counter, since = state.counter, len(state.log)
        state.apply(move)
        if turn is None or state.turn is not turn:
            self.undone, barrier = 0, "nothing"
        elif before is None or state.seat != turn.seat:
            barrier = "asked"
        elif state.counter != counter:
            barrier = "random"
        elif _shows(state, since):
            barrier = "hidden"
        else:
            self._before.append(before)
            return
        self._before, self._barrier = [], barrier

    def _undo(self) -> None:
        if self.refusal:
            raise IllegalMove(f"that cannot be taken back: {REASONS[self.refusal]}")
        seat = self.state.seat
        assert seat is not None
        self.state = self._before.pop()
        self.undone += 1
        self.state.log += ("undo", seat)


def _shows(g: State, since: int) -> bool:
    """Whether what the log has from there on, or the question after it, shows somebody what was hidden."""
    step = g.stack[-1]
    shown = any(KINDS[kind].secret and kind not in KNOWN for kind, *_ in told(g.log[since:]))
    return shown or step.opens_deck or step.opens() >= 0


T = TypeVar("T")


class Checkpoints(Generic[T]):
    """The knowledge of a follower of the events at each question to a seat, for when its last move is taken back."""

    def __init__(self) -> None:
        self._seat = -1
        self._known: list[T] = []

    def add(self, seat: int, known: T) -> None:
        """Keep the knowledge at an ``ask``; the checkpoints of another seat are dropped."""
        if seat != self._seat:
            self._seat, self._known = seat, []
        self._known.append(known)

    def undo(self) -> T:
        """The knowledge at the question before the last one, which an ``ask`` then opens again.

        Raises:
            LookupError: when there was none.
        """
        self._known.pop()
        return self._known.pop()

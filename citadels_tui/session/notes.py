"""Notes of one seat: the possible holders of each character, and what a bot in this seat would remember."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.bots.memory import Memory
from engine.errors import CitadelsError
from engine.move import Move
from engine.notebook import Notebook, Page
from engine.view import View
from net.client.updates import Happened, Started, Update

LIKELY, UNLIKELY = MARKS = ("likely", "unlikely")
"""Marks that a player may give to a character somebody may have."""

if TYPE_CHECKING:
    from engine.bots.advice import Advice


class SeatNotes:
    """The conclusions of one seat from what it has seen."""

    def __init__(self) -> None:
        self.notebook: Notebook | None = None
        """Conclusions about who may be who, as far as this seat can tell; None before the start."""
        self.marks: dict[tuple[int, int], str] = {}
        """The player's own marks of this round, by rank and seat: a word of `MARKS`."""
        self._round = 0
        self._memory = Memory()
        self._ordered: tuple[tuple[Move, ...], tuple[Move, ...]] = ((), ())
        """The moves that were put in order last, and their order."""

    def apply_update(self, update: Update) -> None:
        """Fold one update."""
        match update:
            case Started(view=view):
                self.notebook, self._memory = Notebook(view), Memory()
                self._turn_page(view)
            case Happened(events=events, view=view):
                self._turn_page(view)
                if self.notebook is not None:
                    self.notebook.feed(events)
                for event in events:
                    self._memory.watch(event)

    def mark(self, rank: int, seat: int) -> None:
        """Think of a player as likely to have a character, then as unlikely, then nothing."""
        following = {None: LIKELY, LIKELY: UNLIKELY}.get(self.marks.pop((rank, seat), None))
        if following is not None:
            self.marks[rank, seat] = following

    def _turn_page(self, view: View) -> None:
        """Forget what was thought of another round."""
        if view.round != self._round:
            self._round = view.round
            self.marks.clear()

    @property
    def page(self) -> Page | None:
        """The notebook's page of this round; None before the start."""
        return self.notebook.page() if self.notebook is not None else None

    @property
    def unheld(self) -> frozenset[int]:
        """The ranks that nobody holds this round, as far as this seat can tell."""
        page = self.page
        return page.unheld if page is not None else frozenset()

    def order(self, view: View) -> tuple[Move, ...]:
        """The moves of the open question, the one first that a steward would play without trying any.

        It takes well under a millisecond, and for each question once.

        Args:
            view: What the seat sees.

        Returns:
            Nothing where a host asks something that no game has.
        """
        if view.moves is not self._ordered[0]:
            self._ordered = (view.moves, self._in_order(view))
        return self._ordered[1]

    def _in_order(self, view: View) -> tuple[Move, ...]:
        if len(view.moves) < 2:
            return view.moves
        # The bots are loaded for the first question.
        from engine.bots.playout import preferred

        try:
            return tuple(preferred(view, self._memory))
        except (ArithmeticError, AssertionError, AttributeError, CitadelsError, LookupError, TypeError, ValueError):
            # The cursor is a favour: a game goes on without.
            return ()

    def advice(self, view: View) -> Advice | None:
        """The move a steward would make here without trying any, and why; None when the view offers no move.

        Args:
            view: What the seat sees.
        """
        if not view.moves:
            return None
        # The bots are loaded for the first hint.
        from engine.bots.advice import advise

        return advise(view, self._memory)

"""Timeline: a game as its seat has seen it, move by move, to look at any moment of it again."""

from __future__ import annotations

from engine.notebook import Notebook
from engine.view import View
from net.client.updates import Happened


class Timeline:
    """The moments of a game, each with the view after it.

    Every view is kept: those of the longest games take less than a megabyte, and each moment is there at once.

    Args:
        start: What the seat saw before the first moment.
    """

    def __init__(self, start: View) -> None:
        self.start = start
        self.moments: list[Happened] = []
        self._book: tuple[int, Notebook] | None = None
        """The notebook that was looked at last, and its moment."""

    def add(self, happened: Happened) -> None:
        """The game has gone on."""
        self.moments.append(happened)

    def __len__(self) -> int:
        return len(self.moments)

    @property
    def last(self) -> int:
        """The newest moment, which is also the number of moves: the first moment, 0, is the deal."""
        return len(self.moments) - 1

    def view(self, moment: int) -> View:
        """The view after a moment; before the first one at -1."""
        return self.moments[moment].view if moment >= 0 else self.start

    def rounds(self) -> list[int]:
        """The moment at which each round begins."""
        return [moment for moment in range(len(self.moments)) if self.view(moment).round != self.view(moment - 1).round]

    def notebook(self, moment: int) -> Notebook:
        """The notebook after a moment, as far as the seat could tell; it must not be fed."""
        if self._book is None or self._book[0] > moment:
            # A page and the one before it say nothing of earlier rounds.
            begun = [0, *(start for start in self.rounds() if start <= moment)]
            first = begun[-2] if len(begun) > 1 else 0
            self._book = first - 1, Notebook(self.view(first - 1))
        known, book = self._book
        for happened in self.moments[known + 1 : moment + 1]:
            book.feed(happened.events)
        self._book = moment, book
        return book

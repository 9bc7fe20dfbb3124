"""Keys of the action list's rows: each is given once, and a hand card keeps its number through a turn."""

from __future__ import annotations

from collections.abc import Sequence

from engine.view import View

NUMBERS = "123456789"
LETTERS = "abcdefgmoprtvxyz"
"""Letters a row may have as its key; the others always mean the same on the board."""


class Keys:
    """Hands out the keys of one list."""

    def __init__(self) -> None:
        self.free = list(NUMBERS + LETTERS)

    def reserve_key(self, wanted: str) -> str:
        """The wanted key when it is free, else the next letter; without a wish the next number, then a letter."""
        if wanted and wanted in self.free:
            self.free.remove(wanted)
            return wanted
        return self._next(LETTERS) if wanted else self._next(NUMBERS + LETTERS)

    def _next(self, among: str) -> str:
        """The first free key among some; ``""`` when all are taken."""
        found = next((key for key in self.free if key in among), "")
        if found:
            self.free.remove(found)
        return found


class HandKeys:
    """The numbers of the hand cards: what a card is called at the start of a turn it is called to its end."""

    def __init__(self) -> None:
        self._turn: object = None
        self._numbers: dict[str, int] = {}

    def numbered(self, view: View, cards: Sequence[str]) -> list[tuple[str, str]]:
        """The cards by their numbers, each with its key; ``""`` beyond the ninth.

        Args:
            view: What the seat sees; another turn begins to count anew.
            cards: The different cards of the hand.
        """
        turn = (view.round, view.turn.rank) if view.turn is not None and view.turn.seat == view.seat else None
        if turn != self._turn or self._numbers.keys().isdisjoint(cards):
            self._turn, self._numbers = turn, {}
        for card in cards:
            if card not in self._numbers:
                self._numbers[card] = max(self._numbers.values(), default=0) + 1
        order = sorted(cards, key=self._numbers.__getitem__)
        return [(card, NUMBERS[n - 1] if (n := self._numbers[card]) <= len(NUMBERS) else "") for card in order]

"""Taken back: your moves of this turn that were taken back, to be done again until something else is done."""

from __future__ import annotations

from engine.move import Move
from engine.undo import UNDO
from net.client.updates import Decision, Happened, Refused, Update


class TakenBack:
    """Knows the moves of one seat by what was sent, and what came of it."""

    def __init__(self) -> None:
        self._sent: Move | None = None
        """What is on its way."""
        self._made: list[Move] = []
        """Moves that can be taken back, the last one behind."""
        self._undone: list[Move] = []
        """Moves that were, the last one behind."""

    def send(self, move: Move) -> None:
        """A move goes to the host."""
        self._sent = move

    def take(self, update: Update) -> None:
        """Fold one update."""
        match update:
            case Happened(seat=seat, events=events, view=view):
                sent, self._sent = self._sent, None
                if any(event.kind == "undo" and event.seat == view.seat for event in events):
                    self._undone += [self._made.pop()] if self._made else []
                elif seat == view.seat and sent is not None and sent != UNDO:
                    self._undone = self._undone[:-1] if sent == self.redo else []
                    self._made.append(sent)
                else:
                    self._made, self._undone = [], []
            case Refused():
                self._sent = None
            case Decision(undo=undo) if undo:
                self._made = []

    @property
    def redo(self) -> Move | None:
        """The move that can be done again; None: there is none."""
        return self._undone[-1] if self._undone else None

"""Folding seen events into a view: what a client, a log reader and a replay do."""

from __future__ import annotations

from collections.abc import Iterable

from engine.card_folds import CARD_FOLDS
from engine.event import Event
from engine.folds import FOLDS, Fold
from engine.rules import Rules
from engine.ruleset import ruleset
from engine.undo import Checkpoints
from engine.view import PlayerView, View

_FOLDS: dict[str, Fold] = {**FOLDS, **CARD_FOLDS}


class ViewReducer:
    """Keeps a view up to date from the events its seat has seen.

    After every drained batch of events `view` equals ``engine.view.view(state, seat)``,
    but for `View.moves`, which travel beside the events.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self._checkpoints: Checkpoints[View] = Checkpoints()
        if view.asked:
            self._checkpoints.asked(view.asked.seat, view.copy())

    @classmethod
    def start(cls, rules: Rules, seat: int | None) -> ViewReducer:
        """A reducer with the view before the first event of a game."""
        players = [PlayerView(i) for i in range(rules.players)]
        return cls(View(seat, rules, players, deck=len(ruleset(rules).cards)))

    def feed(self, events: Iterable[Event]) -> None:
        """Fold events, as ``seen`` by the view's seat, into the view."""
        for event in events:
            if event.kind == "undo":
                self.view = self._checkpoints.undo()
                continue
            fold = _FOLDS.get(event.kind)
            if fold is not None:
                fold(self.view, event)
            if event.kind == "ask":
                self._checkpoints.asked(event.seat, self.view.copy())

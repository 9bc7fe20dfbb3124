"""Folding seen events into a view: what a client, a log reader and a replay do."""

from __future__ import annotations

from collections.abc import Iterable

from engine.card_folds import CARD_FOLDS
from engine.errors import MISFITS, NO_EVENT, CitadelsError, shown
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
        """Begin with a view.

        Raises:
            CitadelsError: when it is none.
        """
        if not isinstance(view, View):
            raise CitadelsError(f"a reducer begins with a View, not {shown(view)}")
        self.view = view
        self._checkpoints: Checkpoints[View] = Checkpoints()
        if view.asked:
            self._checkpoints.add(view.asked.seat, view.copy())

    @classmethod
    def start(cls, rules: Rules, seat: int | None) -> ViewReducer:
        """A reducer with the view before the first event of a game.

        Raises:
            CitadelsError: when the setup is none, or has no such seat.
        """
        if not isinstance(rules, Rules):
            raise CitadelsError(f"a reducer begins with the Rules of a game, not {shown(rules)}")
        rules.check()
        if seat is not None and not (type(seat) is int and 0 <= seat < rules.players):
            raise CitadelsError(f"a seat is a number from 0 to {rules.players - 1}, not {shown(seat)}")
        players = [PlayerView(i) for i in range(rules.players)]
        return cls(View(seat, rules, players, deck=len(ruleset(rules).cards)))

    def feed(self, events: Iterable[Event]) -> None:
        """Fold events, as ``seen`` by the view's seat, into the view.

        Raises:
            CitadelsError: at what is no event, or none that can follow those before it.
        """
        try:
            for event in events:
                if event.kind == "undo":
                    self.view = self._checkpoints.undo()
                    continue
                fold = _FOLDS.get(event.kind)
                if fold is not None:
                    fold(self.view, event)
                if event.kind == "ask":
                    self._checkpoints.add(event.seat, self.view.copy())
        except MISFITS as error:
            raise CitadelsError(NO_EVENT) from error

"""Hand memory: the hand cards of others that one seat has seen, and that cannot have gone since."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import MISFITS, NO_EVENT, CitadelsError, shown
from engine.event import Event
from engine.move import MAX_SEATS
from engine.undo import Checkpoints

Hands = tuple[tuple[str, ...], ...]
"""Ids of cards by seat, sorted."""

_GONE = {"discard": "cards", "hold": "cards", "store": "cards", "build": "card", "play": "card"}
"""Kinds of events by which cards leave a hand, with the field that names them for those seats that may know it."""
_COME = {"deal": "cards", "draw": "cards", "keep": "cards", "recover": "card"}
"""Kinds of events by which cards come into a hand, with the same field."""


class HandMemory:
    """The hands as far as one seat knows them for certain; its own is among them."""

    def __init__(self, players: int = 8) -> None:
        """Begin before the first event of a game.

        Raises:
            CitadelsError: when no game has so many players.
        """
        if type(players) is not int or not 1 <= players <= MAX_SEATS:
            raise CitadelsError(f"a game has up to {MAX_SEATS} players, not {shown(players)}")
        self.known: Hands = ((),) * players
        """By seat the hand cards this seat knows of."""
        self._checkpoints: Checkpoints[Hands] = Checkpoints()

    def watch(self, event: Event) -> None:
        """Take note of an event as this seat has seen it.

        Raises:
            CitadelsError: when it is no event, or none that can follow those before it.
        """
        try:
            seat, other = event.seat, event.other
            match event.kind:
                case kind if field := _GONE.get(kind):
                    self._remove(seat, _named(event, field))
                case kind if field := _COME.get(kind):
                    self._put(seat, (*self.known[seat], *_named(event, field)))
                case "pass_card":
                    self._remove(seat, event.cards)
                    self._put(other, (*self.known[other], *event.cards))
                case "spy" if event.cards:
                    self._put(other, event.cards)
                case "ask":
                    if event.note == "study" and event.cards:
                        self._put(other, event.cards)
                    self._checkpoints.add(seat, self.known)
                case "swap":
                    mine, theirs = self.known[seat], self.known[other]
                    self._put(seat, theirs)
                    self._put(other, mine)
                case "hand" if event.cards:
                    self._put(seat, event.cards)
                case "undo":
                    self.known = self._checkpoints.undo()
        except MISFITS as error:
            raise CitadelsError(f"{NO_EVENT}: {shown(event)}") from error

    def _remove(self, seat: int, cards: Sequence[str]) -> None:
        """Cards leave a hand; when nobody says which, any that was known may be among them."""
        left = list(self.known[seat]) if cards else []
        for card in cards:
            if card in left:
                left.remove(card)
        self._put(seat, left)

    def _put(self, seat: int, cards: Sequence[str]) -> None:
        if seat < 0:
            raise LookupError(seat)
        known = list(self.known)
        known[seat] = tuple(sorted(cards))
        self.known = tuple(known)


def _named(event: Event, field: str) -> tuple[str, ...]:
    return event.cards if field == "cards" else (event.card,)

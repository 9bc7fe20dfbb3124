"""The envelopes of one game, as its host seals them: each hidden field for exactly the seats that may know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.event import Event
from net.gamelog.entries import EventNote, PastNote, SeatEntry
from net.gamelog.envelopes import Past, bare_event, committed_event, seal_fields, seal_past
from net.identity.crypto import Place, SealKey


class GameEnvelopes:
    """Seals the hidden fields of one game's events."""

    def __init__(self, game: str, host_secret: bytes) -> None:
        self._game = game
        self._secret = host_secret
        self._seal = SealKey.of_game(game, host_secret)
        self._keys: dict[bytes, bytes] = {}
        """The key of each seat's envelopes, by the seat's public key."""

    @property
    def public(self) -> bytes:
        """The host's public key for the envelopes of this game."""
        return self._seal.public

    def sealed(
        self, events: Sequence[Event], seats: Sequence[SeatEntry], place: Place, head: bytes
    ) -> list[dict[str, Any]]:
        """The fields of one entry's events, as they stand in the log.

        Args:
            events: With their secrets.
            seats: Who plays each seat.
            place: Of the entry.
            head: Head of the log before it.
        """

        def key(seat: int) -> bytes:
            return self._key(seats[seat])

        return [seal_fields(event, key, place, index, head, self._secret) for index, event in enumerate(events)]

    def past(self, past: Past, who: SeatEntry, place: Place, head: bytes) -> PastNote:
        """All that a seat knows, sealed for the person who sits down there."""
        return seal_past(past, self._key(who), place, head, self._secret)

    def are_of(self, events: Sequence[Event], notes: Sequence[EventNote], place: Place) -> bool:
        """Whether the events of a stored entry are these, in the open parts and in all commitments."""
        made = [committed_event(event, place.of(index), self._secret) for index, event in enumerate(events)]
        return made == [(bare_event(note, ""), tuple(sealed.commitment for sealed in note.sealed)) for note in notes]

    def _key(self, who: SeatEntry) -> bytes:
        """The key of somebody's envelopes; agreeing on one costs more than everything else about an envelope."""
        key = self._keys.get(who.seal)
        if key is None:
            key = self._keys[who.seal] = self._seal.of_seat(self._game, who.seal)
        return key

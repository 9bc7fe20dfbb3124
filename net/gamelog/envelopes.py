"""Envelopes: engine events become log entries, with hidden fields sealed for the players who may know them.

This knows no card and no rule. `engine.event` says which fields are secret and who knows them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from engine.event import KINDS, Event, knowers, public, secret
from net.base.errors import NetError
from net.base.limits import KIB, Limits
from net.gamelog.entries import EventNote, PastNote
from net.identity.commitments import salt_at
from net.identity.crypto import SALT, Place, open_sealed, seal, sealed_commitment
from net.protocol.frames import pack, unpack

_ITEM = 33
"""Bytes the longest card id takes in a payload: every item is given as much room, so no size tells an id."""
_FRAME = 32
"""Bytes to allow for the names of the fields."""
_ROOM = 64 * KIB - SALT - 2
"""Bytes of the largest payload."""
_USUAL = (None, *Event._field_defaults.values())
"""Default values of an event's fields."""


def seal_event(event: Event, keys: Sequence[bytes], place: Place, head: bytes, secret_of_host: bytes) -> EventNote:
    """An event as it stands in the log; see `seal_fields`."""
    return EventNote.model_validate(seal_fields(event, keys.__getitem__, place, place.event, head, secret_of_host))


def seal_fields(
    event: Event, key: Callable[[int], bytes], place: Place, index: int, head: bytes, secret_of_host: bytes
) -> dict[str, Any]:
    """The fields of an event as it stands in the log, in their order, without those that have their default values.

    Args:
        event: With its secrets.
        key: Of the envelopes of a seat.
        place: Game, epoch and entry; all else is ignored.
        index: Number of the event within the entry.
        head: Head of the log before the entry.
        secret_of_host: The salts of the commitments are made from it.
    """
    fields: dict[str, Any] = {
        name: value for name, value, usual in zip(Event._fields, public(event), _USUAL, strict=True) if value != usual
    }
    seats = knowers(event)
    if seats:
        hidden, sealed = secret(event), []
        payload, room = pack(hidden), _room(hidden)
        for seat in seats:
            where = place.of(index, seat, event.kind)
            commitment, ciphertext = seal(payload, key(seat), where, head, salt_at(secret_of_host, where), room)
            sealed.append({"seat": seat, "commitment": commitment, "ciphertext": ciphertext})
        fields["sealed"] = sealed
    return fields


def committed_event(event: Event, place: Place, secret_of_host: bytes) -> tuple[Event, tuple[bytes, ...]]:
    """The public side of an event as `seal_fields` makes it: its open part, and the commitments to the rest."""
    wheres = [place.of(place.event, seat, event.kind) for seat in knowers(event)]
    return public(event), tuple(
        sealed_commitment(where, salt_at(secret_of_host, where), event_payload(event)) for where in wheres
    )


def event_payload(event: Event) -> bytes:
    """The bytes that the commitment of a `SealedNote` covers."""
    return pack(secret(event))


def open_event(note: EventNote, seat: int | None, key: bytes, place: Place, head: bytes, limits: Limits) -> Event:
    """An event as a seat learns it (None: a spectator), by its envelope.

    Raises:
        NetError: ``bad_envelope``, when what is sealed for the seat is missing, cannot be opened or is no secret
            of such an event; ``fork``, when a secret stands in the open.
    """
    event = bare_event(note, f"entry {place.seq}")
    if seat is None or seat not in knowers(event):
        return event
    found = note.sealed[knowers(event).index(seat)]
    payload = open_sealed(found.ciphertext, found.commitment, key, place.of(place.event, seat, note.kind), head)
    try:
        hidden = unpack(payload, limits.answer)
    except NetError:
        raise NetError("bad_envelope", f"entry {place.seq}") from None
    return with_secret(event, hidden, f"entry {place.seq}")


def bare_event(note: EventNote, where: str) -> Event:
    """An event as everybody knows it.

    Raises:
        NetError: ``fork``, when a secret stands in the open; ``bad_envelope``, when not exactly those who may know
            the secret have an envelope.
    """
    event = _event(note)
    if public(event) != event:
        raise NetError("fork", f"{where} shows what is hidden")
    if tuple(each.seat for each in note.sealed) != knowers(event):
        raise NetError("bad_envelope", where)
    return event


def with_secret(event: Event, hidden: dict[str, Any], where: str) -> Event:
    """An event with its secret fields filled.

    Raises:
        NetError: ``bad_envelope``, when these are not the secret fields of such an event.
    """
    if set(hidden) != set(KINDS[event.kind].secret):
        raise NetError("bad_envelope", where)
    try:
        # What is hidden is held to the same form as what stands in the open.
        note = EventNote.model_validate(event._asdict() | hidden)
    except ValidationError:
        raise NetError("bad_envelope", where) from None
    return _event(note)


Past = dict[tuple[int, int], dict[str, Any]]
"""The hidden facts a seat knows: (entry, index of the event) -> its secret fields."""


def seal_past(past: Past, key: bytes, place: Place, head: bytes, secret_of_host: bytes) -> PastNote:
    """All hidden facts of a seat, for the person who sits down there in the middle of a game."""
    room = min(sum(map(_room, past.values())), _ROOM)
    commitment, ciphertext = seal(past_payload(past), key, place, head, salt_at(secret_of_host, place), room)
    return PastNote(commitment=commitment, ciphertext=ciphertext)


def past_payload(past: Past) -> bytes:
    """The bytes that the commitment of a `PastNote` covers."""
    return pack({"facts": [[seq, index, hidden] for (seq, index), hidden in past.items()]})


def open_past(note: PastNote, key: bytes, place: Place, head: bytes, limits: Limits) -> Past:
    """The hidden facts of a seat, for the player who has taken it.

    Raises:
        NetError: ``bad_envelope``, when they cannot be opened or read.
    """
    payload = open_sealed(note.ciphertext, note.commitment, key, place, head)
    try:
        return {(int(seq), int(index)): dict(hidden) for seq, index, hidden in unpack(payload, limits.answer)["facts"]}
    except (NetError, LookupError, ValueError, TypeError):
        raise NetError("bad_envelope", f"entry {place.seq}") from None


def _room(hidden: Mapping[str, Any]) -> int:
    """The most bytes that these secret fields take."""
    return _FRAME + _ITEM * sum(len(value) if isinstance(value, tuple) else 1 for value in hidden.values())


def _event(note: EventNote) -> Event:
    return Event(note.kind, note.seat, note.other, note.rank, note.card, note.cards, note.ranks, note.amount, note.note)

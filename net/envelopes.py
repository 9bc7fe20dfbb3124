"""Between the engine's events and the log: public facts in the open, hidden ones sealed for who may know them.

This knows no card and no rule. `engine.event` says which fields are secret and who knows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.event import SECRETS, Event, knowers, public, secret
from net.crypto import Place, SealKey, seal
from net.errors import NetError
from net.frames import pack, unpack
from net.limits import Limits
from net.log import EventNote, SealedNote

_ITEM = 33
"""Bytes the longest card id takes in a payload: every item is given as much room, so no size tells an id."""
_FRAME = 32
"""Bytes to allow for the names of the fields."""


def seal_event(event: Event, keys: Sequence[bytes], place: Place, head: bytes) -> EventNote:
    """An event as it stands in the log.

    Args:
        event: With its secrets.
        keys: The seats' public seal keys.
        place: Game, epoch, entry and index; its seat is ignored.
        head: Head of the log before the entry.
    """
    open_part = public(event)
    sealed: list[SealedNote] = []
    seats = knowers(event)
    if seats:
        hidden = secret(event)
        items = sum(len(value) if isinstance(value, tuple) else 1 for value in hidden.values())
        payload, room = pack(hidden), _FRAME + _ITEM * items
        for seat in seats:
            where = Place(place.game, place.epoch, place.seq, place.index, seat, event.kind)
            commit, box = seal(payload, keys[seat], where, head, room)
            sealed.append(SealedNote(seat=seat, commit=commit, box=box))
    return EventNote(**open_part._asdict(), sealed=tuple(sealed))


def open_event(note: EventNote, seat: int | None, key: SealKey, place: Place, head: bytes, limits: Limits) -> Event:
    """An event as a seat learns it (None: a spectator).

    Raises:
        NetError: ``bad_envelope``, when what is sealed for the seat is missing, cannot be opened or is no secret
            of such an event; ``fork``, when a secret stands in the open.
    """
    event = Event(
        note.kind, note.seat, note.other, note.rank, note.card, note.cards, note.ranks, note.amount, note.note
    )
    where = f"entry {place.seq}"
    if public(event) != event:
        raise NetError("fork", f"{where} shows what is hidden")
    seats = knowers(event)
    if tuple(box.seat for box in note.sealed) != seats:
        raise NetError("bad_envelope", where)
    if seat is None or seat not in seats:
        return event
    found = note.sealed[seats.index(seat)]
    here = Place(place.game, place.epoch, place.seq, place.index, seat, note.kind)
    payload = key.open(found.box, found.commit, here, head)
    try:
        hidden = unpack(payload, limits.answer)
    except NetError:
        raise NetError("bad_envelope", where) from None
    fields, _ = SECRETS[event.kind]
    if set(hidden) != set(fields):
        raise NetError("bad_envelope", where)
    return event._replace(**{name: _like(getattr(event, name), hidden[name], where) for name in fields})


def _like(model: object, value: object, where: str) -> Any:
    """A value of a secret field, if it is of the type such a field has."""
    if isinstance(model, tuple):
        if isinstance(value, list) and all(isinstance(item, str | int) for item in value):
            return tuple(value)
    elif type(value) is type(model):
        return value
    raise NetError("bad_envelope", where)

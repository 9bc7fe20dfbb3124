"""Events: what happened, as flat typed values.

The log, the story and replays are made from events, and a seat's view can be
folded from the events it has seen. `KINDS` declares each kind once: its fields, which of
them not everybody may know, and the seats that may.

The rules tell an event as a row: its kind, and the fields of that kind in the order in which `Event` has them. The rows
lie one behind the other in `engine.state.State.log`; `told` makes events of them, and `tell` tells them to all seats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple


class Event(NamedTuple):
    """One fact. Unused fields keep their defaults."""

    kind: str
    """One of `KINDS`."""
    seat: int = -1
    """The seat it happened to, or that did it."""
    other: int = -1
    """The second seat involved."""
    rank: int = 0
    """A character's rank, 1-9."""
    card: str = ""
    """One card id."""
    cards: tuple[str, ...] = ()
    """Several card ids."""
    ranks: tuple[int, ...] = ()
    """Several ranks."""
    amount: int = 0
    """Gold, points, or how many cards; always public."""
    note: str = ""
    """A word: what gold or cards are for (a card id or verb), a source of points, a kind of question."""


_event = tuple.__new__
"""Makes an event of its fields, without the checks of `Event._make`."""


class EventKind(NamedTuple):
    """A kind of event: the fields it has, and which of them not everybody may know."""

    public: tuple[str, ...]
    """Fields that everybody may know."""
    secret: tuple[str, ...]
    """Fields that only some seats may know; empty for everybody else."""
    known_to: tuple[str, ...]
    """The fields with the seats that may know the secret ones."""
    notes: tuple[str, ...]
    """The notes with which the secret fields may hold anything; empty: all. With others there is nothing to know."""
    meaning: str

    @property
    def audience(self) -> str:
        """The seats that may know the secret fields, in words: part of what host and client agree on."""
        return ", ".join(self.known_to) + (f" if note is {' or '.join(self.notes)}" if self.notes else "")


def _kind(public: str, meaning: str, secret: str = "", known_to: str = "seat", notes: str = "") -> EventKind:
    seats = tuple(known_to.split()) if secret else ()
    return EventKind(tuple(public.split()), tuple(secret.split()), seats, tuple(notes.split()), meaning)


KINDS: Mapping[str, EventKind] = {
    # setup and rounds
    "deal": _kind("seat amount", "seat is dealt amount cards from the deck", secret="cards"),
    "purse": _kind("seat amount", "seat starts with amount gold"),
    "round": _kind("seat amount", "round `amount` begins; seat holds the crown"),
    "layout": _kind("ranks", "the character cards are laid out: ranks are face up"),
    "pool": _kind("seat amount", "seat looks at the amount characters left to choose from, ranks", secret="ranks"),
    "pick": _kind("seat", "seat chose a character, rank", secret="rank"),
    "aside": _kind("seat", "seat (-1: nobody looks) put a character, rank, face down aside", secret="rank"),
    "mix": _kind("seat", "the face-down card is given to the last player to choose from"),
    "drafted": _kind("amount", "everybody has chosen; amount character cards lie face down in all"),
    "call": _kind("rank", "rank is called, and nobody answers"),
    "hear": _kind("rank", "rank, which was killed, is called; all are asked for Rasputin before nobody answers"),
    "reveal": _kind("seat rank", "seat shows character rank and begins its turn"),
    "round_over": _kind("amount", "round `amount` is over: marks, and tokens on ranks, are removed"),
    "heir": _kind("seat rank", "seat shows at the end of the round that it held rank (killed)"),
    "end": _kind("seat rank", "seat's turn as rank ends"),
    # income
    "gold": _kind("seat amount note", "seat takes amount gold from the bank"),
    "look": _kind("seat amount note", "seat takes amount cards off the deck to choose from", secret="cards"),
    "keep": _kind("seat amount", "seat takes amount of the cards it looked at into its hand", secret="cards"),
    "bottom": _kind(
        "seat amount note", "seat discards amount cards that it looked at, or had laid out of its hand", secret="cards"
    ),
    "draw": _kind("seat amount note", "seat draws amount cards from the deck into its hand", secret="cards"),
    "gathered": _kind("seat", "seat has taken its income"),
    # hands and gold
    "pay": _kind("seat amount note", "seat pays amount gold to the bank"),
    "give": _kind("seat other amount note", "seat gives amount gold to other"),
    "discard": _kind("seat amount note", "seat discards amount hand cards", secret="cards"),
    "hold": _kind("seat amount", "seat lays amount cards out of its hand for a choice", secret="cards"),
    "pass_card": _kind(
        "seat other amount", "seat gives amount hand cards to other", secret="cards", known_to="seat other"
    ),
    # cities
    "build": _kind("seat card amount", "seat lays card from its hand down to build it, and pays amount gold at once"),
    "enter": _kind("seat other card", "card comes into seat's city; other is who built it or had it"),
    "leave": _kind("seat other card", "card leaves seat's city; other is who caused it"),
    "buried": _kind("card", "card, played or destroyed, is discarded"),
    "incomplete": _kind("seat", "seat's city is not complete any more"),
    "thing": _kind(
        "card ranks", "what lies open on the table for card is ranks from now on: numbers, none for nothing"
    ),
    "store": _kind("seat amount", "seat puts amount hand cards under the Museum", secret="cards"),
    "museum": _kind(
        "seat other amount", "the Museum and amount cards under it come from other to seat", secret="cards"
    ),
    "unstore": _kind("seat amount note", "amount cards under seat's Museum are discarded", secret="cards"),
    "shuffle": _kind("amount", "the district deck of amount cards is shuffled"),
    "reshuffle": _kind("amount", "the discard pile of amount cards becomes the district deck, and is shuffled"),
    "play": _kind("seat card", "seat lays the action card from its hand open"),
    "leap": _kind("seat", "seat plays the Acrobat and takes the crown"),
    "shield": _kind("seat rank", "seat plays Rasputin: all that aimed at rank is gone"),
    "treated": _kind("seat rank", "seat, killed as rank, takes its income nevertheless"),
    "beautify": _kind("seat card amount", "seat lays amount gold (1) on card, which stands there as card+ from now on"),
    "complete": _kind("seat amount", "seat's city is complete; amount is 1 for the first"),
    # crown
    "crown": _kind("seat other", "the crown passes from other to seat"),
    # naming characters
    "kill": _kind("seat rank", "seat kills rank"),
    "rob": _kind("seat rank", "seat will rob rank"),
    "bewitch": _kind("seat rank", "seat bewitches rank and waits"),
    "suspend": _kind("seat rank", "seat's turn is suspended"),
    "resume": _kind("seat other rank", "seat goes on as rank in place of other"),
    "warrants": _kind(
        "seat ranks amount", "seat lays amount warrants on ranks; cards are the tokens on them", secret="cards"
    ),
    "threats": _kind(
        "seat ranks amount", "seat lays amount threats on ranks; cards are the tokens on them", secret="cards"
    ),
    "confiscate": _kind("seat other rank card", "seat shows the signed warrant on rank and takes card from other"),
    "waive": _kind("seat rank", "seat does not use the warrant on rank"),
    "bribe": _kind("seat other rank amount", "seat pays amount gold to other and the threat on rank goes away unseen"),
    "refuse": _kind("seat other rank", "seat does not pay for the threat on rank"),
    "rose": _kind("seat other rank", "seat turns the threat on rank over: the rose"),
    "spare": _kind("seat other rank", "seat leaves the threat on rank face down"),
    "spy": _kind(
        "seat other card amount", "seat looks through other's hand of amount cards for the type card", secret="cards"
    ),
    "matches": _kind("seat other card amount", "amount cards in other's hand were of the type"),
    "taxman": _kind("seat", "seat takes the taxes of this round"),
    "builder": _kind("seat", "seat built before the taxes of this round were called"),
    "swap": _kind("seat other", "seat and other change hands"),
    "hand": _kind("seat amount", "seat's whole hand is now these amount cards", secret="cards"),
    "redraw": _kind("seat amount", "seat exchanges amount cards with the deck"),
    "divine": _kind("seat", "seat takes a random card from everybody"),
    "trade": _kind("seat other", "seat and other exchange a character card"),
    "trade_role": _kind("seat other", "seat gives rank to other for ranks[0]", secret="rank ranks"),
    "recover": _kind("seat card", "seat takes the destroyed card into its hand"),
    "protect": _kind("seat", "seat's city is safe from rank 8 this round"),
    "undo": _kind("seat", "seat takes its last move back: all is as it was at the question before"),
    # the end
    "score": _kind("seat amount note", "seat scores amount; note names the source"),
    "over": _kind("ranks", "the game is over; ranks hold the winning seats (0-based)"),
    # who is asked
    "ask": _kind(
        "seat other rank card amount note",
        "seat must answer a question; note is its kind, cards what it shows to seat, the rest what it is about",
        secret="cards",
        notes="keep exchange study search thieves_den",
    ),
}
"""Every kind of event. No other place says which of its fields are secret, and from whom."""

_UNUSED: list[Any] = [*Event._field_defaults.values()]
"""The fields that a kind of event does not have."""


class _Row(NamedTuple):
    """The rows of a kind of event."""

    length: int
    fields: Callable[[list[Any]], tuple[Any, ...]]
    """Picks all fields of an event from a row and `_UNUSED` behind it."""
    public: Callable[[list[Any]], tuple[Any, ...]] | None
    """Picks all fields but the secret ones, which are left unused; None: there are no secret fields."""
    both: bool
    """Whether the other seat may know the secret fields, too."""
    notes: tuple[str, ...]
    """The notes with which anybody may know them; empty: all."""


def _row(kind: EventKind) -> _Row:
    own = [name for name in Event._fields[1:] if name in kind.public or name in kind.secret]
    length = 1 + len(own)
    unused = [length + i for i in range(len(_UNUSED))]

    def picks(known: Sequence[str]) -> Callable[[list[Any]], tuple[Any, ...]]:
        places = [
            own.index(name) + 1 if name in known else i for name, i in zip(Event._fields[1:], unused, strict=True)
        ]
        return itemgetter(0, *places)

    hidden = picks(kind.public) if kind.secret else None
    return _Row(length, picks(own), hidden, "other" in kind.known_to, kind.notes)


_ROWS = {name: _row(kind) for name, kind in KINDS.items()}


@lru_cache(maxsize=256)
def plain_question(seat: int, kind: str) -> Event:
    """The event of a question whose kind says all about it (`Step.plain`), as most do: made once, without a row."""
    return Event("ask", seat, note=kind)


def told(log: list[Any], last: Event | None = None) -> list[Event]:
    """The events of rows that lie one behind the other, and a last one that has no row."""
    events: list[Event] = []
    start = 0
    while start < len(log):
        length, fields, *_ = _ROWS[log[start]]
        end = start + length
        events.append(_event(Event, fields(log[start:end] + _UNUSED)))
        start = end
    if last is not None:
        events.append(last)
    return events


def tell(log: list[Any], observers: Sequence[Callable[[Event], object]], last: Event | None = None) -> None:
    """Tell the observer of each seat the events of rows, as the seat learns them: `told` and `seen` for all at once.

    A last one that has no row hides nothing.
    """
    start = 0
    while start < len(log):
        length, fields, public, both, notes = _ROWS[log[start]]
        end = start + length
        row = log[start:end] + _UNUSED
        event = _event(Event, fields(row))
        start = end
        if public is None or (notes and event.note not in notes):
            shown = event if public is None else _event(Event, public(row))
            for watch in observers:
                watch(shown)
        else:
            rest = _event(Event, public(row))
            # `knowers`, without a call, which took a simulation 3 % longer.
            one, other = event.seat, event.other
            for seat, watch in enumerate(observers):
                watch(event if seat == one or (both and seat == other) else rest)
    if last is not None:
        for watch in observers:
            watch(last)


def knowers(event: Event) -> tuple[int, ...]:
    """The seats that may know the secret fields of an event; empty when it has none or nobody may."""
    hidden = _HIDDEN.get(event.kind)
    if hidden is None or event.seat < 0 or (hidden.notes and event.note not in hidden.notes):
        return ()
    return (event.seat, event.other) if hidden.both else (event.seat,)


def public(event: Event) -> Event:
    """The event as everybody may know it: its secret fields are emptied; the event itself when they are already."""
    hidden = _HIDDEN.get(event.kind)
    fields: list[Any] | None = None
    for place, default in hidden.places if hidden else ():
        if event[place] != default:
            fields = fields or list(event)
            fields[place] = default
    return event if fields is None else _event(Event, fields)


class _Hidden(NamedTuple):
    """The part of an event that not everybody may know."""

    places: tuple[tuple[int, Any], ...]
    """The positions of the secret fields, with their defaults."""
    both: bool
    """Whether the other seat may know it, too."""
    notes: tuple[str, ...]
    """The notes with which there is such a part; empty: all."""


_HIDDEN: Mapping[str, _Hidden] = {
    name: _Hidden(
        tuple([(Event._fields.index(field), Event._field_defaults[field]) for field in kind.secret]),
        "other" in kind.known_to,
        kind.notes,
    )
    for name, kind in KINDS.items()
    if kind.secret
}
"""For each kind of event that has secret fields."""


def secret(event: Event) -> dict[str, object]:
    """The secret fields of an event with their values; empty when it has none."""
    kind = KINDS.get(event.kind)
    return {name: getattr(event, name) for name in kind.secret} if kind else {}


def seen(event: Event, seat: int | None) -> Event:
    """The event as one seat learns it (None: a spectator)."""
    if event.kind not in _HIDDEN or (seat is not None and seat in knowers(event)):
        return event
    return public(event)

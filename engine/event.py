"""Events: what happened, as flat typed values.

Log, animation, journal and replay are made from events, and a seat's view can be
folded from the events it has seen. A field that not everybody may know is named in
`SECRETS`, once, together with the seats that may know it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Event(NamedTuple):
    """One fact. Unused fields keep their defaults."""

    kind: str
    """What happened; see `KINDS`."""
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


KINDS: Mapping[str, str] = {
    # setup and rounds
    "deal": "seat is dealt amount cards (secret: cards) from the deck",
    "purse": "seat starts with amount gold",
    "round": "round `amount` begins; seat holds the crown",
    "layout": "the character cards are laid out: ranks are face up",
    "pool": "seat looks at the amount characters left to choose from (secret: ranks)",
    "pick": "seat chose a character (secret: rank)",
    "aside": "seat (-1: nobody looks) put a character face down aside (secret: rank)",
    "mix": "the face-down card is given to the last player to choose from",
    "drafted": "everybody has chosen; amount character cards lie face down in all",
    "call": "rank is called, and nobody answers",
    "hear": "rank, which was killed, is called; everybody is heard before nobody answers",
    "reveal": "seat shows character rank and begins its turn",
    "round_over": "round `amount` is over: marks, and tokens on ranks, are removed",
    "heir": "seat shows at the end of the round that it held rank (killed)",
    "end": "seat's turn as rank ends",
    # income
    "gold": "seat takes amount gold from the bank; note says for what",
    "look": "seat takes amount cards off the deck to choose from (secret: cards); note says for what",
    "keep": "seat takes amount of the cards it looked at (secret: cards) into its hand",
    "bottom": "seat discards amount cards that it looked at, or had laid out of its hand (secret: cards)",
    "draw": "seat draws amount cards from the deck into its hand (secret: cards); note says for what",
    "gathered": "seat has taken its income",
    # hands and gold
    "pay": "seat pays amount gold to the bank; note says for what",
    "give": "seat gives amount gold to other; note says for what",
    "discard": "seat discards amount hand cards (secret: cards); note says for what",
    "hold": "seat lays amount cards out of its hand for a choice (secret: cards)",
    "pass_card": "seat gives amount hand cards to other (secret of both: cards)",
    # cities
    "build": "seat lays card from its hand down to build it, and pays amount gold at once",
    "enter": "card comes into seat's city; other is who built it or had it",
    "leave": "card leaves seat's city; other is who caused it",
    "buried": "card, played or destroyed, is discarded",
    "incomplete": "seat's city is not complete any more",
    "thing": "what lies open on the table for card is ranks from now on: numbers, none for nothing",
    "store": "seat puts amount hand cards under the Museum (secret: cards)",
    "museum": "the Museum and amount cards under it (secret: cards) come from other to seat",
    "unstore": "amount cards under seat's Museum are discarded (secret: cards)",
    "shuffle": "the district deck of amount cards is shuffled",
    "reshuffle": "the discard pile of amount cards becomes the district deck, and is shuffled",
    "play": "seat lays the action card from its hand open",
    "leap": "seat plays the Acrobat and takes the crown",
    "shield": "seat plays Rasputin: whatever aimed at rank is gone",
    "treated": "seat, killed as rank, takes its income nevertheless",
    "beautify": "seat lays amount gold (1) on card, which stands there as card+ from now on",
    "complete": "seat's city is complete; amount is 1 for the first",
    # crown
    "crown": "the crown passes from other to seat",
    # naming characters
    "kill": "seat kills rank",
    "rob": "seat will rob rank",
    "bewitch": "seat bewitches rank and waits",
    "suspend": "seat's turn is suspended",
    "resume": "seat goes on as rank in place of other",
    "warrants": "seat lays amount warrants on ranks (secret: cards, the token on each)",
    "threats": "seat lays amount threats on ranks (secret: cards, the token on each)",
    "confiscate": "seat shows the signed warrant on rank and takes card from other",
    "waive": "seat does not use the warrant on rank",
    "bribe": "seat pays amount gold to other and the threat on rank goes away unseen",
    "refuse": "seat does not pay for the threat on rank",
    "rose": "seat turns the threat on rank over: the rose",
    "spare": "seat leaves the threat on rank face down",
    "spy": "seat looks through other's hand of amount cards (secret: cards) for the type card",
    "matches": "amount cards in other's hand were of the type",
    "taxman": "seat takes the taxes of this round",
    "builder": "seat built before the taxes of this round were called",
    "swap": "seat and other change hands",
    "hand": "seat's whole hand is now these amount cards (secret: cards)",
    "redraw": "seat exchanges amount cards with the deck",
    "divine": "seat takes a random card from everybody",
    "trade": "seat and other exchange a character card",
    "trade_role": "seat gives rank (secret) to other for ranks[0] (secret)",
    "recover": "seat takes the destroyed card into its hand",
    "protect": "seat's city is safe from rank 8 this round",
    # the end
    "score": "seat scores amount; note names the source",
    "over": "the game is over; ranks hold the winning seats (0-based)",
    # who is asked
    "ask": "seat must answer a question; note is its kind, card, other, rank, amount what it is about (secret: cards)",
}
"""Every kind of event with its meaning."""

SECRETS: Mapping[str, tuple[tuple[str, ...], bool]] = {
    "deal": (("cards",), False),
    "pool": (("ranks",), False),
    "pick": (("rank",), False),
    "aside": (("rank",), False),
    "look": (("cards",), False),
    "keep": (("cards",), False),
    "bottom": (("cards",), False),
    "draw": (("cards",), False),
    "discard": (("cards",), False),
    "hold": (("cards",), False),
    "hand": (("cards",), False),
    "pass_card": (("cards",), True),
    "spy": (("cards",), False),
    "store": (("cards",), False),
    "museum": (("cards",), False),
    "unstore": (("cards",), False),
    "warrants": (("cards",), False),
    "threats": (("cards",), False),
    "trade_role": (("rank", "ranks"), False),
    "ask": (("cards",), False),
}
"""Kind -> (its secret fields, whether `other` may know them too). `seat` always may."""


def knowers(event: Event) -> tuple[int, ...]:
    """The seats that may know the secret fields of an event; empty when it has none or nobody may."""
    secret = SECRETS.get(event.kind)
    if secret is None or event.seat < 0:
        return ()
    return (event.seat, event.other) if secret[1] else (event.seat,)


def public(event: Event) -> Event:
    """The event as everybody may know it: its secret fields are emptied."""
    secret = SECRETS.get(event.kind)
    if secret is None:
        return event
    defaults = Event._field_defaults
    return event._replace(**{name: defaults[name] for name in secret[0]})


def secret(event: Event) -> dict[str, object]:
    """The secret fields of an event with their values; empty when it has none."""
    found = SECRETS.get(event.kind)
    return {name: getattr(event, name) for name in found[0]} if found else {}


def seen(event: Event, seat: int | None) -> Event:
    """The event as one seat learns it (None: a spectator)."""
    return event if seat is not None and seat in knowers(event) else public(event)

"""Relaying: the messages between a relay and those who call it, a host or a guest.

They know nothing of games: a relay needs no rules. See the page on the protocol.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from net.base.errors import NetError
from net.base.limits import KIB, Shape
from net.identity.tls import PIN
from net.protocol.schema import U31, Bytes16, Bytes32, Kinds, Message, Signature

RELAY_PROTO = 1
"""The version of these messages that this program speaks."""
RELAY_SHAPE = Shape(frame=KIB // 2, array=1, map=8, text=64, blob=64)
"""What a frame to or from a relay may hold."""
OFFER = "relay-line"
"""What a host's signature of its line is for; see `OfferHost`."""
TICKET = 16
"""Bytes of what a host takes a guest by."""

Ticket = Annotated[bytes, Field(min_length=TICKET, max_length=TICKET, repr=False)]
RefusalCode = Literal["auth", "bad_frame", "bad_schema", "busy", "relay_absent", "relay_refused", "relay_version"]
"""All that a relay can say: nothing else of what it says could be told from a host's word."""


# Whoever calls a relay opens with one of these


class OpenLine(Message):
    """Host: I want to be reached; TLS follows, with the relay as the server, and in it the line of this host."""

    t: Literal["line"] = "line"
    proto: U31


class ReachHost(Message):
    """Guest: lead me to this host. After `HostReached` every byte is the host's, and TLS follows."""

    t: Literal["reach"] = "reach"
    proto: U31
    pin: Annotated[bytes, Field(min_length=PIN, max_length=PIN)]


class TakeGuest(Message):
    """Host: from here on every byte is the guest's who waits with this ticket."""

    t: Literal["take"] = "take"
    ticket: Ticket


# On a host's line


class LineNonce(Message):
    """Relay: prove to me who you are, on this connection."""

    t: Literal["nonce"] = "nonce"
    nonce: Bytes16


class OfferHost(Message):
    """Host: I am this one, by a signature over the relay's certificate and nonce: it is worth nothing elsewhere."""

    t: Literal["offer"] = "offer"
    host: Bytes32
    sig: Signature


class HostOffered(Message):
    """Relay: guests can reach you by me now."""

    t: Literal["offered"] = "offered"


class GuestWaits(Message):
    """Relay: a guest is here for you; take them, on a connection of their own."""

    t: Literal["guest"] = "guest"
    ticket: Ticket
    address: Annotated[str, Field(min_length=2, max_length=64)]
    """Of the guest, as the relay says."""


class LineBeat(Message):
    """Host: I am still here; the relay says the same in return."""

    t: Literal["beat"] = "beat"


# To a guest, and to whoever is refused


class HostReached(Message):
    """Relay: the host has taken you."""

    t: Literal["reached"] = "reached"


class RelayRefusal(Message):
    """Relay: no, with one of these codes of `net.base.errors.CODES`; the connection ends."""

    t: Literal["refused"] = "refused"
    code: RefusalCode


RelayOpening = OpenLine | ReachHost | TakeGuest
RelayAnswer = HostReached | RelayRefusal
ToRelay = OfferHost | LineBeat
ToHost = LineNonce | HostOffered | GuestWaits | LineBeat | RelayRefusal

OPENING: Kinds[RelayOpening] = Kinds(RelayOpening)
ANSWER: Kinds[RelayAnswer] = Kinds(RelayAnswer)
TO_RELAY: Kinds[ToRelay] = Kinds(ToRelay)
TO_HOST: Kinds[ToHost] = Kinds(ToHost)


def refused(error: NetError) -> RelayRefusal:
    """The message by which a relay tells an error."""
    return RelayRefusal.model_validate({"code": error.code})

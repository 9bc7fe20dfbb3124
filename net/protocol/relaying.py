"""Relaying: the messages between a relay and those who call it, a host or a client.

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
"""Bounds of a frame to or from a relay."""
OFFER = "relay-line"
"""The purpose of a host's signature of its line; see `OfferHost`."""
TICKET = 16
"""Bytes of the ticket by which a host takes a client."""

Ticket = Annotated[bytes, Field(min_length=TICKET, max_length=TICKET, repr=False)]
RefusalCode = Literal["auth", "bad_frame", "bad_schema", "busy", "relay_absent", "relay_refused", "relay_version"]
"""All refusals that a relay can send: with any other code it could pass for a host."""


# A call to a relay opens with one of these


class OpenLine(Message):
    """Host: I want to be reached; TLS follows, with the relay as the server, and in it the line of this host."""

    t: Literal["line"] = "line"
    proto: U31


class ReachHost(Message):
    """Client: lead me to this host. After `HostReached` every byte is the host's, and TLS follows."""

    t: Literal["reach"] = "reach"
    proto: U31
    pin: Annotated[bytes, Field(min_length=PIN, max_length=PIN)]


class TakeClient(Message):
    """Host: from here on every byte is that of the client who waits with this ticket."""

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
    """Relay: clients can reach you by me now."""

    t: Literal["offered"] = "offered"


class ClientWaits(Message):
    """Relay: a client is here for you; take them, on a connection of their own."""

    t: Literal["client"] = "client"
    ticket: Ticket
    address: Annotated[str, Field(min_length=2, max_length=64)]
    """Address of the client, as the relay says."""


class LineHeartbeat(Message):
    """Host: I am still here; the relay says the same in return."""

    t: Literal["heartbeat"] = "heartbeat"


# To a client, and to a refused caller


class HostReached(Message):
    """Relay: the host has taken you."""

    t: Literal["reached"] = "reached"


class RelayRefusal(Message):
    """Relay: no, with one of these codes of `net.base.errors.CODES`; the connection ends."""

    t: Literal["refused"] = "refused"
    code: RefusalCode


RelayCall = OpenLine | ReachHost | TakeClient
RelayAnswer = HostReached | RelayRefusal
ToRelay = OfferHost | LineHeartbeat
ToHost = LineNonce | HostOffered | ClientWaits | LineHeartbeat | RelayRefusal

CALL: Kinds[RelayCall] = Kinds(RelayCall)
ANSWER: Kinds[RelayAnswer] = Kinds(RelayAnswer)
TO_RELAY: Kinds[ToRelay] = Kinds(ToRelay)
TO_HOST: Kinds[ToHost] = Kinds(ToHost)


def refused(error: NetError) -> RelayRefusal:
    """The message by which a relay tells an error."""
    return RelayRefusal.model_validate({"code": error.code})

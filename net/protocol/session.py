"""Session: both ends of one connection as state machines over bytes. No sockets, no clock of their own.

Host:    hello -> (join arrives) joining -> live -> closed
Client:  hello -> (host checked) checked -> joining -> live -> closed
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any, Literal

from net.base.errors import NetError, ProtocolError, Sentence
from net.base.limits import Limits
from net.base.program import program_version
from net.base.text import VERSION_FORM
from net.identity.crypto import Identity, SealKey, can_seal, verified
from net.identity.tls import check_host, delegate
from net.protocol.client_messages import ClientMessage, Join, from_client, join_signature_parts
from net.protocol.frames import FrameDecoder
from net.protocol.host_messages import Bye, Err, Hello, HostMessage, Welcome, from_host
from net.protocol.rate_limits import Rates
from net.protocol.schema import Via
from net.protocol.version import PROTO, RULES

Role = Literal["player", "spectator", "visitor"]
"""The role that a client asks for."""
_ASKED = 2**30
"""Request numbers from here on are refused: a host that claims them would leave its client none to use."""


_UPDATE_HERE = "The host has citadels {theirs}, you have {yours}: update citadels."
_UPDATE_THERE = "The host has citadels {theirs}, you have {yours}: the host has to be updated."
_OTHER_RULES = "The host has citadels {theirs}, you have {yours}: install the same version."
TEXTS = (_UPDATE_HERE, _UPDATE_THERE, _OTHER_RULES)
"""Sentences about two versions that do not fit together, for the catalogues."""


class HostSession:
    """The host's end."""

    def __init__(self, host: Identity, certificate: bytes, limits: Limits) -> None:
        self.state: Literal["hello", "joining", "live", "closed"] = "hello"
        self._host = host
        self._certificate = certificate
        self._nonce = os.urandom(16)
        self._limits = limits
        self._decoder = FrameDecoder(limits.join)
        self._rates: Rates
        """The member's, once the table has let the client in."""
        self._strikes = 0

    def hello(self) -> bytes:
        """The first frame to send."""
        return Hello(
            proto=[PROTO, PROTO],
            version=program_version(),
            rules=RULES,
            host=self._host.public,
            nonce=self._nonce,
            deleg=delegate(self._host, self._certificate, self._nonce),
        ).frame()

    def receive(self, chunk: bytes, now: float) -> Iterator[ClientMessage | Err]:
        """Turn bytes from the client into messages for the table, and refusals to send back.

        Raises:
            ProtocolError: when the connection must end; the session is closed then.
        """
        try:
            for value in self._decoder.feed(chunk):
                if self.state == "hello":
                    self._check_version(value)
                found = self._accept(from_client(value), now)
                if found:
                    yield found
        except ProtocolError:
            self.state = "closed"
            raise

    def welcomed(self, rates: Rates) -> None:
        """The table has let the client in, who may ask as often as these rates say."""
        self.state = "live"
        self._rates = rates
        self._decoder.shape = self._limits.request

    def _accept(self, message: ClientMessage, now: float) -> ClientMessage | Err | None:
        if self.state == "hello" and isinstance(message, Join):
            self._check(message)
            self.state = "joining"
            return message
        if self.state != "live" or isinstance(message, Join):
            raise ProtocolError("bad_schema")
        return self._within_rates(message, now)

    def _check_version(self, join: dict[str, Any]) -> None:
        """A `Join` of another version has its number where this one has it; all else may be different."""
        match join:
            case {"t": "join", "proto": int(proto)} if proto != PROTO:
                said = f"The host has citadels {program_version()}: it speaks protocol {PROTO}, not {proto}."
                raise ProtocolError("proto_version", said)

    def _check(self, join: Join) -> None:
        if join.rules != RULES:
            raise ProtocolError("rules_version", f"The host has citadels {program_version()}.")
        parts = join_signature_parts(self._certificate, self._host.public, self._nonce, join)
        if not verified(join.pub, join.sig, "client-auth", *parts) or not can_seal(join.seal):
            raise ProtocolError("auth")

    def _within_rates(self, message: ClientMessage, now: float) -> ClientMessage | Err | None:
        if self._rates.allow(message, now):
            self._strikes = 0
            return message
        self._strikes += 1
        if self._strikes > self._limits.strikes:
            raise ProtocolError("rate_limited")
        # Without a number it would be the end of the connection: what has none is left without an answer.
        cid = getattr(message, "cid", None)
        return Err(code="rate_limited", cid=cid) if cid else None


class ClientSession:
    """The client's end."""

    def __init__(self, certificate: bytes, pin: bytes | None, limits: Limits) -> None:
        self.state: Literal["hello", "checked", "joining", "live", "closed"] = "hello"
        self.host: bytes = b""
        """The host's public identity, once it has been checked."""
        self._certificate = certificate
        self._pin = pin
        self._nonce = b""
        self._decoder = FrameDecoder(limits.answer)

    def receive(self, chunk: bytes) -> Iterator[HostMessage]:
        """The messages in some bytes from the host.

        Raises:
            ProtocolError: when the host breaks the protocol.
            NetError: ``pin``, ``proto_version`` or ``rules_version``, when this is not the host to play with.
        """
        try:
            for value in self._decoder.feed(chunk):
                if self.state == "hello":
                    self._check_version(value)
                message = from_host(value)
                self._accept(message)
                yield message
        except NetError:
            self.state = "closed"
            raise

    def join(
        self,
        player: Identity,
        seal: SealKey,
        *,
        table: str,
        role: Role,
        name: str,
        token: bytes,
        have: tuple[str, int, bytes] = ("", 0, b""),
        via: Via = "",
        vouch: bytes | None = None,
        origin: bytes = b"",
    ) -> bytes:
        """The frame that asks to be let in. Only after the host has been checked."""
        assert self.state == "checked"
        self.state = "joining"
        unsigned = Join(
            proto=PROTO,
            rules=RULES,
            table=table,
            role=role,
            name=name,
            pub=player.public,
            seal=seal.public,
            nonce=os.urandom(16),
            token=token,
            have_game=have[0],
            have_seq=have[1],
            have_head=have[2],
            via=via,
            vouch=vouch,
            origin=origin,
            sig=bytes(64),
        )
        parts = join_signature_parts(self._certificate, self.host, self._nonce, unsigned)
        return unsigned.model_copy(update={"sig": player.sign("client-auth", *parts)}).frame()

    def _check_version(self, hello: dict[str, Any]) -> None:
        """A `Hello` of another version has its numbers where this one has them; all else may be different."""
        match hello:
            case {"t": "hello", "proto": [int(least), int(most)]} if not least <= PROTO <= most:
                newer, theirs = least > PROTO, hello.get("version")
                if not isinstance(theirs, str) or not re.fullmatch(VERSION_FORM, theirs):
                    theirs = f"{'>' if newer else '<'} {program_version()}"
                raise NetError("proto_version", _versions(_UPDATE_HERE if newer else _UPDATE_THERE, theirs))

    def _accept(self, message: HostMessage) -> None:
        if isinstance(message, Err | Bye):
            return
        if self.state == "hello" and isinstance(message, Hello):
            check_host(message.host, self._certificate, message.nonce, message.deleg, self._pin)
            if message.rules != RULES:
                raise NetError("rules_version", _versions(_OTHER_RULES, message.version))
            self.host, self._nonce = message.host, message.nonce
            self.state = "checked"
        elif self.state == "joining" and isinstance(message, Welcome) and message.cid <= _ASKED:
            self.state = "live"
        elif self.state != "live" or isinstance(message, Hello | Welcome):
            raise ProtocolError("bad_schema")


def _versions(text: str, theirs: str) -> Sentence:
    return Sentence(text, theirs=theirs, yours=program_version())

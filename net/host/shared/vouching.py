"""Vouching: hosts of one identity let in the guests that one of them has let in and counted."""

from __future__ import annotations

from net.identity.crypto import Identity, same
from net.protocol.client_messages import Join


def vouch_for(host: Identity, via: str, guest: bytes, origin: bytes = b"") -> bytes:
    """The proof that a client is run by one of the hosts of this identity, for a guest with this key who comes so."""
    return host.derive("vouch", via, guest, origin)


def is_vouched_for(join: Join, host: Identity) -> bool:
    """Whether somebody who joins has that proof."""
    return join.vouch is not None and same(join.vouch, vouch_for(host, join.via, join.pub, join.origin))

"""Access: invitations, the owner's token and bans decide which player may come to a table."""

from __future__ import annotations

from net.base.errors import NetError
from net.host.seats.host_services import HostServices
from net.host.seats.issued import IssuedInvitations
from net.host.store.stored_table import TableRecord
from net.identity.crypto import Identity, same
from net.identity.invitations import TOKEN
from net.protocol.client_messages import Join

BANNED = 256
"""Identities that a table bans, at most: they stand in its record, and in what other hosts are shown of it."""


def origin_of(host: Identity, address: str) -> bytes:
    """A hash of an address, by which it is counted where that is kept, or told another host of this identity."""
    return host.derive("origin", address)[:8]


class Access:
    """Tells the owner, the invited and the unwelcome from each other."""

    def __init__(
        self,
        services: HostServices,
        table: str,
        kept: TableRecord | None = None,
        *,
        private: bool,
        owned: bool,
    ) -> None:
        self.private = private
        """Whether a token is needed to join."""
        self.owned = owned
        """True: to own the table takes the owner's token. False: the first player to sit down owns it."""
        self.banned: tuple[bytes, ...] = kept.banned if kept else ()
        """Identities that may not come back, the last one at the end."""
        self.owner_token = services.identity.derive("owner", table)[:TOKEN]
        """Admits the owner. It is in no invitation, but goes to the process that has started the host."""
        self.invitations = IssuedInvitations(services.identity, table, services.clock, kept)

    @property
    def player_token(self) -> bytes:
        """The token of the invitation that every table has from the beginning: for any number of people."""
        return self.invitations.token(1)

    def is_owner(self, join: Join) -> bool:
        """Whether a join bears the owner's token."""
        return same(join.token, self.owner_token)

    def ban(self, *pubs: bytes) -> None:
        """Let identities not come back. There is no end of new ones: the oldest are forgotten."""
        known = [pub for pub in self.banned if pub not in pubs]
        self.banned = (*known, *pubs)[-BANNED:]

    def check(self, join: Join, *, known: bool) -> None:
        """Let somebody in, or not.

        A member who is ``known`` from before needs no token. No ban counts for a bearer of the owner's token.

        Raises:
            NetError: ``banned``, ``invite_needed``, or what is wrong with the invitation.
        """
        if self.is_owner(join):
            return
        if join.pub in self.banned:
            raise NetError("banned")
        if known:
            return
        if join.token:
            self.invitations.check(join.token, join.pub)
        elif self.private:
            raise NetError("invite_needed")

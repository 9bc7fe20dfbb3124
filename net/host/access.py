"""Access: invitations, the owner's token and bans decide which player may come to a table."""

from __future__ import annotations

from net.base.errors import NetError
from net.identity.crypto import Identity, same
from net.identity.invitations import TOKEN
from net.protocol.messages import Join


class Access:
    """Tells the owner, the invited and the unwelcome from each other.

    The tokens are derived from the host's identity: none is stored, and they are the same after a restart.
    """

    def __init__(self, host: Identity, table: str, *, private: bool, owned: bool) -> None:
        self.private = private
        """Whether a token is needed to join."""
        self.owned = owned
        """Whether only the bearer of the owner's token may be the owner; otherwise the first player is."""
        self.banned: set[bytes] = set()
        """Identities that may not come back."""
        self.guest_token = host.derive("guest", table)[:TOKEN]
        """Admits a player."""
        self.owner_token = host.derive("owner", table)[:TOKEN]
        """Admits the owner."""

    def is_owner(self, join: Join) -> bool:
        """Whether a join bears the owner's token."""
        return same(join.token, self.owner_token)

    def check(self, join: Join, *, known: bool) -> None:
        """Let somebody in, or not; who is ``known`` from before needs no token.

        Raises:
            NetError: ``banned`` or ``invite_bad``.
        """
        if join.pub in self.banned:
            raise NetError("banned")
        if known or self.is_owner(join) or same(join.token, self.guest_token):
            return
        if join.token or self.private:
            raise NetError("invite_bad")

"""Ownership: who owns a table, or will when they come, and whether a table without a game is kept for them."""

from __future__ import annotations

from net.host.game.kept_table import KeptTable
from net.host.seats.access import Access
from net.host.seats.lobby import Lobby, Member
from net.protocol.client_messages import Join


class Ownership:
    """The owner of one table: the bearer of the owner's token, or the first player where no token is needed for it.

    `net.host.seats.lobby.Lobby.owner` is the owner who is here; a seat that is left passes the rights on.
    """

    def __init__(self, lobby: Lobby, access: Access, kept: KeptTable | None = None) -> None:
        self._lobby = lobby
        self._access = access
        waits = kept is not None and (kept.game is not None or lobby.owner is None)
        self._expected = kept.record.owner if kept and waits else b""
        """Identity of the player who becomes the owner as soon as they come."""
        self._deserted = kept is None
        """Whether the bearer of the owner's token is not awaited: they have left for good, or were never here."""

    @property
    def record(self) -> bytes:
        """Identity of the owner, here or expected, to be stored; empty when there is none."""
        owner = self._lobby.owner
        return self._expected or (owner.pub if owner else b"")

    @property
    def awaited(self) -> bool:
        """Whether somebody may come back to a table at which nothing is played: then it is kept."""
        return not self._deserted if self._access.owned else bool(self._lobby.players)

    def expect(self, pub: bytes) -> None:
        """Make somebody the owner as soon as they come."""
        self._expected = pub

    def claims(self, join: Join) -> bool:
        """Whether the owner comes back, or comes for the first time."""
        return join.pub == self._expected or self._access.is_owner(join)

    def seated(self, member: Member, join: Join) -> None:
        """Somebody has taken their seat: they may be the owner from now on."""
        unowned = self._lobby.owner is None and not self._access.owned
        if not (unowned or self.claims(join)):
            return
        if join.pub == self._expected:
            self._expected = b""
        self._lobby.own(member)
        self._deserted = False

    def passed(self, member: Member) -> None:
        """Somebody has the rights of an owner who has not come back."""
        self._expected = b""
        self._lobby.own(member)

    def left(self, member: Member) -> None:
        """Somebody has said goodbye."""
        self._deserted |= self._lobby.owner is member

    def cleared(self) -> None:
        """A game is over and forgotten: an owner who is away is not awaited any more."""
        self._deserted |= self._lobby.unattended

    def banned(self, pub: bytes) -> None:
        """Somebody cannot come back."""
        if pub == self._expected:
            self._expected = b""

    def abandon(self) -> None:
        """Nobody will come back: a table at which no game is played is not kept."""
        self._deserted = True

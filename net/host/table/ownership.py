"""Ownership: who owns a table, or will when they come, and whether a table without a game is kept for them."""

from __future__ import annotations

from net.host.game.kept_table import KeptTable
from net.host.seats.access import Access
from net.host.seats.lobby import Lobby, Member
from net.protocol.client_messages import Join


class Ownership:
    """The owner of one table: the bearer of the owner's token, or the first player where no token is needed for it.

    `net.host.seats.lobby.Lobby.owner` has the rights now: the owner, or a stand-in for one who is not here. A seat that
    is left in the lobby passes the rights on.
    """

    def __init__(self, lobby: Lobby, access: Access, kept: KeptTable | None = None) -> None:
        self._lobby = lobby
        self._access = access
        waits = kept is not None and (kept.game is not None or lobby.owner is None)
        self._expected = kept.record.owner if kept and waits else b""
        """Identity of the player who becomes the owner as soon as they come, or wake."""
        self._bearers = {kept.record.owner} if kept and access.owned else set[bytes]()
        """Identities that have shown the owner's token."""
        self.stands_in = False
        """Whether whoever has the rights only has some of them, and for a while (`net.host.table.owner_rights`)."""
        self._deserted = kept is None
        """Whether the bearer of the owner's token is not awaited: they have left for good, or were never here."""

    @property
    def record(self) -> bytes:
        """Identity of the owner, here or expected, to be stored; empty when there is none."""
        owner = None if self.stands_in else self._lobby.owner
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
        if self._access.is_owner(join):
            self._bearers.add(join.pub)
        if self.claims(join):
            self.returned(member)
        elif self._lobby.owner is None and not self._access.owned:
            self._lobby.own(member)
            self._deserted = False

    def passed(self, member: Member) -> None:
        """Somebody stands in for an owner who has not come back."""
        owner = self._lobby.owner
        if owner and not self._expected:
            self._expected = owner.pub
        self.stands_in = self._access.owned or bool(self._expected)
        self._lobby.own(member)

    @property
    def absentee(self) -> Member | None:
        """The owner who has a seat, and for whom somebody stands in."""
        return self._lobby.player(self._expected) if self.stands_in else None

    def returned(self, owner: Member) -> None:
        """The owner is there, perhaps again: nobody stands in for them any more."""
        self._expected, self.stands_in, self._deserted = b"", False, False
        self._lobby.own(owner)

    def keeps(self, member: Member) -> bool:
        """Whether nobody may open a member's seat or ban them: the owner, or a bearer of the owner's token."""
        return member.pub in self._bearers or member.pub == self.record

    def left(self, member: Member) -> None:
        """Somebody has said goodbye."""
        self._deserted |= self._lobby.owner is member and not self.stands_in

    def cleared(self) -> None:
        """A game is over and forgotten: an owner who is away is not awaited any more."""
        self._deserted |= self._lobby.unattended or self.stands_in

    def seats_given(self) -> None:
        """Players who are away have lost their seats; without an owner's token, an owner has lost the table with it."""
        if self.stands_in and not self._access.owned and self.absentee is None:
            self._expected, self.stands_in = b"", False

    def abandon(self) -> None:
        """Nobody will come back: a table at which no game is played is not kept."""
        self._deserted = True

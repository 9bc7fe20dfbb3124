"""Issued invitations: uses, expiry, revocation.

A row keeps a token's hash, never the token. The tokens are derived from the host's identity and the number of the row,
so that the owner can be shown a line again, also after a restart, and a reader of the journal learns none of them.
"""

from __future__ import annotations

from net.base.clock import Clock
from net.base.errors import NetError
from net.host.store.stored_table import InvitationRecord, TableRecord
from net.identity.crypto import Identity, digest
from net.identity.invitations import TOKEN
from net.protocol.host_messages import InvitationNote, InvitationsNote

ROWS = 24
"""Invitations that are kept of one table, those that admit nobody any more included."""
_SEATED = 64
"""Identities that are noted of an invitation for any number of seats."""


def token_hash(token: bytes) -> bytes:
    """The hash of a token that a row keeps."""
    return digest("invitation token", token)[:16]


class IssuedInvitations:
    """The invitations of one table."""

    def __init__(self, host: Identity, table: str, clock: Clock, kept: TableRecord | None = None) -> None:
        """Issue the first one, for any number of people, unless there have been some.

        Args:
            host: Whose key the tokens are derived from.
            table: Id of the table.
            clock: Time.
            kept: The table as it was stored.
        """
        self._host = host
        self._table = table
        self._clock = clock
        self._rows = {row.hash: row for row in (kept.invitations if kept else ())}
        """By their hashes, the oldest first."""
        if not self._rows:
            self.add()

    @property
    def rows(self) -> tuple[InvitationRecord, ...]:
        """As they are stored."""
        return tuple(self._rows.values())

    def token(self, number: int) -> bytes:
        """The token of an invitation."""
        return self._host.derive("invitation", self._table, number)[:TOKEN]

    def knows(self, hash: bytes) -> bool:
        """Whether a token's hash is that of an invitation to this table, be it a good one or not."""
        return hash in self._rows

    def add(self, *, uses: int = 0, seconds: int = 0, note: str = "") -> InvitationRecord:
        """Make an invitation.

        Args:
            uses: How many people may take a seat with it; 0: any number.
            seconds: How long it is good; 0: as long as there is the table.
            note: Whom it is for.

        Raises:
            NetError: ``invites_enough``, when there are too many that still admit.
        """
        now = self._clock.date()
        # No number comes twice, so that no token does: also when the row that makes room is the last one.
        number = 1 + max((row.number for row in self.rows), default=0)
        if len(self._rows) >= ROWS:
            spent = next((row for row in self.rows if fault(row, now)), None)
            if spent is None:
                raise NetError("invites_enough")
            del self._rows[spent.hash]
        row = InvitationRecord(
            number=number,
            hash=token_hash(self.token(number)),
            uses=uses,
            expires=now + seconds if seconds else 0,
            note=note,
        )
        self._rows[row.hash] = row
        return row

    def revoke(self, number: int) -> None:
        """Let an invitation admit nobody any more; those who have a seat keep it.

        Raises:
            NetError: ``invite_bad``, when there is none of this number.
        """
        row = next((row for row in self.rows if row.number == number), None)
        if row is None:
            raise NetError("invite_bad")
        self._rows[row.hash] = row.model_copy(update={"revoked": True})

    def check(self, token: bytes, pub: bytes) -> None:
        """Let the bearer of a token in, or say what is wrong with it.

        Raises:
            NetError: ``invite_bad``, ``invite_revoked``, ``invite_expired`` or ``invite_used``.
        """
        row = self._rows.get(token_hash(token))
        code = fault(row, self._clock.date(), pub) if row else "invite_bad"
        if code:
            raise NetError(code)

    def count(self, token: bytes, pub: bytes) -> None:
        """Somebody has taken a seat with a token; once an identity."""
        row = self._rows.get(token_hash(token))
        if row and pub not in row.seated and len(row.seated) < (row.uses or _SEATED):
            self._rows[row.hash] = row.model_copy(update={"seated": (*row.seated, pub)})

    def note(self) -> InvitationsNote:
        """As the owner is told of them."""
        now = self._clock.date()
        notes = [
            InvitationNote(
                number=row.number,
                token=self.token(row.number),
                uses=row.uses,
                seated=len(row.seated),
                expires=row.expires,
                note=row.note,
                fault=fault(row, now) or None,
            )
            for row in self.rows
        ]
        return InvitationsNote(invitations=notes)


def fault(row: InvitationRecord, now: int, pub: bytes = b"") -> str:
    """Why an invitation does not admit somebody, as an error code; empty when it does."""
    if row.revoked:
        return "invite_revoked"
    if row.expires and now >= row.expires:
        return "invite_expired"
    if row.uses and len(row.seated) >= row.uses and pub not in row.seated:
        return "invite_used"
    return ""

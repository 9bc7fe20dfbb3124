"""The chain of the log: numbered entries, chained by hash and signed by the host, the same bytes for everybody.

Nothing in it is filtered for anybody: what is hidden stands in envelopes (`net.gamelog.envelopes`).
"""

from __future__ import annotations

from net.base.errors import NetError
from net.base.limits import Limits
from net.gamelog.entries import Entry, GameEntry, parsed
from net.identity.crypto import Identity, digest, verified
from net.protocol.frames import encode, pack
from net.protocol.host_messages import EntryNote

_ENTRY = 128
"""Bytes of an entry in a file of the log beside its body, at most."""
_REST = 4096
"""Bytes of such a file for all but the entries: whose log it is, and the signatures of its end."""
GENESIS = bytes(32)
"""The head of an empty log."""


def next_head(head: bytes, body: bytes) -> bytes:
    """The log's head after an entry."""
    return digest("log", head, body)


class Malformed(NetError):
    """The host has signed what is no entry, or one in other bytes than it must have."""


class LogWriter:
    """The host's side of a log."""

    def __init__(self, game: str, host: Identity) -> None:
        self.game = game
        self.host = host
        self.seq = 0
        """Entries so far."""
        self.head = GENESIS
        self.size = 0
        """Bytes of all entries."""
        self.frames: list[bytes] = []
        """Every entry as it is sent, and after the last one the players' signatures of its head."""

    def append(self, body: bytes) -> bytes:
        """Add an entry, and return its signature; the frame that tells everybody is the last of `frames`."""
        head = next_head(self.head, body)
        sig = self.host.sign("entry", self.game, self.seq + 1, head)
        self._add(body, sig, head)
        return sig

    def extend(self, body: bytes, sig: bytes) -> None:
        """Add an entry that is signed already."""
        self._add(body, sig, next_head(self.head, body))

    def _add(self, body: bytes, sig: bytes, head: bytes) -> None:
        self.seq += 1
        self.head = head
        self.size += len(body)
        # An `EntryNote` as it is sent: to make one first takes four times as long.
        self.frames.append(encode(pack({"t": "entry", "seq": self.seq, "body": body, "sig": sig})))


class LogReader:
    """A client's side of a log: accepts the next entry only, if the host signed it."""

    def __init__(self, host: bytes, limits: Limits) -> None:
        self.game = ""
        """Id of the game, once its first entry has come."""
        self.seq = 0
        self.head = GENESIS
        self._host = host
        self._shape = limits.answer
        self._longest = limits.entry
        self._room = limits.log - limits.answer.frame - _REST
        """Bytes that are left in a file of the log, without those for an entry that is refused, which is evidence."""

    def accept(self, note: EntryNote) -> tuple[Entry, bytes]:
        """Check an entry against the log so far.

        Returns:
            The entry, and the head before it.

        Raises:
            NetError: ``fork``, when it is not the next one, not signed, or unreadable; see `Malformed`.
        """
        where = f"entry {note.seq}"
        if note.seq != self.seq + 1:
            raise NetError("fork", f"{where} after {self.seq}")
        if len(note.body) > self._longest:
            raise NetError("fork", f"{where} is too long")
        entry, game, wrong = None, self.game, ""
        try:
            entry = parsed(note.body, self._shape)
        except NetError as error:
            wrong = error.detail
        if note.seq == 1:
            if not isinstance(entry, GameEntry):
                raise NetError("fork", f"{where} is no beginning")
            game = entry.game
        before, head = self.head, next_head(self.head, note.body)
        if not verified(self._host, note.sig, "entry", game, note.seq, head):
            raise NetError("fork", f"{where} is not signed by the host")
        if entry is None:
            raise Malformed("fork", f"{where} {wrong}")
        self._room -= len(note.body) + _ENTRY
        if self._room < 0:
            raise Malformed("fork", f"{where} makes the log longer than can be kept")
        self.game, self.seq, self.head = game, note.seq, head
        return entry, before

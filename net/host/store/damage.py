"""Damage: tells a game that was stored whole from one that the disk has damaged.

The host has signed every entry of a log, and a mark kept apart from the log says how long it was. So anything
changed or missing shows, and the disk need not be trusted.
"""

from __future__ import annotations

from collections.abc import Sequence

from net.base.errors import NetError
from net.gamelog.chain import GENESIS, next_head
from net.host.store.store import StoredEntry
from net.host.store.watermark import Watermark
from net.identity.crypto import Identity

OUTDATED = "the last changes to its setup or its clock are lost."
"""Detail of a table whose game is whole, and whose record is an older one."""


class Damaged(NetError):
    """A stored game that cannot go on: ``damaged``."""

    def __init__(self, detail: str, sound: Sequence[StoredEntry] = ()) -> None:
        super().__init__("damaged", detail)
        self.sound = tuple(sound)
        """The beginning of its log, as far as it is as its host had signed it."""


def check_log(game: str, entries: Sequence[StoredEntry], host: Identity, mark: Watermark | None) -> None:
    """See that a stored log is what its host had signed, to its last entry.

    Args:
        game: Its id.
        entries: What is stored.
        host: Who had signed it.
        mark: How far it had come at least; None when that is not known.

    Raises:
        Damaged: when an entry is changed or missing.
        NetError: ``stored``, when perhaps only the host's key is another one.
    """
    mark = mark if mark and mark.game == game else None
    head, marked, signed = GENESIS, mark is None, []
    for number, entry in enumerate(entries, 1):
        head = next_head(head, entry.body)
        marked |= mark is not None and (mark.seq, mark.head) == (number, head)
        # To sign again and compare takes a third of the time of checking a signature.
        signed.append(entry.seq == number and entry.sig == host.sign("entry", game, number, head))
    if marked and entries and not any(signed):
        raise NetError("stored", "its game is signed with another key than this host's, or damaged.")
    length = max(len(entries), mark.seq if mark else 0)
    sound = signed.index(False) if False in signed else len(signed)
    if sound < length or not marked or not entries:
        raise Damaged(lost(sound, length), entries[:sound])


def lost(sound: int, length: int) -> str:
    """Says what is left of a log."""
    return f"of the {length} entries of its game, {sound} can be read, and it cannot go on."

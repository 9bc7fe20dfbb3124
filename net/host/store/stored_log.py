"""Stored log: a game as the store has it, read and checked before it is played again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import Rules
from engine.errors import CitadelsError
from net.base.errors import NetError
from net.gamelog.entries import Entry, GameEntry, PlayEntry, parsed
from net.host.store.damage import Damaged, check_log
from net.host.store.store import StoredEntry, StoredGame, StoredSecret
from net.host.store.watermark import Watermark
from net.identity.commitments import move_commitment, secret_commitment
from net.identity.crypto import Identity
from net.protocol.version import RULES


@dataclass(frozen=True, slots=True)
class StoredLog:
    """A stored game that is whole: nothing of it is changed or missing, and all that was hidden can be opened."""

    rules: Rules
    secret: bytes
    """The host's secret."""
    entries: tuple[tuple[Entry, StoredEntry, StoredSecret | None], ...]
    """Each entry as a value, as it was stored, and the move it hides."""


def read_log(game: str, stored: StoredGame, host: Identity, mark: Watermark | None) -> StoredLog:
    """Read a stored game.

    Args:
        game: Its id.
        stored: All of it.
        host: Who has signed its log.
        mark: How far it had come at least; None when that is not known.

    Raises:
        Damaged: when what was stored is changed or missing.
        NetError: ``stored``, when it is of another version of the rules or another host.
    """
    check_log(game, stored.entries, host, mark)
    try:
        entries = [parsed(item.body) for item in stored.entries]
        first = entries[0]
        if not isinstance(first, GameEntry) or first.version != RULES:
            raise ValueError(first)
        rules = first.ruleset()
    except (CitadelsError, NetError, ValueError):
        raise NetError("stored", "its game is from another version of the game.") from None
    secrets = {item.seq: item for item in stored.secrets}
    own = secrets.get(0)
    if (
        own is None
        or secret_commitment(game, host.public, own.text) != first.commitment
        or not _opens(entries, secrets)
    ):
        raise Damaged("what was hidden in its game is lost, and it cannot go on.", stored.entries)
    hidden = [secrets.get(item.seq) for item in stored.entries]
    return StoredLog(rules, own.text, tuple(zip(entries, stored.entries, hidden, strict=True)))


def _opens(entries: Sequence[Entry], secrets: Mapping[int, StoredSecret]) -> bool:
    """Whether what is stored of the players' moves opens the commitments they signed."""
    return all(
        (stored := secrets.get(seq)) is not None
        and move_commitment(
            entry.signed.head, entry.seat, entry.signed.did, stored.salt, stored.text.decode(errors="replace")
        )
        == entry.signed.commitment
        for seq, entry in enumerate(entries, 1)
        if isinstance(entry, PlayEntry) and entry.signed
    )

"""Kept games: what was left on this machine and can be resumed."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from engine.errors import RulesError
from engine.rules import Rules
from net.base.errors import NetError
from net.base.paths import journal_path, local_path
from net.base.sqlite_format import LaterVersion
from net.host.store.journal import Journal
from net.host.store.journal_rows import FORMAT
from net.host.store.stored_table import TableRecord


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game of one's own, or a table one hosted, that can be resumed."""

    journal: Path
    when: datetime
    """Time at which it was left."""
    rules: Rules
    moves: int
    """How far it has come."""
    hosted: bool = False
    """Whether others can come back to it, too."""


def kept_games() -> list[KeptGame]:
    """The games the player can resume, the newest first, without those that are being played right now."""
    found = [_kept(path, hosted=False) for path in local_path().glob("*.db")]
    if journal_path().exists():
        found.append(_kept(journal_path(), hosted=True))
    return sorted((game for game in found if game), key=lambda game: game.when, reverse=True)


def later_games() -> LaterVersion | None:
    """What is to be said of the games that only a later version of the program can read; None without any."""
    found = []
    for path in (*local_path().glob("*.db"), journal_path()):
        try:
            FORMAT.check(path)
        except LaterVersion as error:
            found.append(error)
    return LaterVersion.of(found)


def _kept(path: Path, *, hosted: bool) -> KeptGame | None:
    """The table of a journal that was opened last, of those that can be read."""
    with contextlib.suppress(NetError, OSError):
        when = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        with contextlib.closing(Journal(path)) as journal:
            for id, record in reversed(journal.tables()):
                with contextlib.suppress(NetError, RulesError):
                    table = TableRecord.read(id, record)
                    if table.game or hosted:
                        moves = max(0, len(journal.game(table.game).secrets) - 1)
                        return KeptGame(path, when, table.setup.rules(), moves, hosted)
    return None

"""Pending writes: changes of a table that are not stored yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from net.host.store.store import Change, StoredEntry, StoredSecret
from net.host.store.stored_table import TableRecord
from net.host.store.watermark import Watermark
from net.host.table.logged_game import LoggedGame


class PendingWrites:
    """Finds what has changed at one table since it was stored last: nobody has to say so."""

    def __init__(self, table: str) -> None:
        self.table = table
        """Id of the table."""
        self.anyway = False
        """Whether to store the record although nothing has changed: that fails when another host has the table."""
        self.revision = 0
        """How often the record was stored, at least."""
        self._stored: Mapping[str, Any] | None = None
        """The fields of the record that was stored last."""
        self._gone = False
        self._forget = ""
        self._given_up = False

    def forget(self, game: str) -> None:
        """Forget a game that is over: nothing of it has to be stored."""
        self._forget = game

    def end(self) -> None:
        """Forget the table: nothing of it has to be stored."""
        self._gone = True

    def give_up(self) -> None:
        """Store nothing any more: what is stored stays as it is."""
        self._given_up = True

    def change(self, game: LoggedGame | None, fields: Mapping[str, Any]) -> Change | None:
        """The change that is to be stored now, once only; None when there is nothing.

        Args:
            game: The game, with what of it is unsaved.
            fields: Those of the table's record as it should be, but its revision.
        """
        if self._given_up:
            return None
        unsaved = game.unsaved if game else []
        changed = self.anyway or bool(self._forget) or fields != self._stored
        if not (unsaved or changed or self._gone):
            return None
        self.revision += changed
        log = game.log if game else None
        mark = (
            Watermark(self.table, self.revision, log.game, log.seq, log.head)
            if log
            else Watermark(self.table, self.revision)
        )
        record = TableRecord(**fields, revision=self.revision).dump(self.table) if changed and not self._gone else None
        change = Change(
            table=self.table,
            record=b"" if self._gone else record,
            entries=tuple(item for item in unsaved if isinstance(item, StoredEntry)),
            secrets=tuple(item for item in unsaved if isinstance(item, StoredSecret)),
            forget=self._forget,
            mark=None if self._gone else mark,
        )
        unsaved.clear()
        self._stored, self.anyway, self._forget = fields, False, ""
        return change
